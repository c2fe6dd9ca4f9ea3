import { createHmac, randomUUID } from "node:crypto";
import {
  type ErrorRequestHandler,
  json,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from "express";
import { validate as isUuid, v5 as uuidv5 } from "uuid";
import type { z } from "zod";
import type { BodyOf, DataOf, Endpoint, ParamsOf, QueryOf } from "#contracts/endpoint";
import { wrongType } from "#contracts/endpoint";
import { type Envelope, envelopeOf, invalidFields, Refused, refusals } from "#contracts/errors";
import { limits, normalise } from "#contracts/limits";
import { StoreUnavailable } from "../event-store/event-store.ts";
import type { Answer, CommandContext, Handled } from "./decider.ts";
import { discardRest } from "./discard-rest.ts";
import { type SanitisedBody, sanitiseBody } from "./html.ts";
import { readMultipart } from "./multipart.ts";
import { MemberForgotten } from "./personal-data.ts";
import type { ReadModelProgress } from "./progress.ts";

export type Caller =
  | { readonly kind: "visitor" }
  | { readonly kind: "member"; readonly uuid: string; readonly hasProfile: boolean };

/** A picture that has been decoded and encoded again. */
export interface UploadedPicture {
  /** `/images/<2 hex>/<digest>.<ext>` */
  readonly url: string;
}

/** What a handler gets: everything checked and in its type. */
export interface Call<E extends Endpoint, Picture extends UploadedPicture = UploadedPicture> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Sanitised HTML parts by name; absent parts are absent. */
  readonly html: Readonly<Record<string, SanitisedBody>>;
  readonly picture: Picture | undefined;
  /** uuid of the caller; null for a visitor (public endpoints only). */
  readonly caller: string | null;
  /** Revision the caller has seen; undefined without `If-Match` or with `*`. */
  readonly ifMatch: number | undefined;
  readonly command: CommandContext;
  readonly request: Request;
}

export type Reply<Data> = (Answer<Data> | Handled<Data>) & {
  readonly headers?: Readonly<Record<string, string | string[]>>;
};

/** An endpoint together with what answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: (call: never) => Promise<Reply<unknown>>;
}

export const route = <E extends Endpoint, P extends UploadedPicture = UploadedPicture>(
  endpoint: E,
  handler: (call: Call<E, P>) => Promise<Reply<DataOf<E>>>,
): Route => ({ endpoint, handler: handler as Route["handler"] });

export interface Door {
  /** @throws Refused with one of the 401 codes (spec/wire-contract.md §2.4). */
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  /** @throws Refused when the bytes are not a picture or too large. */
  readonly readPicture: (bytes: Buffer) => Promise<UploadedPicture>;
  readonly progress: ReadModelProgress;
  /** Origin under which people reach the site; absolute picture addresses of it are shortened. */
  readonly origin: string;
  readonly now: () => Date;
  /** Keys the digest of payloads: a plain one would give short entry passwords away. */
  readonly digestKey: Uint8Array;
  readonly observe: (call: {
    endpoint: string;
    status: number;
    result: string;
    milliseconds: number;
  }) => void;
  readonly logFault: (error: unknown, request: Request) => void;
}

/** Serves the endpoints below `/api` in the checking order of spec/wire-contract.md §1.4. */
export function serve(routes: readonly Route[], door: Door): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, sharing] of groupByPath(routes)) {
    const place = router.route(path);
    for (const one of sharing) place[methodOf(one.endpoint)](answering(one, door));
    const allow: string[] = sharing.map((one) => one.endpoint.method);
    if (allow.includes("GET")) allow.push("HEAD");
    place.all(() => {
      throw new Refused("wrong-method", { headers: { Allow: allow.join(", ") } });
    });
  }
  router.use(() => {
    throw new Refused("unknown-route");
  });
  return router;
}

/** Turns every error into an envelope. Mounted last. */
export function errorHandler(logFault: Door["logFault"]): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const refused = asRefused(error);
    if (refused.code === "fault" || refused.code === "overload") logFault(error, request);
    if (response.headersSent) return void response.destroy();
    sendRefusal(response, refused, requestIdOf(request));
  };
}

type Method = "get" | "post" | "put" | "patch" | "delete";
const methodOf = (endpoint: Endpoint) => endpoint.method.toLowerCase() as Method;
export const requestIdOf = (request: Request): string => String(request.id ?? "");

function groupByPath(routes: readonly Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  // Fixed segments before parameters: `/v1/teams/combined` must not be read as a team id.
  const parameters = (path: string) =>
    path
      .split("/")
      .map((part) => (part.startsWith("{") ? "1" : "0"))
      .join("");
  const sorted = [...routes].sort((a, b) =>
    parameters(a.endpoint.path).localeCompare(parameters(b.endpoint.path)),
  );
  for (const one of sorted) {
    const path = one.endpoint.path.replaceAll("{", ":").replaceAll("}", "");
    groups.set(path, [...(groups.get(path) ?? []), one]);
  }
  return groups;
}

