import { randomUUID } from "node:crypto";
import type { Listening } from "../event-store/listening.ts";

const channel = "documents";
/** Postgres takes less than 8000 bytes. */
const mostBytes = 7900;
/** Each notification takes a lock of the whole server when it commits. */
const betweenMs = 20;
const betweenAwarenessMs = 200;

interface NeighboursEvents {
  /** Something may have been written elsewhere. */
  readonly onWritten: () => void;
  readonly onAwareness: (room: string, update: Uint8Array) => void;
  /** Somebody has come who does not know who is here. */
  readonly onArrival: () => void;
}

/** The other processes on the same database. What is told may get lost: whoever needs it must look now and then. */
export interface Neighbours {
  start(): void;
  tellWritten(): void;
  /** `about` names the clients it speaks of: later news of the same take the place of earlier. */
  tellAwareness(room: string, update: Uint8Array, about: string): void;
  close(): Promise<void>;
}

/** `written`, `arrived`, or a room and its news in base64; the sender in front. */
type Told = readonly [
  from: string,
  kind: "written" | "arrived" | "awareness",
  room?: string,
  update?: string,
];

export function createNeighbours(listening: Listening, events: NeighboursEvents): Neighbours {
  const self = randomUUID();
  const news = new Map<string, { room: string; update: Uint8Array }>();
  let stop: (() => Promise<void>) | undefined;
  let written: NodeJS.Timeout | undefined;
  let awareness: NodeJS.Timeout | undefined;

  function tell(kind: Told[1], ...rest: string[]): void {
    const text = JSON.stringify([self, kind, ...rest]);
    if (text.length <= mostBytes) void listening.notify(channel, text);
  }

  function hear(text: string): void {
    const [from, kind, room = "", update = ""] = JSON.parse(text) as Told;
    if (from === self) return;
    if (kind === "written") events.onWritten();
    else if (kind === "arrived") events.onArrival();
    else if (kind === "awareness") events.onAwareness(room, Buffer.from(update, "base64"));
  }

  function sendNews(): void {
    awareness = undefined;
    for (const { room, update } of news.values())
      tell("awareness", room, Buffer.from(update).toString("base64"));
    news.clear();
  }

  function arrive(): void {
    tell("arrived");
    events.onWritten();
  }

  return {
    start() {
      stop ??= listening.listen(channel, { heard: hear, began: arrive });
    },
    tellWritten() {
      written ??= setTimeout(() => {
        written = undefined;
        tell("written");
      }, betweenMs).unref();
    },
    tellAwareness(room, update, about) {
      news.set(`${room} ${about}`, { room, update });
      awareness ??= setTimeout(sendNews, betweenAwarenessMs).unref();
    },
    async close() {
      clearTimeout(written);
      clearTimeout(awareness);
      await stop?.();
    },
  };
}
