import { isUtf8 } from "node:buffer";
import { createHmac, randomUUID } from "node:crypto";
import { json, type Request, type Response } from "express";
import { validate as isUuid, v5 as uuidv5 } from "uuid";
import type { z } from "zod";
import { type Endpoint, hasQuota, unknownPath, wrongType } from "#contracts/endpoint";
import { invalidFields, Refused } from "#contracts/errors";
import { limits, serverLimits } from "#contracts/limits";
import { inTime } from "../../event-store/time-budget.ts";
import type { SanitisedBody } from "../html/html.ts";
import { maxAtOnce } from "../html/sanitiser.ts";
import type { ReadModelProgress } from "../progress.ts";
import { turnForLargeBody } from "../queues/requests.ts";
import { atUsualPace } from "./arrival.ts";
import { type CallDeps, type HttpDeps, requestIdOf } from "./http-deps.ts";
import { roomForPicture } from "./memory-limits.ts";
import { readMultipart } from "./multipart.ts";
import type { BegunCall, Call, Caller, Route } from "./route.ts";

/**
 * Checks a request in the order of spec/wire-contract.md §1.4: token, type, shape, fields, picture, key.
 * @throws Refused
 */
export async function readCall(
  { endpoint, permit }: Route,
  request: Request,
  response: Response,
  deps: CallDeps,
): Promise<Call<Endpoint>> {
  const [admitted, raw] = await admitAndRead(endpoint, request, response, deps);
  // The declared length of a large request has been counted already.
  if (isSmall(request) || !declaredBytes(request)) spendBytes(endpoint, admitted, bytesOf(raw), deps);
  const fields: Record<string, string> = {};
  const params = parse(endpoint.params, request.params, fields);
  const query = parse(endpoint.query, request.query, fields);
  const body = "schema" in endpoint.body ? parse(endpoint.body.schema, raw.fields, fields) : undefined;
  const caller = admitted.kind === "member" ? admitted.uuid : null;
  const key = keyOf(endpoint, request);
  const commandId = commandIdOf(key, caller);
  const begun: BegunCall<Endpoint> = { params, body: body as never, caller, commandId };
  const isWrite = endpoint.kind === "command" && endpoint.remembered;
  if (isWrite && Object.keys(fields).length === 0) await deps.budget(() => inTime(deps.assertWritable()));
  const isPermitted = () => deps.budget(() => inTime((async () => permit?.(begun as never))()));
  if (Object.keys(fields).length === 0 && hasLongHtml(endpoint, raw)) await isPermitted();
  const html = await readHtml(endpoint, raw, deps, fields, caller ?? "");
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
  if (raw.picture === "too-large") throw new Refused("picture-too-large");
  const isWaiting = () => !request.socket.destroyed;
  const picture = raw.picture
    ? await deps.readPicture(raw.picture, { member: caller ?? "", isWaiting, permit: isPermitted })
    : undefined;
  if (key !== undefined && !isUuid(key)) throw new Refused("bad-idempotency-key");
  if (endpoint.kind === "command") Object.assign(request, { commandId });
  if (endpoint.kind === "query") {
    deps.assertReadable();
    await deps.budget(() => waitForOwnWrites(request, response, deps.progress));
  }
  return {
    params,
    query,
    body: body as never,
    html,
    picture,
    caller,
    ifMatch: ifMatchOf(endpoint, request),
    command: {
      commandId,
      fingerprint: fingerprintOf(endpoint, request, raw, deps.digestKey),
      correlationId: requestIdOf(request),
      causationId: commandId,
      actor: caller ?? "system",
      now: deps.now(),
      isFresh: key === undefined,
    },
    request,
  };
}

/** Bodies up to this size are read while their sender is being authenticated. */
const smallBody = 65_536;
const declaredBytes = ({ headers }: Request) => Number(headers["content-length"] ?? 0);
const hasNoBody = (request: Request) =>
  declaredBytes(request) === 0 && request.headers["transfer-encoding"] === undefined;
const isSmall = (request: Request) =>
  request.headers["content-length"] !== undefined && declaredBytes(request) <= smallBody;

