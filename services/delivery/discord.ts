import { webhookOf } from "#contracts/discord/api";
import { messageLimit } from "./discord-texts.ts";
import type { Outcome } from "./outcome.ts";
import { type Outgoing, type OutgoingAnswer, OutgoingError } from "./outgoing-request.ts";

export const discordOrigin = "https://discord.com";

/** Without a version Discord takes version 6, whose times to wait are milliseconds. */
const api = "/api/v10";

/** `SUPPRESS_EMBEDS`: no previews of addresses. */
const suppressEmbeds = 4;

interface DiscordDeps {
  readonly outgoing: Pick<Outgoing, "request">;
  /** `https://discord.com`, or in tests a stand-in. */
  readonly origin: string;
  readonly now: () => Date;
}

/** Sends messages to webhooks of Discord (https://docs.discord.com/developers/resources/webhook#execute-webhook). */
export class Discord {
  readonly #deps: DiscordDeps;
  /** When a webhook may be used again, by its id. */
  readonly #pauses = new Map<string, number>();
  #allPausedUntil = 0;

  constructor(deps: DiscordDeps) {
    this.#deps = deps;
  }

  /** Until when Discord asked this process to wait with messages for a webhook. */
  pausedUntil(address: string): Date | undefined {
    const now = this.#deps.now().getTime();
    for (const [id, until] of this.#pauses) if (until <= now) this.#pauses.delete(id);
    const until = Math.max(this.#allPausedUntil, this.#pauses.get(webhookOf(address)?.id ?? "") ?? 0);
    return until > now ? new Date(until) : undefined;
  }

  async send(address: string, content: string): Promise<Outcome> {
    const webhook = webhookOf(address);
    if (!webhook) return { state: "failed", result: "refused-address" };
    const body = JSON.stringify({
      content: content.slice(0, messageLimit),
      allowed_mentions: { parse: [] },
      flags: suppressEmbeds,
    });
    const { outgoing, origin } = this.#deps;
    try {
      const answer = await outgoing.request(`${origin}${api}/webhooks/${webhook.id}/${webhook.token}`, {
        headers: { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) },
        body,
      });
      return this.#outcomeOf(answer, webhook.id);
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      if (error.kind === "not-sent") return { state: "retry", result: "no-connection" };
      if (error.kind === "unknown") return { state: "unknown", result: "cut-off" };
      return { state: "failed", result: "refused-address" };
    }
  }

  #outcomeOf({ status, headers, body }: OutgoingAnswer, id: string): Outcome {
    const result = `http-${status}`;
    if (status >= 200 && status < 300) {
      if (headers["x-ratelimit-remaining"] === "0")
        this.#pause(id, milliseconds(headers["x-ratelimit-reset-after"]));
      return { state: "sent" };
    }
    if (status === 401 || status === 404) return { state: "dropped", result: "gone" };
    if (status === 429) {
      const { retryAfter, isGlobal } = throttlingOf(body);
      const retryAfterMs = Math.max(milliseconds(retryAfter), milliseconds(headers["retry-after"]));
      if (isGlobal) this.#allPausedUntil = this.#deps.now().getTime() + retryAfterMs;
      this.#pause(id, retryAfterMs);
      return { state: "retry", result: "throttled", retryAfterMs };
    }
    if (status === 503) return { state: "retry", result, retryAfterMs: milliseconds(headers["retry-after"]) };
    // Behind a gateway that gave up, the message may have been taken.
    return { state: status >= 500 ? "unknown" : "failed", result };
  }

  #pause(id: string, forMs: number): void {
    if (forMs > 0) this.#pauses.set(id, this.#deps.now().getTime() + forMs);
  }
}

/** Seconds, with a fraction or as text, in milliseconds; 0 for anything else. */
function milliseconds(seconds: unknown): number {
  const ms = Math.ceil(Number(seconds) * 1000);
  return ms > 0 && Number.isFinite(ms) ? ms : 0;
}

/** The body of a 429; without a body that Discord made (its proxy has others), only the header counts. */
function throttlingOf(body: string): { readonly retryAfter: unknown; readonly isGlobal: boolean } {
  try {
    const { retry_after: retryAfter, global } = JSON.parse(body);
    return { retryAfter, isGlobal: global === true };
  } catch {
    return { retryAfter: undefined, isGlobal: false };
  }
}
