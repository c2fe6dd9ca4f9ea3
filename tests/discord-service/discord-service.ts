import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Discord's "Execute Webhook" on loopback according to its documentation
 * (https://docs.discord.com/developers/resources/webhook#execute-webhook, /topics/rate-limits, /topics/opcodes-and-status-codes):
 * 204 without `?wait`, 400, 401 and 404 with `{message, code}`, 429 with `{message, retry_after, global}` and its headers.
 * It knows version 10 alone; Discord's default version tells the time to wait in milliseconds (/change-log, API v8).
 * It was not compared with Discord, which has no offline server.
 */
export interface ReceivedMessage {
  readonly webhook: string;
  readonly content: string;
  readonly allowed_mentions: unknown;
  readonly flags: number;
}

interface Answering {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

const maxContent = 2000;
const json = { "content-type": "application/json" };

/** `retry_after` is in seconds with a fraction; the header is rounded up. */
export const throttled = (seconds: number, global = false): Answering => ({
  status: 429,
  headers: {
    ...json,
    "retry-after": String(Math.ceil(seconds)),
    "x-ratelimit-scope": global ? "global" : "user",
    ...(global ? { "x-ratelimit-global": "true" } : { "x-ratelimit-remaining": "0" }),
  },
  body: { message: "You are being rate limited.", retry_after: seconds, global },
});

export async function startDiscordService(options: { readonly port?: number } = {}) {
  const tokens = new Map<string, string>();
  const received: ReceivedMessage[] = [];
  const requests: string[] = [];
  let answering: ((webhook: string) => Answering | "cut" | "silence" | undefined) | undefined;

  const server = createServer((request, response) => void answer(request, response));
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const reply = ({ status, headers = json, body }: Answering) =>
      void response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
    const [, id = "", token = ""] = /^\/api\/v10\/webhooks\/(\d+)\/([\w-]+)$/.exec(request.url ?? "") ?? [];
    requests.push(id);
    const told = answering?.(id);
    if (told === "cut") return void request.socket.destroy();
    if (told === "silence") return;
    if (told) return reply(told);
    if (request.method !== "POST")
      return reply({ status: 405, body: { message: "405: Method Not Allowed", code: 0 } });
    if (!tokens.has(id)) return reply({ status: 404, body: { message: "Unknown Webhook", code: 10015 } });
    if (tokens.get(id) !== token)
      return reply({ status: 401, body: { message: "Invalid Webhook Token", code: 50027 } });
    const body = JSON.parse(Buffer.concat(chunks).toString());
    if (typeof body.content !== "string" || body.content.trim() === "")
      return reply({ status: 400, body: { message: "Cannot send an empty message", code: 50006 } });
    if (body.content.length > maxContent)
      return reply({ status: 400, body: { message: "Invalid Form Body", code: 50035 } });
    received.push({ webhook: id, ...body });
    reply({ status: 204, headers: { "x-ratelimit-limit": "5", "x-ratelimit-remaining": "4" } });
  }

  let last = 1_000_000_000_000_000_000n;
  return {
    origin,
    /** Creates a webhook, whose address is one of discord.com. */
    webhook(token = `secret-${Math.random().toString(36).slice(2)}-${"x".repeat(40)}`) {
      last += 1n;
      const id = String(last);
      tokens.set(id, token);
      return { id, token, address: `https://discord.com/api/webhooks/${id}/${token}` };
    },
    /** Deletes a webhook, as a member of the Discord server does. */
    end: (id: string) => void tokens.delete(id),
    /** Accepted messages. */
    received,
    /** Webhooks of all requests, including refused ones. */
    requests,
    /** Sets another response. */
    answerBy(how: typeof answering): void {
      answering = how;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type DiscordService = Awaited<ReturnType<typeof startDiscordService>>;