async function admitAndRead(
  endpoint: Endpoint,
  request: Request,
  response: Response,
  deps: CallDeps,
): Promise<[Caller, RawBody]> {
  if (!isSmall(request)) {
    const caller = await admit(endpoint, request, deps);
    spendBytes(endpoint, caller, Math.min(declaredBytes(request), serverLimits.requestBytes), deps);
    if (caller.kind === "member") await turnForLargeBody(caller.uuid, response);
    const hold = roomForPicture(caller.kind === "member" ? caller.uuid : "", response);
    return [caller, await readBody(endpoint, request, response, hold)];
  }
  const read = readBody(endpoint, request, response);
  // A caller who is refused gets no error about the body, which is not awaited.
  read.catch(() => {});
  const caller = await admit(endpoint, request, deps);
  return [caller, await read];
}

async function admit(endpoint: Endpoint, request: Request, deps: CallDeps): Promise<Caller> {
  // Renewal and logout use the cookies; renewal ignores the header (spec/wire-contract.md §2.6).
  if (endpoint.name === "reissue") return { kind: "visitor" };
  const caller = await deps.budget(() => inTime(deps.authenticate(request.headers.authorization)));
  if (endpoint.access === "public") return caller;
  if (caller.kind === "visitor") throw new Refused("unauthenticated");
  if (endpoint.access === "profile" && !caller.hasProfile) throw new Refused("profile-missing");
  if (hasQuota(endpoint)) deps.spend("writes", caller.uuid, 1);
  return caller;
}

interface RawBody {
  readonly fields: Record<string, unknown>;
  readonly picture: Buffer | "too-large" | undefined;
}

/** A draft is saved repeatedly while it is written and must not use up the quota of posts. */
const isOfDraft = ({ path }: Endpoint) => path.startsWith("/v1/drafts/");

function spendBytes(endpoint: Endpoint, caller: Caller, bytes: number, { spend }: HttpDeps): void {
  if (bytes > 0 && hasQuota(endpoint) && caller.kind === "member")
    spend(isOfDraft(endpoint) ? "draft-bytes" : "bytes", caller.uuid, bytes);
}

/** Bytes of the texts and the picture as they were sent. */
function bytesOf({ fields, picture }: RawBody): number {
  const texts = Object.values(fields).filter((field) => typeof field === "string");
  return texts.reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    Buffer.isBuffer(picture) ? picture.length : 0,
  );
}

/** Checked before parsing: the parser would read an empty body as `{}` and replace bytes that are not UTF-8. */
function refuseUnreadable(_request: unknown, _response: unknown, bytes: Buffer): void {
  if (bytes.length === 0 || !isUtf8(bytes) || isMostlyStructure(bytes)) throw new Refused("malformed");
}

/** Maximum of JSON bytes outside of strings: many times what any call has. */
const maxStructureBytes = 16_384;
const quote = 0x22;
const backslash = 0x5c;

/**
 * A megabyte of keys or brackets takes a tenth of a second to parse, one of strings a few milliseconds. Scanned byte by
 * byte, because a regular expression takes minutes for an unterminated string.
 */
function isMostlyStructure(bytes: Buffer): boolean {
  let outside = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) isInText = !isInText;
    else if (!isInText) outside += 1;
    else if (byte === backslash) at += 1;
  }
  return outside > maxStructureBytes;
}

const parseJson = json({
  limit: serverLimits.jsonBytes,
  type: () => true,
  strict: true,
  // A compressed kilobyte could expand to a megabyte.
  inflate: false,
  verify: refuseUnreadable,
});

/** @throws Refused request-too-large, whether or not the length is declared */
async function readUnused(request: Request, maxBytes: number): Promise<void> {
  let bytes = declaredBytes(request);
  if (bytes > maxBytes) throw new Refused("request-too-large");
  bytes = 0;
  for await (const { length } of request.iterator({ destroyOnReturn: false })) {
    bytes += length;
    if (bytes > maxBytes) throw new Refused("request-too-large");
  }
}

const readBody = (...given: Parameters<typeof readAny>): Promise<RawBody> =>
  given[0].body.kind === "none" ? Promise.resolve(noBody) : atUsualPace(given[1], () => readAny(...given));

const noBody: RawBody = { fields: {}, picture: undefined };

