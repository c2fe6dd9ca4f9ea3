import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { clientAddress } from "../http/client-address.ts";
import { countNoLonger } from "../http/connections.ts";
import { lacksOneHost } from "../http/server.ts";

type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const paths = new WeakMap<Server, Map<string, UpgradeHandler>>();
const gates = new WeakMap<Server, (request: IncomingMessage, socket: Duplex) => boolean>();
/** Open websockets whose sender is not known yet. */
const unknown = new WeakMap<Duplex, (member: string | null) => boolean>();

/** Maximum of open websockets, over all paths of a server. */
interface SocketLimits {
  readonly inAll: number;
  readonly perAddress: number;
}

/** Open websockets of an address. */
interface Address {
  open: number;
  /** Those that have not told who they are, the oldest first: they are closed to make room. */
  readonly unknown: Set<Duplex>;
  /** Number by member, and of visitors. */
  readonly bySender: Map<string, number>;
}

/**
 * Refuses upgrades beyond the limits: with 429 above that of an address and with 503 above that of the process. A
 * member, and the visitors of an address together, may have a quarter of its websockets (`isWithinShare`).
 */
export function limitUpgrades(
  server: Server,
  limits: SocketLimits,
  onRefused: (limit: keyof SocketLimits) => void,
): void {
  const addresses = new Map<string, Address>();
  const share = Math.max(1, Math.ceil(limits.perAddress / 4));
  let open = 0;

  function count(name: string, address: Address, socket: Duplex): void {
    let sender: string | undefined;
    open += 1;
    address.open += 1;
    address.unknown.add(socket);
    addresses.set(name, address);
    unknown.set(socket, (member) => {
      address.unknown.delete(socket);
      const own = address.bySender.get(member ?? "visitors") ?? 0;
      if (own >= share) {
        onRefused("perAddress");
        return false;
      }
      sender = member ?? "visitors";
      address.bySender.set(sender, own + 1);
      return true;
    });
    socket.once("close", () => {
      open -= 1;
      address.open -= 1;
      address.unknown.delete(socket);
      if (sender !== undefined) address.bySender.set(sender, (address.bySender.get(sender) ?? 0) - 1);
      if (sender !== undefined && address.bySender.get(sender) === 0) address.bySender.delete(sender);
      if (address.open === 0) addresses.delete(name);
    });
  }

  gates.set(server, (request, socket) => {
    const name = clientAddress(request);
    const address = addresses.get(name) ?? { open: 0, unknown: new Set(), bySender: new Map() };
    const isTooMany = address.open >= limits.perAddress && !closeOldest(address.unknown);
    if (isTooMany || open >= limits.inAll) {
      onRefused(isTooMany ? "perAddress" : "inAll");
      refuseUpgrade(socket, isTooMany ? 429 : 503);
      return false;
    }
    count(name, address, socket);
    countNoLonger(socket);
    return true;
  });
}

function closeOldest(sockets: Set<Duplex>): boolean {
  const [oldest] = sockets;
  if (!oldest) return false;
  sockets.delete(oldest);
  oldest.destroy();
  return true;
}

/**
 * Call once a websocket has told who its sender is: a member, or null for a visitor. Returns false if the sender has too
 * many.
 */
export function isWithinShare(socket: Duplex, member: string | null): boolean {
  const identify = unknown.get(socket);
  unknown.delete(socket);
  return identify?.(member) ?? true;
}

/** Refuses an upgrade with an HTTP status and closes the socket. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    () => socket.destroy(),
  );
}

/**
 * Serves websocket upgrades on one path of an HTTP server; several endpoints can share a server. On other paths the
 * upgrade header is ignored and the request handled like any other, unless another listener handles upgrades (as a
 * development server does).
 * @returns a function that stops serving the path
 */
export function serveUpgrades(server: Server, path: string, handler: UpgradeHandler): () => void {
  let known = paths.get(server);
  if (!known) {
    known = new Map();
    paths.set(server, known);
    listen(server, known);
  }
  const handlers = known;
  handlers.set(path, handler);
  return () => handlers.delete(path);
}

function listen(server: Server, handlers: ReadonlyMap<string, UpgradeHandler>): void {
  server.on("upgrade", (request, socket, head) => {
    // A peer that vanishes during the handshake must not cause an uncaught error.
    socket.on("error", () => socket.destroy());
    const path = request.url?.split("?", 1)[0] ?? "";
    const handler = handlers.get(path);
    if (handler && lacksOneHost(request)) refuseUpgrade(socket, 400);
    else if (handler) {
      if (gates.get(server)?.(request, socket) ?? true) handler(request, socket, head);
    } else if (server.listenerCount("upgrade") === 1) ignoreUpgrade(server, request, socket, head);
  });
}

/**
 * Passes the request to the server again without its upgrade header (RFC 9110 §7.8 permits that): some clients offer
 * `h2c` with every request. The connection ends with the response.
 */
function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!/^(?:upgrade|connection)$/i.test(rawHeaders[at] as string))
      lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  lines.push("Connection: close", "", "");
  socket.unshift(Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), head]));
  server.emit("connection", socket);
}
