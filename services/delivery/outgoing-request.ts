import { lookup as lookUpHost } from "node:dns";
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import ipaddr from "ipaddr.js";

/** `not-sent`: the other side has certainly received nothing. `unknown`: it may have received the request. */
type OutgoingErrorKind = "refused-address" | "not-sent" | "unknown";

/** A request without a response. The message contains no part of the address. */
export class OutgoingError extends Error {
  readonly kind: OutgoingErrorKind;
  constructor(kind: OutgoingErrorKind, reason: string) {
    super(reason);
    this.name = "OutgoingError";
    this.kind = kind;
  }
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Its first 4 kB. */
  readonly body: string;
}

interface OutgoingOptions {
  /** An origin used in tests, `http://host:port`, for which scheme, port and address are not checked. */
  readonly allowedOrigins?: readonly string[];
  readonly keepAlive?: boolean;
  /** Time limit of the whole request. */
  readonly timeoutMs?: number;
  readonly lookup?: typeof lookUpHost;
  /** Certificate authorities that replace Node's; for tests. */
  readonly ca?: string | Buffer;
}

const answerBytes = 4096;
const defaultTimeoutMs = 10_000;
/**
 * Shorter than the idle timeouts of most servers, so that a connection is hardly ever reused while it is being closed.
 */
const idleMs = 4000;

/** The only IPv6 addresses that are assigned to hosts of the internet (RFC 4291 §2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address is public. Mapped IPv4 addresses are checked as IPv4; every other IPv6 address that contains an
 * IPv4 address may lead to it through a gateway, and is not public.
 */
export function isPublicAddress(address: string): boolean {
  // The parser reads `::1.2.3.4` as mapped, although it is IPv4-compatible.
  if (/^::\d+\./.test(address)) return false;
  try {
    const parsed = ipaddr.process(address);
    if (parsed.range() !== "unicast") return false;
    return parsed instanceof ipaddr.IPv4 || (parsed.match(globalUnicast) && !isIsatap(parsed));
  } catch {
    return false;
  }
}

/** The last 64 bits are those of a tunnel to an IPv4 address (RFC 5214 §6.1), behind any prefix. */
const isIsatap = ({ parts }: ipaddr.IPv6) => (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;

/** The parsed address, or undefined if it is forbidden before its host is resolved (spec/notifications.md rule 15). */
export function outgoingUrl(text: string, allowedOrigins: readonly string[] = []): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || `${url.username}${url.password}` !== "") return undefined;
  if (allowedOrigins.includes(url.origin)) return url;
  // URL drops an explicit port 443, the default of the scheme.
  if (url.protocol !== "https:" || url.port !== "") return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 || isPublicAddress(host) ? url : undefined;
}

const refusedAddress = () =>
  new OutgoingError("refused-address", "the host resolves to an address that is not public");

/** Resolves all addresses of a host; fails when one of them is not public. */
const checkedLookup =
  (lookup: typeof lookUpHost): LookupFunction =>
  (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new Error("the host has no address"), []);
      if (!addresses.every(({ address }) => isPublicAddress(address))) return done(refusedAddress(), []);
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

type Opened = (error: Error | null, socket: Socket) => void;

/** A failure before a byte of the request was written. */
const notSent = (error: Error) =>
  error instanceof OutgoingError
    ? error
    : new OutgoingError("not-sent", (error as NodeJS.ErrnoException).code ?? "no connection");

interface Destination {
  readonly host: string;
  readonly port: number;
  readonly timeoutMs: number;
}

/** Opens a connection; `secure` may begin TLS before it counts as open. */
function open(
  { host, port, timeoutMs }: Destination,
  { lookup, secure }: { lookup?: LookupFunction; secure?: (socket: Socket) => Socket },
  opened: Opened,
): void {
  const socket = connect({ host, port, ...(lookup && { lookup }) });
  const fail = (error: Error) => {
    clearTimeout(timer);
    socket.destroy();
    opened(notSent(error), socket);
  };
  const timer = setTimeout(() => fail(new Error("no connection in time")), timeoutMs);
  const finish = (connected: Socket) => {
    clearTimeout(timer);
    socket.off("error", fail);
    connected.off("error", fail);
    opened(null, connected);
  };
  socket.once("error", fail);
  socket.once("connect", () => {
    if (!secure) return finish(socket);
    // Checks the connected address before the first byte, that of TLS included.
    if (!isPublicAddress(socket.remoteAddress ?? "")) return fail(refusedAddress());
    const secured = secure(socket);
    secured.once("error", fail);
    secured.once("secureConnect", () => finish(secured));
  });
}

