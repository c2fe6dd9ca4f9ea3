import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
} from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { jwtVerify } from "jose";

/**
 * A push service on loopback according to RFC 8030 (protocol), 8188 and 8291 (encryption) and 8292 (VAPID), with the
 * responses that browsers' services document: 201 with `Location`, 400, 403, 404, 410, 413 above 4096 bytes, 429 with
 * `Retry-After`. It was not compared with them: their rate limits and their handling of `Topic` may differ.
 */
export interface ReceivedPush {
  readonly subscription: string;
  /** The payload that the device's browser would receive. */
  readonly payload: { title: string; body: string; tag: string; url: string; unread: number };
  readonly headers: IncomingMessage["headers"];
  /** Claims of the sender's token. */
  readonly claims: { readonly aud: string; readonly sub: string; readonly exp: number };
}

interface Subscription {
  readonly id: string;
  readonly ecdh: ECDH;
  readonly auth: Buffer;
}

interface Answering {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

const maxBytes = 4096;
const dayMs = 86_400_000;

interface PushServiceOptions {
  readonly delayMs?: number;
  readonly port?: number;
  /** The clock for validating tokens. */
  readonly now?: () => number;
}

export async function startPushService(options: PushServiceOptions = {}) {
  const { now = Date.now } = options;
  const subscriptions = new Map<string, Subscription>();
  const gone = new Set<string>();
  const received: ReceivedPush[] = [];
  const faults: string[] = [];
  const requests: string[] = [];
  let answering: ((subscription: string) => Answering | "cut" | "silence" | undefined) | undefined;

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: Error) => {
      faults.push(error.message);
      response.writeHead(error instanceof Refusal ? error.status : 500).end(error.message);
    });
  });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const id = (request.url ?? "").split("/").at(-1) ?? "";
    requests.push(id);
    if (options.delayMs) await pause(options.delayMs);
    const told = answering?.(id);
    if (told === "cut") return void request.socket.destroy();
    if (told === "silence") return;
    if (told) return void response.writeHead(told.status, told.headers).end();
    if (request.method !== "POST") throw new Refusal(405, "only POST is known");
    if (gone.has(id)) throw new Refusal(410, "the subscription has ended");
    const subscription = subscriptions.get(id);
    if (!subscription) throw new Refusal(404, "no such subscription");
    if (body.length > maxBytes) throw new Refusal(413, "too large");
    const claims = await claimsOf(request, origin, now());
    const payload = JSON.parse(decrypted(request, body, subscription).toString());
    received.push({ subscription: id, payload, headers: request.headers, claims });
    response.writeHead(201, { location: `${origin}/message/${randomUUID()}` }).end();
  }

  return {
    origin,
    /** The subscription that a browser gives to its page. */
    subscribe() {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const subscription = { id: randomUUID(), ecdh, auth: randomBytes(16) };
      subscriptions.set(subscription.id, subscription);
      return {
        id: subscription.id,
        endpoint: `${origin}/send/${subscription.id}`,
        keys: {
          p256dh: ecdh.getPublicKey().toString("base64url"),
          auth: subscription.auth.toString("base64url"),
        },
      };
    },
    end: (id: string) => void gone.add(id),
    /** Accepted pushes. */
    received,
    /** Requested subscriptions, including refused ones. */
    requests,
    /** Why requests were refused. */
    faults,
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

export type PushService = Awaited<ReturnType<typeof startPushService>>;

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const demand = (holds: unknown, message: string, status = 400) => {
  if (!holds) throw new Refusal(status, message);
};

/** RFC 8292 §2: an ES256 token for this origin, of at most 24 hours, signed with the key that it includes. */
async function claimsOf(
  { headers }: IncomingMessage,
  origin: string,
  now: number,
): Promise<ReceivedPush["claims"]> {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  const point = Buffer.from(key, "base64url");
  demand(point.length === 65 && point[0] === 4, "no key of VAPID", 401);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({
    key: { kty: "EC", crv: "P-256", x: x as string, y: y as string },
    format: "jwk",
  });
  const demanded = { audience: origin, algorithms: ["ES256"], currentDate: new Date(now) };
  const { payload } = await jwtVerify(token, publicKey, demanded).catch((error: Error) => {
    throw new Refusal(403, `the token is not taken: ${error.message}`);
  });
  const { aud, sub = "", exp = 0 } = payload;
  demand(exp * 1000 <= now + dayMs + 1000, "the token is valid for too long", 403);
  demand(/^(mailto:|https:)/.test(sub), "the subject is no way to reach the sender", 403);
  return { aud: String(aud), sub, exp };
}

/** RFC 8291 §3: decrypts as the device's browser does, without the library that encrypts. */
function decrypted({ headers }: IncomingMessage, body: Buffer, { ecdh, auth }: Subscription): Buffer {
  demand(/^\d+$/.test(String(headers.ttl)), "TTL is needed");
  demand(headers["content-encoding"] === "aes128gcm", "aes128gcm is needed");
  const topic = headers.topic;
  demand(topic === undefined || /^[\w-]{1,32}$/.test(String(topic)), "the topic is not taken");
  const salt = body.subarray(0, 16);
  const keyLength = body[20] as number;
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const shared = ecdh.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), senderKey]);
  const material = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", material, salt, `Content-Encoding: ${name}\0`, bytes));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  demand(end >= 0 && padded.subarray(end + 1).every((byte) => byte === 0), "the padding is wrong");
  return padded.subarray(0, end);
}