function answering({ endpoint, handler }: Route, door: Door): RequestHandler {
  return async (request, response) => {
    const started = performance.now();
    let result = "ok";
    try {
      const call = await readCall(endpoint, request, response, door);
      const reply = await (handler as (call: Call<Endpoint>) => Promise<Reply<unknown>>)(call);
      await send(endpoint, reply, response, door);
    } catch (error) {
      const refused = asRefused(error);
      result = refused.code;
      if (refused.code === "fault" || refused.code === "overload") door.logFault(error, request);
      if (hasBody(request)) await discardRest(request);
      sendRefusal(response, refused, requestIdOf(request));
    }
    const milliseconds = performance.now() - started;
    door.observe({ endpoint: endpoint.name, status: response.statusCode, result, milliseconds });
  };
}

const hasBody = ({ headers }: Request) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

async function readCall(
  endpoint: Endpoint,
  request: Request,
  response: Response,
  door: Door,
): Promise<Call<Endpoint>> {
  const caller = await admit(endpoint, request, door);
  const raw = await readBody(endpoint, request, response);
  const fields: Record<string, string> = {};
  const params = parse(endpoint.params, request.params, fields);
  const query = parse(endpoint.query, request.query, fields);
  const body = endpoint.body.kind === "none" ? undefined : parse(endpoint.body.schema, raw.fields, fields);
  const html = readHtml(endpoint, raw, door.origin, fields);
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
  if (raw.picture === "too-large") throw new Refused("picture-too-large");
  const picture = raw.picture ? await door.readPicture(raw.picture) : undefined;
  const command = commandContext(endpoint, request, caller, raw, door);
  if (endpoint.kind === "query") await waitForOwnWrites(request, response, door.progress);
  return {
    params,
    query,
    body: body as never,
    html,
    picture,
    caller: caller.kind === "member" ? caller.uuid : null,
    ifMatch: ifMatchOf(endpoint, request),
    command,
    request,
  };
}

async function admit(endpoint: Endpoint, request: Request, door: Door): Promise<Caller> {
  // Renewal and logout concern the cookies; renewal does not look at the header (spec/wire-contract.md §2.6).
  if (endpoint.name === "reissue") return { kind: "visitor" };
  const caller = await door.authenticate(request.get("authorization"));
  if (endpoint.access === "public") return caller;
  if (caller.kind === "visitor") throw new Refused("unauthenticated");
  if (endpoint.access === "profile" && !caller.hasProfile) throw new Refused("profile-missing");
  return caller;
}

interface RawBody {
  readonly fields: Record<string, unknown>;
  readonly picture: Buffer | "too-large" | undefined;
}

const parseJson = json({ limit: limits.jsonBytes, type: () => true, strict: true });

