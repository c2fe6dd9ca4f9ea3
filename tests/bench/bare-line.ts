import { connect } from "node:net";
import { type BareAnswer, eachAnswer } from "./bare-answers.ts";
import type { Send } from "./caller.ts";

/**
 * One connection of one's own, for one request after the other: Node's client takes some tenths of a millisecond itself,
 * which are none of the server's.
 */
export function bareLine(origin: string): { readonly send: Send; close(): void } {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  let waiting: { answered(answer: BareAnswer): void; failed(error: Error): void } | undefined;
  eachAnswer(socket, (answer) => waiting?.answered(answer));
  socket.on("error", (error) => waiting?.failed(error));
  socket.on("close", () => waiting?.failed(new Error("the connection was closed")));
  return {
    send: (url, method, headers, body) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) throw new Error("the connection was closed");
        const { pathname, search } = new URL(url);
        waiting = { answered: ({ status, text }) => resolve({ status, text: text() }), failed: reject };
        const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
        socket.write(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`);
      }),
    close: () => void socket.destroy(),
  };
}
