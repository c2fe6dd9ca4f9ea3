import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { clientAddress } from "../http/client-address.ts";
import { countNoLonger } from "../http/connections.ts";
import { lacksOneHost } from "../http/server.ts";

type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const paths = new WeakMap<Server, Map<string, UpgradeHandler>>();
const gates = new WeakMap<Server, (request: IncomingMessage, socket: Duplex) => boolean>();

/** Maximum of open websockets, over all paths of a server. */
interface SocketLimits {
  readonly inAll: number;
  readonly perAddress: number;
}

/** Refuses upgrades beyond the limits: with 429 above that of an address and with 503 above that of the process. */
export function limitUpgrades(
  server: Server,
  limits: SocketLimits,
  onRefused: (limit: keyof SocketLimits) => void,
): void {
  const openOf = new Map<string, number>();
  let open = 0;
  const change = (address: string, by: number) => {
    open += by;
    const left = (openOf.get(address) ?? 0) + by;
    if (left > 0) openOf.set(address, left);
    else openOf.delete(address);
  };
  gates.set(server, (request, socket) => {
    const address = clientAddress(request);
    const isTooMany = (openOf.get(address) ?? 0) >= limits.perAddress;
    if (isTooMany || open >= limits.inAll) {
      onRefused(isTooMany ? "perAddress" : "inAll");
      refuseUpgrade(socket, isTooMany ? 429 : 503);
      return false;
    }
    change(address, 1);
    countNoLonger(socket);
    socket.once("close", () => change(address, -1));
    return true;
  });
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