async function readBody(endpoint: Endpoint, request: Request, response: Response): Promise<RawBody> {
  const { body } = endpoint;
  if (body.kind === "none") return { fields: {}, picture: undefined };
  if (body.kind === "multipart") return readMultipart(request, { lists: body.lists });
  const type = request.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new Refused("wrong-content-type");
  await new Promise<void>((resolve, reject) => {
    parseJson(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  const parsed: unknown = request.body;
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw new Refused("malformed");
  return { fields: parsed as Record<string, unknown>, picture: undefined };
}

/** Collects failing fields into `fields`; a wrong type makes the whole request malformed. */
function parse<S extends z.ZodObject>(
  schema: S,
  input: unknown,
  fields: Record<string, string>,
): z.output<S> {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    if (issue.message === wrongType) throw new Refused("malformed");
    const field = String(issue.path[0] ?? "");
    fields[field] ??= issue.message;
  }
  return {} as z.output<S>;
}

function readHtml(
  endpoint: Endpoint,
  raw: RawBody,
  origin: string,
  fields: Record<string, string>,
): Record<string, SanitisedBody> {
  if (endpoint.body.kind !== "multipart") return {};
  const uploaded = raw.picture !== undefined;
  const sanitised: Record<string, SanitisedBody> = {};
  for (const [name, { blank, required }] of Object.entries(endpoint.body.html)) {
    const html = raw.fields[name];
    if (typeof html === "string") sanitised[name] = sanitiseBody(normalise(html), { uploaded, origin });
    if (sanitised[name] ? sanitised[name].isEmpty : required) fields[name] ??= blank;
  }
  return sanitised;
}

const callers = "2f1f6c52-52a0-4f0b-9f33-3b1f4f1f1a77";

function commandContext(
  endpoint: Endpoint,
  request: Request,
  caller: Caller,
  raw: RawBody,
  door: Door,
): CommandContext {
  const key = endpoint.kind === "command" && endpoint.remembered ? request.get("idempotency-key") : undefined;
  if (key !== undefined && !isUuid(key)) throw new Refused("bad-idempotency-key");
  const actor = caller.kind === "member" ? caller.uuid : "system";
  const requestId = requestIdOf(request);
  const commandId = key === undefined ? randomUUID() : uuidv5(`${actor}:${key.toLowerCase()}`, callers);
  if (endpoint.kind === "command") Object.assign(request, { commandId });
  return {
    commandId,
    fingerprint: fingerprintOf(endpoint, request, raw, door.digestKey),
    correlationId: requestId,
    causationId: commandId,
    actor,
    now: door.now(),
  };
}

function fingerprintOf(endpoint: Endpoint, request: Request, raw: RawBody, key: Uint8Array): string {
  if (endpoint.kind === "query") return "";
  const sorted = Object.entries(raw.fields).sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHmac("sha256", key).update(JSON.stringify([endpoint.method, request.path, sorted]));
  if (raw.picture instanceof Buffer) digest.update(raw.picture);
  return digest.digest("base64url");
}

/** `*` and nothing mean "whatever is there"; an unreadable tag matches no revision. */
function ifMatchOf(endpoint: Endpoint, request: Request): number | undefined {
  const header = endpoint.ifMatch ? request.get("if-match")?.trim() : undefined;
  if (header === undefined || header === "*") return undefined;
  const match = /^(?:W\/)?"(\d{1,15})"$/.exec(header);
  return match ? Number(match[1]) : -1;
}

async function waitForOwnWrites(
  request: Request,
  response: Response,
  progress: ReadModelProgress,
): Promise<void> {
  const after = request.get("x-after-checkpoint");
  if (after) {
    try {
      await progress.waitFor(after, limits.readYourWritesMs);
    } catch {
      // Not a checkpoint of this store: ignored (spec/wire-contract.md §1.11).
    }
  }
  // Taken before the query runs, so that the answer holds at least this much.
  response.setHeader("X-Checkpoint", progress.reached());
}

async function send(
  endpoint: Endpoint,
  reply: Reply<unknown>,
  response: Response,
  door: Door,
): Promise<void> {
  const handled = "answer" in reply ? reply : undefined;
  const answer = "answer" in reply ? reply.answer : reply;
  if (handled) {
    await door.progress.waitFor(handled.checkpoint, limits.readYourWritesMs);
    response.setHeader("X-Checkpoint", handled.checkpoint);
  }
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if (answer.etag !== undefined) response.setHeader("ETag", `"${answer.etag}"`);
  const envelope: Envelope = {
    status: "success",
    code: endpoint.status,
    message: endpoint.message,
    data: answer.data ?? null,
  };
  sendEnvelope(response, endpoint.status, envelope);
}

function sendRefusal(response: Response, refused: Refused, requestId: string): void {
  for (const [name, value] of Object.entries(refused.detail.headers ?? {})) response.setHeader(name, value);
  if (refused.detail.retryAfter !== undefined) response.setHeader("Retry-After", refused.detail.retryAfter);
  const { status } = refusals[refused.code];
  const envelope = envelopeOf(
    refused.code === "fault" ? new Refused("fault", { data: { requestId } }) : refused,
  );
  sendEnvelope(response, status, envelope);
}

// `end` instead of `json`: express would compute a digest ETag and answer 304 to conditional reads.
function sendEnvelope(response: Response, status: number, envelope: Envelope): void {
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Cache-Control", "no-store");
  response.end(JSON.stringify(envelope));
}

const unreachable = /^(08|53|57)|^E(CONN|PIPE|HOST|NET)|^ETIMEDOUT$/;
/** What pg says without a code when the line to the server breaks, stays silent or cannot be had. */
const brokenLine =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed)/;

function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  // They withdrew while their command was on its way.
  if (error instanceof MemberForgotten) return new Refused("bad-token");
  const { type, status, code, message } = error as {
    type?: string;
    status?: number;
    code?: string;
    message?: string;
  };
  if (type === "entity.too.large" || status === 413) return new Refused("request-too-large");
  if (type === "charset.unsupported" || type === "encoding.unsupported")
    return new Refused("wrong-content-type");
  if (status === 400 || error instanceof URIError) return new Refused("malformed");
  const isOutage = error instanceof StoreUnavailable || (typeof code === "string" && unreachable.test(code));
  if (isOutage || brokenLine.test(message ?? "")) return new Refused("overload", { retryAfter: 1 });
  return new Refused("fault");
}
