import { WebSocket } from "ws";
import type { ServerMessage } from "#contracts/live";
import { onOrder } from "./helper-process.ts";

/**
 * Opens sockets that watch, or awaits so many messages and reports when they came. Sockets are shared out among the
 * addresses. A message is a `changed` or, of a bare server, whatever is in its frames.
 */
export type SocketsOrder =
  | {
      readonly type: "open";
      readonly urls: readonly string[];
      readonly count: number;
      /** `view/key` of the channels to watch; none for a bare server. */
      readonly channels: readonly string[];
    }
  | { readonly type: "expect"; readonly messages: number }
  /** Waits for the expected messages, or until every socket has received a checkpoint. */
  | { readonly type: "await"; readonly last?: string }
  | { readonly type: "close" };

export interface SocketsReport {
  /** By checkpoint: epoch milliseconds of the arrivals, the earliest first. Empty when a number was awaited. */
  readonly arrivals: Readonly<Record<string, readonly number[]>>;
}

let open: WebSocket[] = [];
let missing = 0;
let received = () => {};
let arrivals: Record<string, number[]> = {};

onOrder(async (order: SocketsOrder): Promise<SocketsReport> => {
  if (order.type === "open") {
    for (let n = 0; n < order.count; n += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, order.count - n) }, (_, place) => connect(order, place)),
      );
  } else if (order.type === "expect") {
    missing = order.messages;
    arrivals = {};
  } else if (order.type === "await") {
    const { last } = order;
    // Consecutive changes may arrive as one message.
    const isOver = () => (last === undefined ? missing <= 0 : (arrivals[last]?.length ?? 0) >= open.length);
    if (!isOver())
      await new Promise<void>((resolve) => {
        received = () => isOver() && resolve();
      });
    // Parsing a long report would take time of the measured process.
    if (last !== undefined) return { arrivals };
  } else {
    for (const socket of open) socket.terminate();
    open = [];
  }
  return { arrivals: {} };
});

function connect({ urls, channels }: Extract<SocketsOrder, { type: "open" }>, place: number): Promise<void> {
  const socket = new WebSocket(urls[place % urls.length] as string, { perMessageDeflate: false });
  open.push(socket);
  let unconfirmed = channels.length;
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("open", () => {
      if (unconfirmed === 0) return resolve();
      const subscriptions = channels.map((channel) => {
        const [view, key] = channel.split("/");
        return { type: "subscribe", view, key };
      });
      socket.send(JSON.stringify([{ type: "hello", token: null }, ...subscriptions]));
    });
    socket.on("message", (data) => {
      const at = performance.timeOrigin + performance.now();
      for (const message of JSON.parse(String(data)) as ServerMessage[]) {
        if (message.type === "subscribed" && --unconfirmed === 0) resolve();
        if (message.type !== "changed") continue;
        missing -= 1;
        arrivals[message.checkpoint] ??= [];
        arrivals[message.checkpoint]?.push(at);
      }
      received();
    });
  });
}
