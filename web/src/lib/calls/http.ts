import type { Endpoint } from "#contracts/endpoint";
import type { Envelope } from "#contracts/errors";
import { limits } from "#contracts/limits";
import { noteServerDate } from "../server-clock.ts";
import { ApiError } from "./api-error.ts";

type Values = Readonly<Record<string, unknown>>;

/** The variable part of a call, whose types `CallOptions` has checked. */
export interface RequestOptions {
  params?: Values | undefined;
  query?: Values | undefined;
  body?: Values | undefined;
  picture?: Blob | null | undefined;
  ifMatch?: number | "*" | undefined;
  accept?: "text/csv" | undefined;
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

function formOf(body: Values, picture: Blob | null | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (isGiven(one)) form.append(name, String(one));
    }
  }
  if (picture) form.append("image", picture, picture instanceof File ? picture.name : "image.jpg");
  return form;
}

/** URL, method, headers and body of a call according to its endpoint; absent values are omitted. */
export function requestOf(
  endpoint: Endpoint,
  { params, query, body, picture, ifMatch, accept }: RequestOptions,
) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) => (isGiven(value) ? [[name, String(value)]] : [])),
  );
  const headers: Record<string, string> = {};
  if (ifMatch !== undefined) headers["If-Match"] = ifMatch === "*" ? "*" : `"${ifMatch}"`;
  if (accept !== undefined) headers.Accept = accept;
  if (endpoint.body.kind === "json") headers["Content-Type"] = "application/json";
  return {
    url: `/api${path}${search.size > 0 ? `?${search}` : ""}`,
    method: endpoint.method,
    credentials: "same-origin" as const,
    headers,
    ...(endpoint.body.kind === "json" && { body: JSON.stringify(body ?? {}) }),
    ...(endpoint.body.kind === "multipart" && { body: formOf(body ?? {}, picture) }),
  };
}

export interface Reply {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  /** The body as sent, which is no envelope if another type was accepted. */
  readonly text: string;
  readonly envelope: Envelope;
}

const isEnvelope = (value: unknown): value is Envelope =>
  value !== null && typeof value === "object" && "code" in value && "data" in value;

function parse(text: string, status: number): Envelope {
  try {
    const value: unknown = JSON.parse(text);
    if (isEnvelope(value)) return value;
  } catch {
    // A proxy in between may send a body that is not JSON.
  }
  return { status: "error", code: status, message: null, data: null };
}

/**
 * One request, aborted after 5 s. Refusals are returned; only a missing response throws, as `ApiError` with `noAnswer`.
 * A call aborted by `signal` throws the reason of the signal.
 */
export async function exchange(url: string, init: RequestInit, signal?: AbortSignal): Promise<Reply> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), limits.callTimeoutMs);
  const sentAt = Date.now();
  try {
    const response = await fetch(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, patience.signal]) : patience.signal,
    });
    noteServerDate(response.headers.get("Date"), sentAt);
    const text = await response.text();
    return {
      ok: response.ok,
      status: response.status,
      headers: response.headers,
      text,
      envelope: parse(text, response.status),
    };
  } catch {
    signal?.throwIfAborted();
    throw new ApiError({});
  } finally {
    clearTimeout(timer);
  }
}

/** The revision of an `ETag: "<revision>"`. */
export function revisionOf(headers: Headers): number | null {
  const match = /^"(\d+)"$/.exec(headers.get("ETag") ?? "");
  return match ? Number(match[1]) : null;
}

/** The delay of a `Retry-After` in seconds, the format that the server sends. */
function retryAfterMsOf(headers: Headers): number | null {
  const seconds = headers.get("Retry-After") ?? "";
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : null;
}

export const errorOf = ({ status, headers, envelope }: Reply): ApiError =>
  new ApiError({
    ...envelope,
    status,
    code: envelope.code,
    revision: revisionOf(headers),
    retryAfterMs: retryAfterMsOf(headers),
  });
