import webPush from "web-push";
import type { Outcome } from "./outcome.ts";
import { type Outgoing, type OutgoingAnswer, OutgoingError } from "./outgoing-request.ts";
import type { Device } from "./subscriptions.ts";
import { createAuthorizations, type Vapid } from "./vapid.ts";

export interface PushPayload {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly url: string;
  readonly unread: number;
}

/** `TTL`: how long a push service keeps a push for a device that is offline. */
const ttlSeconds = 86_400;

interface PushDeps {
  readonly outgoing: Outgoing;
  /** Public address of the product. */
  readonly origin: string;
  readonly now: () => Date;
}

/**
 * What the service worker reads, and the same as a declarative push, which Safari shows without a service worker
 * (https://webkit.org/blog/16535/meet-declarative-web-push/).
 */
const messageOf = (payload: PushPayload, origin: string): string => {
  const { title, body, tag, url, unread } = payload;
  const notification = {
    title,
    body,
    tag,
    lang: "ko",
    navigate: `${origin}${url}`,
    app_badge: String(unread),
  };
  return JSON.stringify({ ...payload, web_push: 8030, notification });
};

/** Encrypts payloads for devices and sends them to their push services. */
export function createPush({ outgoing, origin, now }: PushDeps) {
  const authorizationOf = createAuthorizations();
  return async (
    vapid: Vapid,
    { endpoint, keys }: Pick<Device, "endpoint" | "keys">,
    payload: PushPayload,
  ): Promise<Outcome> => {
    let details: webPush.RequestDetails;
    try {
      details = webPush.generateRequestDetails({ endpoint, keys }, messageOf(payload, origin), {
        headers: { Authorization: authorizationOf(vapid, new URL(endpoint).origin, now()) },
        TTL: ttlSeconds,
        urgency: "normal",
        topic: payload.tag.replaceAll("-", ""),
        contentEncoding: "aes128gcm",
      });
    } catch {
      // The device's keys are invalid. The error's message would contain the endpoint.
      return { state: "failed", result: "bad-keys" };
    }
    try {
      const headers = Object.entries(details.headers).map(([name, value]) => [name, String(value)]);
      const answer = await outgoing.request(endpoint, {
        headers: Object.fromEntries(headers),
        ...(details.body && { body: details.body }),
      });
      return outcomeOf(answer, now());
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      if (error.kind === "not-sent") return { state: "retry", result: "no-connection" };
      if (error.kind === "unknown") return { state: "unknown", result: "cut-off" };
      return { state: "failed", result: "refused-address" };
    }
  };
}

export type SendPush = ReturnType<typeof createPush>;

function outcomeOf({ status, headers }: OutgoingAnswer, now: Date): Outcome {
  const result = `http-${status}`;
  if (status >= 200 && status < 300) return { state: "sent" };
  if (status === 404 || status === 410) return { state: "dropped", result: "gone" };
  if (status !== 429 && status < 500) return { state: "failed", result };
  const retryAfterMs = retryAfterOf(headers["retry-after"], now);
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status === 429) return { state: "retry", result: "throttled", refusal: "throttled", ...wait };
  return { state: "retry", result, ...(status === 503 && { refusal: "unavailable" as const }), ...wait };
}

/** Milliseconds of `Retry-After`, which is a number of seconds or a date. */
function retryAfterOf(header: string | string[] | undefined, now: Date): number | undefined {
  const text = String(header ?? "").trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return ms > 0 ? ms : undefined;
}
