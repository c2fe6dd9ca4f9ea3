import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

const channel = "documents";
/** Postgres takes less than 8000 bytes. */
const mostBytes = 7900;
/** Each notification takes a lock of the whole server when it commits. */
const betweenMs = 20;
const betweenAwarenessMs = 200;
const retryMs = 250;

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

export function createNeighbours(settings: pg.ClientConfig, events: NeighboursEvents): Neighbours {
  const self = randomUUID();
  const news = new Map<string, { room: string; update: Uint8Array }>();
  let client: pg.Client | undefined;
  let sending: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let running: Promise<void> | undefined;
  let written: NodeJS.Timeout | undefined;
  let awareness: NodeJS.Timeout | undefined;

  function tell(kind: Told[1], ...rest: string[]): void {
    const text = JSON.stringify([self, kind, ...rest]);
    if (text.length > mostBytes) return;
    sending = sending.then(() => client?.query("SELECT pg_notify($1, $2)", [channel, text])).catch(() => {});
  }

  function hear(text: string | undefined): void {
    const [from, kind, room = "", update = ""] = JSON.parse(text ?? "[]") as Told;
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

  async function listen(): Promise<void> {
    const mine = new pg.Client({ ...settings, statement_timeout: false, query_timeout: 5000 });
    const broken = new Promise<void>((settle) => {
      mine.on("error", () => settle());
      mine.on("end", () => settle());
    });
    mine.on("notification", ({ payload }) => hear(payload));
    try {
      await mine.connect();
      await mine.query(`LISTEN ${channel}`);
    } catch {
      await mine.end().catch(() => {});
      return;
    }
    client = mine;
    tell("arrived");
    events.onWritten();
    if (isClosed) await mine.end().catch(() => {});
    await broken;
    client = undefined;
  }

  async function keepListening(): Promise<void> {
    while (!isClosed) {
      await listen();
      if (!isClosed) await pause(retryMs, undefined, { ref: false });
    }
  }

  return {
    start() {
      running ??= keepListening();
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
      isClosed = true;
      clearTimeout(written);
      clearTimeout(awareness);
      await client?.end().catch(() => {});
      await running;
    },
  };
}
