import { WebSocket } from "ws";
import type { ServerMessage } from "#contracts/live";
import { onOrder } from "../bench/helper-process.ts";

/** Clients of a live feed in a separate process, so that their work is not part of the measured one. */
export type WatchingOrder =
  /** `view/key` of the channels that each client watches. */
  | {
      readonly type: "open";
      readonly url: string;
      readonly count: number;
      readonly channels: readonly string[];
    }
  /** Stops reading until `resume`. */
  | { readonly type: "pause" }
  | { readonly type: "resume" }
  /** Waits until each client has received the change of all its channels at this checkpoint as its last message. */
  | { readonly type: "await"; readonly last: string };

export interface WatchingReport {
  /** By checkpoint: when the first client received it, in epoch milliseconds. */
  readonly arrivals: Readonly<Record<string, number>>;
}

interface Client {
  readonly socket: WebSocket;
  /** Parsed only when needed, so that receiving costs next to nothing. */
  newest: string;
}

let clients: Client[] = [];
let channels = 0;
const heardAt: { at: number; frame: string }[] = [];
let onReceived = () => {};

onOrder(async (order: WatchingOrder): Promise<WatchingReport> => {
  if (order.type === "open") {
    channels = order.channels.length;
    clients = await Promise.all(Array.from({ length: order.count }, (_, n) => open(order, n === 0)));
  } else if (order.type === "await") {
    const { last } = order;
    const isThere = () =>
      clients.every(({ newest }) => changesIn(newest).filter((at) => at === last).length === channels);
    if (!isThere())
      await new Promise<void>((resolve) => {
        onReceived = () => isThere() && resolve();
      });
    return { arrivals: arrivals() };
  } else for (const { socket } of clients) socket[order.type]();
  return { arrivals: {} };
});

/** Checkpoints of the changes in a frame. */
const changesIn = (frame: string): string[] =>
  (JSON.parse(frame) as ServerMessage[]).flatMap((message) =>
    message.type === "changed" ? [message.checkpoint] : [],
  );

function arrivals(): Record<string, number> {
  const first: Record<string, number> = {};
  for (const { at, frame } of heardAt.splice(0))
    for (const checkpoint of changesIn(frame)) first[checkpoint] ??= at;
  return first;
}

function open(
  { url, channels }: Extract<WatchingOrder, { type: "open" }>,
  isTimed: boolean,
): Promise<Client> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const client = { socket, newest: "[]" };
  const wishes = channels.map((channel) => {
    const [view, key] = channel.split("/");
    return { type: "subscribe", view, key };
  });
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("open", () => socket.send(JSON.stringify([{ type: "hello", token: null }, ...wishes])));
    socket.on("message", (data) => {
      const at = performance.timeOrigin + performance.now();
      client.newest = String(data);
      if (isTimed) heardAt.push({ at, frame: client.newest });
      if (client.newest.includes('"subscribed"')) resolve(client);
      onReceived();
    });
  });
}
