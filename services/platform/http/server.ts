import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import type { Request, Response } from "express";
import { envelopeOf, Refused, refusals } from "#contracts/errors";
import type { Config } from "../config.ts";
import { type Logger, newRequestId } from "../logging.ts";
import { hasBody } from "./discard-rest.ts";
import { requestIdOf } from "./http-deps.ts";
import { sendRefusal } from "./reply.ts";
import type { Header } from "./security-headers.ts";

/**
 * Opens the port without an application yet. The application also gets the requests that Node would handle itself:
 * those without `Host`, and those that expect more than `100-continue` (may be ignored: RFC 9110 §10.1.1).
 */
export async function listen(config: Pick<Config, "port" | "host">): Promise<Server> {
  const server = createServer({
    requireHostHeader: false,
    headersTimeout: 15_000,
    connectionsCheckingInterval: 5000,
  });
  // A client that neither sends nor reads anything for this long is disconnected.
  server.timeout = 60_000;
  // Longer than the idle timeout of proxies (Caddy: 2 minutes): if both closed at the same time, a request in between
  // would fail.
  server.keepAliveTimeout = 130_000;
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(whyNot(error, config)));
    server.listen(config.port, config.host, resolve);
  });
  return server;
}

/** Explains why the server cannot listen and which setting to correct. */
function whyNot(error: NodeJS.ErrnoException, { port, host }: Pick<Config, "port" | "host">): Error {
  const { code = "" } = error;
  if (code === "EADDRINUSE")
    return new Error(`Port ${port} is in use: set PORT to another one (0 for any free one).`);
  if (code === "EACCES")
    return new Error(`Port ${port} is not permitted for this user: set PORT above 1023.`);
  return new Error(`HOST=${host} is not available (${code}): set it to an address of this machine.`, {
    cause: error,
  });
}

/** How long a closing server waits for requests in progress, such as a picture over a slow connection. */
export const closingMs = 20_000;

/**
 * Stops accepting connections, completes requests in progress, and resolves once all connections are closed or after
 * `maxMs`; at once if it is closed already.
 */
export async function closeServer(server: Server, maxMs = closingMs): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise((resolve) => server.close(resolve));
  // Node keeps a connection open after its response although it accepts no further request.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
  const closeAll = setTimeout(() => server.closeAllConnections(), maxMs);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(closeAll);
}

/** A request of HTTP/1.1 without `Host`, and any with two, must be refused with 400 (RFC 9112 §3.2). */
export function lacksOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  return hosts > 1 || (hosts === 0 && httpVersion === "1.1");
}

/** Responds with an envelope and closes the connection without reading the rest of the request. */
export function refuseAndClose(request: IncomingMessage, response: ServerResponse, refused: Refused): void {
  response.setHeader("Connection", "close");
  sendRefusal(response as Response, refused, requestIdOf(request as Request));
}

/**
 * Like `refuseAndClose`, but keeps the connection open if the request has no body: Node accepts one connection per turn
 * of its event loop, so other clients would wait behind new ones.
 */
export function refuseUnread(request: IncomingMessage, response: ServerResponse, refused: Refused): void {
  if (hasBody(request)) refuseAndClose(request, response, refused);
  else sendRefusal(response as Response, refused, requestIdOf(request as Request));
}

/**
 * Responds to bytes that Node cannot parse as a request (overlong address or headers, no HTTP) with an envelope
 * (spec/wire-contract.md §1.3) instead of Node's empty response, and closes the connection. An incomplete request that
 * times out gets Node's 408, because a client that has not sent a request must not take an envelope for its response.
 */
export function answerUnreadable(server: Server, headers: readonly Header[], log: Logger): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on("request", ({ socket }, response) => responses.set(socket, response));
  const hasBegunToAnswer = (socket: Duplex) => {
    const response = responses.get(socket);
    return response?.headersSent === true && !response.writableFinished;
  };
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    // The client has disconnected, or a response is in progress that must not be corrupted.
    if (error.code === "ECONNRESET" || !socket.writable || hasBegunToAnswer(socket)) {
      socket.destroy();
      return;
    }
    const close = () => socket.destroy();
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") {
      socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n", close);
      return;
    }
    const code = error.code === "HPE_HEADER_OVERFLOW" ? "request-too-large" : "malformed";
    const body = JSON.stringify(envelopeOf(new Refused(code)));
    const { status } = refusals[code];
    const requestId = newRequestId();
    // The log omits what was sent, because it may be personal.
    log.info({ requestId, status, reason: error.code }, "unreadable request");
    const lines = [
      ...headers,
      ["X-Request-Id", requestId],
      ["Content-Type", "application/json; charset=utf-8"],
      ["Content-Length", Buffer.byteLength(body)],
      ["Cache-Control", "no-store"],
      ["Connection", "close"],
    ].map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, close);
  });
}