async function readAny(
  endpoint: Endpoint,
  request: Request,
  response: Response,
  hold?: (bytes: number) => void,
): Promise<RawBody> {
  const { body } = endpoint;
  if (body.kind === "ignored") await readUnused(request, body.maxBytes);
  if (!("schema" in body)) return noBody;
  if (body.kind === "multipart") return readMultipart(request, { lists: body.lists, ...(hold && { hold }) });
  if (body.isOptional && hasNoBody(request)) return noBody;
  const sent = (request.headers["content-type"] ?? "").toLowerCase().split(";");
  const [type, ...parameters] = sent.map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="));
  if (type !== "application/json" || !/^(?:charset="?utf-?8"?)?$/.test(charset ?? ""))
    throw new Refused("wrong-content-type");
  await new Promise<void>((resolve, reject) => {
    parseJson(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  const parsed: unknown = request.body;
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw new Refused("malformed");
  return { fields: parsed as Record<string, unknown>, picture: undefined };
}

/** Collects the names of invalid fields in `fields`; a wrong type or id in the path refuses the whole request. */
function parse<S extends z.ZodObject>(
  schema: S,
  input: unknown,
  fields: Record<string, string>,
): z.output<S> {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    if (issue.message === wrongType) throw new Refused("malformed");
    if (issue.message === unknownPath) throw new Refused("unknown-route");
    const field = String(issue.path[0] ?? "");
    fields[field] ??= issue.message;
  }
  return {} as z.output<S>;
}

/**
 * Short texts are sanitised faster than the sender's permission is looked up, so they are refused in the order of the
 * contract.
 */
const hasLongHtml = ({ body }: Endpoint, { fields }: RawBody) =>
  body.kind === "multipart" &&
  Object.keys(body.html).some((name) => String(fields[name] ?? "").length > maxAtOnce);

async function readHtml(
  endpoint: Endpoint,
  raw: RawBody,
  { sanitise, origin }: Pick<HttpDeps, "sanitise" | "origin">,
  fields: Record<string, string>,
  member: string,
): Promise<Record<string, SanitisedBody>> {
  if (endpoint.body.kind !== "multipart") return {};
  const uploaded = raw.picture !== undefined;
  const sanitised: Record<string, SanitisedBody> = {};
  for (const [name, { blank, required }] of Object.entries(endpoint.body.html)) {
    const html = raw.fields[name];
    if (typeof html === "string") sanitised[name] = await sanitise(html, { uploaded, origin }, member);
    if (sanitised[name] ? sanitised[name].isEmpty : required) fields[name] ??= blank;
  }
  return sanitised;
}

/** Node joins repeated headers with commas. */
const single = (header: string | string[] | undefined) => header as string | undefined;

const callers = "2f1f6c52-52a0-4f0b-9f33-3b1f4f1f1a77";

const keyOf = (endpoint: Endpoint, request: Request): string | undefined =>
  endpoint.kind === "command" && endpoint.remembered ? single(request.headers["idempotency-key"]) : undefined;

const commandIdOf = (key: string | undefined, caller: string | null): string =>
  key === undefined ? randomUUID() : uuidv5(`${caller ?? "system"}:${key.toLowerCase()}`, callers);

function fingerprintOf(endpoint: Endpoint, request: Request, raw: RawBody, key: Uint8Array): string {
  if (endpoint.kind === "query") return "";
  const sorted = Object.entries(raw.fields).sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHmac("sha256", key).update(textOf([endpoint.method, request.path, sorted]));
  if (raw.picture instanceof Buffer) digest.update(raw.picture);
  return digest.digest("base64url");
}

/** @throws Refused for values nested so deep that they can be parsed but not serialised (only unknown keys can be) */
function textOf(payload: unknown): string {
  try {
    return JSON.stringify(payload);
  } catch {
    throw new Refused("malformed");
  }
}

/** `*` and an empty value mean any revision; an unreadable tag matches none. */
function ifMatchOf(endpoint: Endpoint, request: Request): number | undefined {
  const header = endpoint.ifMatch ? request.headers["if-match"]?.trim() : undefined;
  if (header === undefined || header === "*") return undefined;
  const match = /^(?:W\/)?"(\d{1,15})"$/.exec(header);
  return match ? Number(match[1]) : -1;
}

async function waitForOwnWrites(
  request: Request,
  response: Response,
  progress: ReadModelProgress,
): Promise<void> {
  const after = single(request.headers["x-after-checkpoint"]);
  if (after) {
    try {
      await progress.waitFor(after, limits.readYourWritesMs);
    } catch {
      // Ignored, because it is not a checkpoint of this store (spec/wire-contract.md §1.11).
    }
  }
  // Read before the query runs, so that the response contains at least these events.
  response.setHeader("X-Checkpoint", progress.reached());
}
