import { randomUUID } from "node:crypto";
import type { Listening } from "../event-store/listening.ts";

const channel = "documents";
/** Payloads of PostgreSQL notifications are limited to 8000 bytes. */
const maxBytes = 7900;
/** Changes are batched, because each notification takes a server-wide lock at its commit. */
const batchMs = { written: 20, awareness: 200 };

interface PeerEvents {
  /** Called when another process may have stored something. */
  readonly onWritten: () => void;
  readonly onAwareness: (room: string, update: Uint8Array) => void;
  /** Called when a process starts that does not know the clients of this one. */
  readonly onArrival: () => void;
}

/** The other processes on the same database. Notifications may be lost, so stored updates are polled as well. */
export interface Peers {
  sendWritten(): void;
  /** `about` names the clients of the update: a later update about the same clients replaces it. */
  sendAwareness(room: string, update: Uint8Array, about: string): void;
  close(): Promise<void>;
}

type Message = readonly [from: string, kind: "written" | "arrived" | "awareness", ...rest: string[]];

export function createPeers(listening: Listening, events: PeerEvents): Peers {
  const self = randomUUID();
  const states = new Map<string, readonly [room: string, update: Uint8Array]>();
  const timers: Partial<Record<"written" | "awareness", NodeJS.Timeout>> = {};

  function send(kind: Message[1], ...rest: string[]): void {
    const text = JSON.stringify([self, kind, ...rest]);
    if (text.length <= maxBytes) void listening.notify(channel, text);
  }

  function later(kind: "written" | "awareness", task: () => void): void {
    timers[kind] ??= setTimeout(() => {
      delete timers[kind];
      task();
    }, batchMs[kind]).unref();
  }

  const stop = listening.listen(channel, {
    onNotification(text) {
      const [from, kind, room = "", update = ""] = JSON.parse(text) as Message;
      if (from === self) return;
      if (kind === "written") events.onWritten();
      else if (kind === "arrived") events.onArrival();
      else events.onAwareness(room, Buffer.from(update, "base64"));
    },
    onListening() {
      send("arrived");
      events.onWritten();
    },
  });

  return {
    sendWritten: () => later("written", () => send("written")),
    sendAwareness(room, update, about) {
      states.set(`${room} ${about}`, [room, update]);
      later("awareness", () => {
        for (const [room, update] of states.values())
          send("awareness", room, Buffer.from(update).toString("base64"));
        states.clear();
      });
    },
    async close() {
      for (const timer of Object.values(timers)) clearTimeout(timer);
      await stop();
    },
  };
}
