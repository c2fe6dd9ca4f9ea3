import type { Socket } from "node:net";

/** An answer as it came over the line. */
export interface BareAnswer {
  readonly status: number;
  /** Of head and body together. */
  readonly bytes: number;
  /** The body, read as UTF-8 when it is asked for. */
  text(): string;
}

/** Calls back after each answer on a socket. Answers have a Content-Length, or no body (304). */
export function eachAnswer(socket: Socket, answered: (answer: BareAnswer) => void): void {
  let got = Buffer.alloc(0);
  let head = 0;
  let whole = 0;
  let status = 0;
  socket.on("data", (part) => {
    got = got.length === 0 ? part : Buffer.concat([got, part]);
    if (whole === 0) {
      const end = got.indexOf("\r\n\r\n");
      if (end === -1) return;
      const lines = got.toString("latin1", 0, end);
      status = Number(lines.slice(9, 12));
      head = end + 4;
      whole = head + Number(/\r\ncontent-length: (\d+)/i.exec(lines)?.[1] ?? 0);
    }
    if (got.length < whole) return;
    const [body, bytes] = [got.subarray(head, whole), whole];
    got = Buffer.alloc(0);
    whole = 0;
    answered({ status, bytes, text: () => body.toString("utf8") });
  });
}
