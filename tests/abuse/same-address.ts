import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { othersAddress } from "./others.ts";

interface Target {
  readonly origin: string;
  /** Of a member at that address. */
  readonly token: string;
  readonly othersTeam: number;
}

/** One client that holds as much as it can of the address of the other clients. */
interface Holding {
  /** Resolves after this time, once the expected outcomes have occurred. */
  readonly until: (expected: readonly number[], ms: number) => Promise<void>;
  /** Ends it; returns the outcomes. */
  readonly end: () => string;
}

interface SameAddress {
  readonly title: string;
  /** Statuses that must occur. */
  readonly expected: readonly number[];
  readonly hold: (target: Target) => Holding;
}

const [slowRequests, silentSockets] = [100, 500];
const byteEveryMs = 500;
const longestMoreMs = 30_000;

/** Keeps connections open that each send the head and then a byte from time to time; a closed one is replaced. */
function hold({ origin }: Target, count: number, head: string, byte: string): Holding {
  const statuses: Record<number, number> = {};
  const sockets = new Set<Socket>();
  let isOver = false;
  const open = () => {
    const socket = connect(Number(new URL(origin).port), "localhost");
    sockets.add(socket);
    socket.write(`${head}\r\nHost: localhost\r\nX-Forwarded-For: ${othersAddress}\r\n\r\n`);
    const dripping = setInterval(() => socket.write(byte), byteEveryMs);
    socket.on("data", (data) => {
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(String(data)) ?? [];
      if (status !== undefined) statuses[Number(status)] = (statuses[Number(status)] ?? 0) + 1;
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(dripping);
      sockets.delete(socket);
      if (!isOver) setTimeout(open, 10);
    });
  };
  for (let n = 0; n < count; n += 1) open();
  return {
    async until(expected, ms) {
      const began = Date.now();
      const isMissing = () => expected.some((status) => !statuses[status]);
      await pause(ms);
      while (isMissing() && Date.now() < began + ms + longestMoreMs) await pause(100);
      if (isMissing()) throw new Error(`one of ${expected.join(", ")} did not occur`);
    },
    end() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
      return Object.entries(statuses)
        .map(([status, times]) => `${times} × ${status}`)
        .join(", ");
    },
  };
}

const body = "Content-Length: 60000";

export const sameAddress: readonly SameAddress[] = [
  {
    title: "slow requests of a visitor, same address",
    expected: [429],
    hold: (target) =>
      hold(target, slowRequests, `POST /api/v1/mail/confirmations/x HTTP/1.1\r\nContent-Length: 1000`, "a"),
  },
  {
    title: "slow requests of a member, same address",
    expected: [429],
    hold: (target) =>
      hold(
        target,
        slowRequests,
        `PATCH /api/v1/teams/${target.othersTeam}/announcement HTTP/1.1\r\n${body}\r\n` +
          `Content-Type: application/json\r\nAuthorization: Bearer ${target.token}`,
        "a",
      ),
  },
  {
    title: "silent websockets, same address",
    expected: [101],
    hold: (target) =>
      hold(
        target,
        silentSockets,
        "GET /live HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "",
      ),
  },
];
