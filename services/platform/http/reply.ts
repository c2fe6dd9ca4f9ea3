import { hash } from "node:crypto";
import type { ErrorRequestHandler, Request, Response } from "express";
import type { Endpoint } from "#contracts/endpoint";
import { type Envelope, envelopeOf, Refused, refusals } from "#contracts/errors";
import { limits } from "#contracts/limits";
import { StoreUnavailable } from "../../event-store/event-store.ts";
import { isUnreachable, sqlState } from "../../event-store/unavailable.ts";
import { MemberForgotten } from "../privacy/personal-data.ts";
import { type HttpDeps, requestIdOf } from "./http-deps.ts";
import { laterItems, noteAnswer, sendItems } from "./large-answers.ts";
import { holdLarge } from "./memory-limits.ts";
import type { Reply } from "./route.ts";

/** Turns every error into an envelope. Mounted last. */
export function errorHandler(logError: HttpDeps["logError"]): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const refused = asRefused(error);
    if (isFault(refused)) logError(error, request);
    if (response.headersSent) return void response.destroy();
    sendRefusal(response, refused, requestIdOf(request));
  };
}

/** Whether the log names the error. */
export const isFault = ({ code }: Refused): boolean => refusals[code].status >= 500;

interface Recipient {
  readonly request: Request;
  readonly response: Response;
  readonly reader: string;
}

const json = "application/json";

/** Far more than the longest item of a list; a reader may have two such lists at a time. */
const listBytes = 32 * 1024 * 1024;

/** Sends the response once the read models contain the events of the command. */
export async function send(
  endpoint: Endpoint,
  reply: Reply<unknown>,
  { request, response, reader }: Recipient,
  progress: Pick<HttpDeps["progress"], "waitFor">,
): Promise<void> {
  const handled = "answer" in reply ? reply : undefined;
  const answer = "answer" in reply ? reply.answer : reply;
  if (handled) {
    await progress.waitFor(handled.checkpoint, limits.readYourWritesMs);
    response.setHeader("X-Checkpoint", handled.checkpoint);
  }
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if (answer.etag !== undefined) response.setHeader("ETag", `"${answer.etag}"`);
  const envelope: Envelope = {
    status: "success",
    code: endpoint.status,
    message: answer.hasOtherMessage ? endpoint.otherMessage : endpoint.message,
    data: answer.data ?? null,
  };
  const items = laterItems(envelope);
  if (items) {
    if (!holdLarge(response, reader, listBytes)) throw new Refused("overload", { retryAfter: 2 });
    setHead(response, endpoint.status);
    return sendItems(envelope, items, reader, response);
  }
  const { text, type } = reply.inOtherForm ?? { text: JSON.stringify(envelope), type: json };
  if (endpoint.kind === "query") noteAnswer(reader, text);
  // Encoded once for its digest, its length and the socket.
  const body = Buffer.from(text);
  if (endpoint.kind === "query" && answer.etag === undefined && isKnown(body, request, response))
    return sendNothingNew(response);
  // The response to a command is not refused, because its effects are permanent.
  if (endpoint.kind === "query" && !holdLarge(response, reader, body.length)) {
    response.removeHeader("ETag");
    throw new Refused("overload", { retryAfter: 2 });
  }
  sendBody(response, endpoint.status, body, type);
}

/**
 * Adds a weak `ETag` with a digest of the content to responses without a revision, and returns whether the client
 * already has it. A revision would not suffice: it does not change with applications or people.
 */
function isKnown(body: Buffer, request: Request, response: Response): boolean {
  const tag = `W/"${hash("sha1", body, "base64url")}"`;
  response.setHeader("ETag", tag);
  const known = request.headers["if-none-match"];
  return known?.split(",").some((one) => one.trim() === tag) ?? false;
}

function sendNothingNew(response: Response): void {
  response.statusCode = 304;
  response.setHeader("Cache-Control", "no-store");
  response.end();
}

export function sendRefusal(response: Response, refused: Refused, requestId: string): void {
  for (const [name, value] of Object.entries(refused.detail.headers ?? {})) response.setHeader(name, value);
  if (refused.detail.retryAfter !== undefined) response.setHeader("Retry-After", refused.detail.retryAfter);
  const { status } = refusals[refused.code];
  const envelope = envelopeOf(
    refused.code === "fault" ? new Refused("fault", { data: { requestId } }) : refused,
  );
  sendBody(response, status, JSON.stringify(envelope));
}

// `end` instead of `json`, because Express would compute its own ETag.
function sendBody(response: Response, status: number, body: string | Buffer, type = json): void {
  setHead(response, status, type);
  response.end(body);
}

function setHead(response: Response, status: number, type = json): void {
  response.statusCode = status;
  response.setHeader("Content-Type", `${type}; charset=utf-8`);
  response.setHeader("Cache-Control", "no-store");
}

/** SQLSTATE of a missing column, while a read model of another release is swapped in. */
const missingColumn = "42703";

export function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  // The member withdrew while the command was in progress.
  if (error instanceof MemberForgotten) return new Refused("bad-token");
  const { type, status } = error as { type?: string; status?: number };
  if (type === "entity.too.large" || status === 413) return new Refused("request-too-large");
  if (type === "charset.unsupported" || type === "encoding.unsupported")
    return new Refused("wrong-content-type");
  if (status === 400 || error instanceof URIError) return new Refused("malformed");
  if (sqlState(error) === missingColumn) return new Refused("preparing", { retryAfter: 1 });
  if (error instanceof StoreUnavailable || isUnreachable(error))
    return new Refused("overload", { retryAfter: 1 });
  return new Refused("fault");
}