/** The options of createConnection that are used here. */
interface Target {
  readonly host?: string | null | undefined;
  readonly port?: number | string | null | undefined;
}

/** Agents that check their connections. Proxy variables are not read. */
function checkedAgents({ keepAlive = false, timeoutMs = defaultTimeoutMs, ...given }: OutgoingOptions) {
  const { ca } = given;
  const lookup = checkedLookup(given.lookup ?? lookUpHost);
  const destinationOf = ({ host, port }: Target, defaultPort: number) => ({
    host: String(host).replace(/^\[|\]$/g, ""),
    port: Number(port ?? defaultPort),
    timeoutMs,
  });
  class Secure extends HttpsAgent {
    override createConnection(target: Target, opened?: Opened): undefined {
      const destination = destinationOf(target, 443);
      const servername = isIP(destination.host) ? "" : destination.host;
      const secure = (socket: Socket) => connectTls({ socket, servername, ...(ca && { ca }) });
      open(destination, { lookup, secure }, opened as Opened);
    }
  }
  class Plain extends HttpAgent {
    override createConnection(target: Target, opened?: Opened): undefined {
      open(destinationOf(target, 80), {}, opened as Opened);
    }
  }
  const options = { keepAlive, timeout: idleMs, maxFreeSockets: 16 };
  return { secure: new Secure(options), plain: new Plain(options) };
}

/** Collects the response; `end` is called once it is complete or 4 kB long. The rest is dropped with the connection. */
function readAnswer(response: IncomingMessage, end: () => void): () => OutgoingAnswer {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= answerBytes) return;
    end();
    response.destroy();
  });
  response.once("end", end);
  // The status has arrived, which is decisive.
  response.once("error", end);
  return () => ({
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).subarray(0, answerBytes).toString(),
  });
}

interface OutgoingRequest {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/**
 * The only access to addresses from members or browsers (spec/notifications.md rule 15): https at port 443 of a public
 * address, no redirects, no proxy, a time limit and 4 kB of response.
 */
export function createOutgoing(options: OutgoingOptions = {}) {
  const { allowedOrigins = [], timeoutMs = defaultTimeoutMs } = options;
  const agents = checkedAgents(options);

  return {
    /** @throws OutgoingError without a response */
    request(address: string, { method = "POST", headers, body }: OutgoingRequest): Promise<OutgoingAnswer> {
      const url = outgoingUrl(address, allowedOrigins);
      if (!url) return Promise.reject(new OutgoingError("refused-address", "the address is not allowed"));
      const isSecure = url.protocol === "https:";
      return new Promise((resolve, reject) => {
        let isConnected = false;
        let answer: (() => OutgoingAnswer) | undefined;
        const given = { method, headers };
        const sent = isSecure
          ? httpsRequest(url, { ...given, agent: agents.secure })
          : httpRequest(url, { ...given, agent: agents.plain });
        const settle = (error?: OutgoingError) => {
          clearTimeout(timer);
          if (answer) resolve(answer());
          else if (error) reject(error);
        };
        const timer = setTimeout(() => {
          settle(new OutgoingError(isConnected ? "unknown" : "not-sent", "timed out"));
          sent.destroy();
        }, timeoutMs);
        sent.once("socket", () => {
          isConnected = true;
        });
        sent.on("error", (error: NodeJS.ErrnoException) =>
          settle(isConnected ? new OutgoingError("unknown", error.code ?? "cut off") : notSent(error)),
        );
        sent.once("response", (response) => {
          answer = readAnswer(response, settle);
        });
        sent.end(body);
      });
    },
    /** Ends idle connections. */
    close(): void {
      agents.secure.destroy();
      agents.plain.destroy();
    },
  };
}

export type Outgoing = ReturnType<typeof createOutgoing>;
