import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { envelopeOf, Refused, refusals } from "#contracts/errors";
import { type Logger, newRequestId } from "../logging.ts";
import type { Header } from "./security-headers.ts";

/**
 * Answers what Node cannot read as a request (an address or headers too long, no HTTP at all) with an envelope
 * (spec/wire-contract.md §1.3), where Node itself would send an empty answer, and hangs up. A request that does not come
 * to its end in time gets Node's 408: nothing of it is wrong, and who has not asked yet must not take it for an answer.
 */
export function answerUnreadable(server: Server, headers: readonly Header[], log: Logger): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Nobody is there any more, or an answer has begun that must not be written into.
    if (error.code === "ECONNRESET" || !socket.writable || hasBegunToAnswer(socket)) {
      socket.destroy();
      return;
    }
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") {
      socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n", () => socket.destroy());
      return;
    }
    const code = error.code === "HPE_HEADER_OVERFLOW" ? "request-too-large" : "malformed";
    const body = JSON.stringify(envelopeOf(new Refused(code)));
    const { status } = refusals[code];
    const requestId = newRequestId();
    // Without what was sent: it may be anybody's text.
    log.info({ requestId, status, reason: error.code }, "no request");
    const lines = [
      ...headers,
      ["X-Request-Id", requestId],
      ["Content-Type", "application/json; charset=utf-8"],
      ["Content-Length", Buffer.byteLength(body)],
      ["Cache-Control", "no-store"],
      ["Connection", "close"],
    ].map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () =>
      socket.destroy(),
    );
  });
}

/** Node keeps the answer that is under way on the socket; its own handling of these errors looks there, too. */
const hasBegunToAnswer = (socket: Duplex & { _httpMessage?: { headersSent: boolean } | null }) =>
  socket._httpMessage?.headersSent === true;
