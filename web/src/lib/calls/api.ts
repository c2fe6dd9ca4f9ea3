import { v4 } from "uuid";
import type { z } from "zod";
import type { DataOf, Endpoint } from "#contracts/endpoint";
import { latestCheckpoint, noteAnswer, rememberCheckpoint } from "../live/checkpoint.ts";
import { noteMissingProfile } from "../missing-profile.ts";
import { goToEnroll, goToLogin, isOnProtectedPage } from "../navigation.ts";
import { currentToken, endSession, memberOf } from "../session.ts";
import { errorOf, exchange, type Reply, type RequestOptions, requestOf, revisionOf } from "./http.ts";
import { renew } from "./renewal.ts";

type Loose<I> = { [K in keyof I]: I[K] | number };
type Part<Name extends string, I> = keyof I extends never
  ? { [K in Name]?: undefined }
  : Record<never, never> extends I
    ? { [K in Name]?: I }
    : { [K in Name]: I };
type BodyInput<E extends Endpoint> = E["body"] extends { schema: infer S extends z.ZodType }
  ? z.input<S>
  : Record<never, never>;

/** Options of a call; `params`, `query` and `body` depend on the endpoint. */
export type CallOptions<E extends Endpoint> = Part<"params", z.input<E["params"]>> &
  Part<"query", Loose<z.input<E["query"]>>> &
  Part<"body", BodyInput<E>> & {
    /** The picture of a multipart body. */
    picture?: Blob | null | undefined;
    /** Revision on which the change is based; a stale one is refused with 412. */
    ifMatch?: number | "*" | undefined;
    signal?: AbortSignal | undefined;
    /** Whether the request outlives its page; at most 64 kB. */
    keepalive?: boolean | undefined;
  };

/** What the server has answered to a call. */
export interface CallAnswer<Data> {
  readonly data: Data;
  readonly message: string | null;
  /** From `ETag`, if the endpoint has one. */
  readonly revision: number | null;
}

const attempts = 3;

/**
 * Calls an endpoint and handles 401 as spec/wire-contract.md §12 defines: renews and repeats, drops a bad token,
 * navigates to /enroll or /login. Throws `ApiError` for refusals and missing responses. A repeated command has the key
 * of its first call (spec/wire-contract.md §1.9).
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  idempotencyKey: string = v4(),
): Promise<CallAnswer<DataOf<E>>> {
  const { envelope, headers } = await ask(endpoint, options, idempotencyKey);
  return { data: envelope.data as DataOf<E>, message: envelope.message, revision: revisionOf(headers) };
}

/** Sends a request until its answer is final. */
async function ask<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  idempotencyKey: string,
  accept?: RequestOptions["accept"],
): Promise<Reply> {
  const request = requestOf(endpoint, { ...(options as RequestOptions), accept });
  const { keepalive = false } = options;
  if (endpoint.kind === "command") request.headers["Idempotency-Key"] = idempotencyKey;
  for (let attempt = 1; ; attempt += 1) {
    const token = currentToken();
    const after = endpoint.method === "GET" ? latestCheckpoint() : null;
    const headers = {
      ...request.headers,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(after && { "X-After-Checkpoint": after }),
    };
    const requestedAt = performance.now();
    const reply = await exchange(request.url, { ...request, headers, keepalive }, options.signal);
    const checkpoint = reply.headers.get("X-Checkpoint");
    // A refusal before routing has no checkpoint; "not found" has one, and may be outdated like any response.
    if (endpoint.kind === "query" && (reply.ok || checkpoint !== null))
      noteAnswer({ checkpoint, requestedAt });
    if (reply.ok) {
      if (endpoint.kind === "command") rememberCheckpoint(checkpoint);
      return reply;
    }
    if (reply.status === 401) {
      const again = await react(reply.envelope.code, endpoint, token);
      if (again && attempt < attempts) continue;
    }
    throw errorOf(reply);
  }
}

/** Like `call`, but returns only the data: `queryFn: ({ signal }) => read(getTeam, { params, signal })`. */
export const read = async <E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<DataOf<E>> =>
  (await call(endpoint, options)).data;

/** The answer as CSV, of a query that offers it. */
export const readCsv = async <E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<string> =>
  (await ask(endpoint, options, v4(), "text/csv")).text;

/** Handles a 401; returns true if the call should be repeated. */
async function react(code: number, endpoint: Endpoint, sent: string | null): Promise<boolean> {
  if (code === 100) {
    noteMissingProfile();
    goToEnroll();
    return false;
  }
  if (code === 101 && sent) {
    await renew(sent);
    // Another member may have logged in in another tab: a command of the previous member is not repeated in the new
    // name.
    return endpoint.kind === "query" || memberOf(sent) === memberOf(currentToken());
  }
  if (sent === null) {
    goToLogin();
    return false;
  }
  const now = currentToken();
  if (now !== null && now !== sent) return memberOf(sent) === memberOf(now);
  endSession();
  if (isOnProtectedPage()) {
    goToLogin();
    return false;
  }
  return endpoint.kind === "query" && endpoint.access === "public";
}
