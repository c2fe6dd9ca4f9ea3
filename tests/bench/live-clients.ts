import { WebSocket } from "ws";
import type { ServerMessage } from "#contracts/live";

/** What the bench tells its clients: how many to open, then how many messages to await. */
export type ToClients =
  | {
      readonly type: "open";
      readonly url: string;
      readonly count: number;
      readonly channels: readonly string[];
    }
  | { readonly type: "expect"; readonly messages: number; readonly wantsArrivals: boolean };

/** `arrivals`: checkpoint and epoch milliseconds of every message that was awaited, if wanted. */
export type FromClients =
  | { readonly type: "ready" }
  | { readonly type: "done"; readonly arrivals: readonly (readonly [string, number])[] };

let expected = Number.POSITIVE_INFINITY;
let wantsArrivals = false;
let count = 0;
const arrivals: [string, number][] = [];
const tell = (message: FromClients) => process.send?.(message);

function report(): void {
  if (count < expected) return;
  expected = Number.POSITIVE_INFINITY;
  tell({ type: "done", arrivals });
}

function open(url: string, channels: readonly string[]): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  let missing = channels.length;
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("open", () => {
      const wishes = channels.map((key) => ({ type: "subscribe", view: "team-page", key }));
      socket.send(JSON.stringify([{ type: "hello", token: null }, ...wishes]));
    });
    socket.on("message", (data) => {
      const at = performance.timeOrigin + performance.now();
      for (const message of JSON.parse(String(data)) as ServerMessage[]) {
        if (message.type === "changed") {
          count += 1;
          if (wantsArrivals) arrivals.push([message.checkpoint, at]);
        }
        if (message.type === "subscribed") missing -= 1;
      }
      if (missing === 0) resolve();
      report();
    });
  });
}

process.on("message", async (message: ToClients) => {
  if (message.type === "open") {
    for (let n = 0; n < message.count; n += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, message.count - n) }, () => open(message.url, message.channels)),
      );
    tell({ type: "ready" });
  } else {
    expected = message.messages;
    wantsArrivals = message.wantsArrivals;
    report();
  }
});
