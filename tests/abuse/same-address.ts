import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { othersAddress } from "./others.ts";

interface Target {
  readonly origin: string;
  /** Of a member at that address. */
  readonly token: string;
  readonly othersTeam: number;
  /** One with a long body. */
  readonly recruitmentId: number;
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
  /** Milliseconds that another visitor may wait for a place; added to the bound of the other scenarios. */
  readonly waitMs?: number;
}

const slowRequests = 100;
const silentSockets = 500;
const unreadResponses = 24;
/** Responses of a connection that exceed what the system buffers. */
const atOnce = 5;
const byteEveryMs = 500;
const longestMoreMs = 30_000;

interface Held {
  readonly count: number;
  readonly head: string;
  /** Number of requests without a pause; default 1. */
  readonly requests?: number;
  /** Sent from time to time. */
  readonly byte: string;
  /** Whether responses are left unread after their first bytes; a connection that is then closed counts as 0. */
  readonly isUnread?: boolean;
}

/** Keeps connections open that each send the head; a closed one is replaced. */
function hold({ origin }: Target, { count, head, requests = 1, byte, isUnread = false }: Held): Holding {
  const statuses: Record<number, number> = {};
  const sockets = new Set<Socket>();
  const note = (status: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  let isOver = false;
  const open = () => {
    const socket = connect(Number(new URL(origin).port), "localhost");
    sockets.add(socket);
    const request = `${head}\r\nHost: localhost\r\nX-Forwarded-For: ${othersAddress}\r\n\r\n`;
    socket.write(request.repeat(requests));
    const dripping = setInterval(() => socket.write(byte), byteEveryMs);
    socket.on("data", (data) => {
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(String(data)) ?? [];
      if (status !== undefined) note(Number(status));
      if (isUnread) socket.pause();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(dripping);
      sockets.delete(socket);
      if (isOver) return;
      if (isUnread) note(0);
      setTimeout(open, 10);
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
      hold(target, {
        count: slowRequests,
        head: "POST /api/v1/mail/confirmations/x HTTP/1.1\r\nContent-Length: 1000",
        byte: "a",
      }),
  },
  {
    title: "slow requests of a member, same address",
    expected: [429],
    hold: (target) =>
      hold(target, {
        count: slowRequests,
        head:
          `PATCH /api/v1/teams/${target.othersTeam}/announcement HTTP/1.1\r\n${body}\r\n` +
          `Content-Type: application/json\r\nAuthorization: Bearer ${target.token}`,
        byte: "a",
      }),
  },
  {
    title: "silent websockets, same address",
    expected: [101],
    hold: (target) =>
      hold(target, {
        count: silentSockets,
        head:
          "GET /live HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        byte: "",
      }),
  },
  {
    // More than the places of visitors at an address.
    title: "unread responses of visitors, same address",
    expected: [200, 0],
    hold: (target) =>
      hold(target, {
        count: unreadResponses,
        head: `GET /api/v1/recruitments/${target.recruitmentId} HTTP/1.1`,
        requests: atOnce,
        // Ignored before a request; reports that the connection was closed.
        byte: "\r\n",
        isUnread: true,
      }),
    // Places go in the order of arrival, and the abuser's requests stand in it, too.
    waitMs: 5_000,
  },
];
