import { connect } from "node:net";
import type { Send } from "./caller.ts";

interface Answer {
  readonly status: number;
  /** The body, decoded as UTF-8 on demand. */
  text(): string;
}

/**
 * One connection for sequential requests, without the overhead of Node's client. Responses have a Content-Length, or no
 * body (304).
 */
export function httpConnection(origin: string) {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  let received = Buffer.alloc(0);
  let head = 0;
  let total = 0;
  let status = 0;
  socket.on("data", (part) => {
    received = received.length === 0 ? part : Buffer.concat([received, part]);
    if (total === 0) {
      const end = received.indexOf("\r\n\r\n");
      if (end === -1) return;
      const lines = received.toString("latin1", 0, end);
      status = Number(lines.slice(9, 12));
      head = end + 4;
      total = head + Number(/\r\ncontent-length: (\d+)/i.exec(lines)?.[1] ?? 0);
    }
    if (received.length < total) return;
    const body = received.subarray(head, total);
    received = Buffer.alloc(0);
    total = 0;
    waiting?.resolve({ status, text: () => body.toString("utf8") });
  });
  socket.on("error", (error) => waiting?.reject(error));
  socket.on("close", () => waiting?.reject(new Error("the connection was closed")));
  const ask = (request: string | Buffer) =>
    new Promise<Answer>((resolve, reject) => {
      if (socket.destroyed) throw new Error("the connection was closed");
      waiting = { resolve, reject };
      socket.write(request);
    });
  const send: Send = async (url, method, headers, body) => {
    const { pathname, search } = new URL(url);
    const { status, text } = await ask(requestText(method, pathname + search, { host, ...headers }, body));
    return { status, text: text() };
  };
  return { ask, send, close: () => void socket.destroy() };
}

export function requestText(
  method: string,
  path: string,
  headers: Readonly<Record<string, string | number>>,
  body = "",
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}
