import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { Refused } from "#contracts/errors";
import { addressOf, clientAddress, isProxy } from "./client-address.ts";
import { onceOver } from "./memory-limits.ts";
import { createTurns } from "./turns.ts";

interface ConnectionLimit {
  readonly perAddress: number;
  /** How long a request of an address that has many under way waits for the one before it at most. */
  readonly patienceMs?: number;
  readonly refuseAfterMs?: number;
  readonly onRefused: () => void;
  /** Answers a request that is one too many. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse, refused: Refused) => void;
}

const ends = new WeakMap<Duplex, () => void>();

/** A websocket no longer counts: it has a bound of its own (`limitUpgrades`). */
export const countNoLonger = (socket: Duplex): void => ends.get(socket)?.();

/** Requests under way of an address from which further ones wait for each other, in as many queues. */
const manyRequests = 4;

/** As long as the client is told to wait: refused at once, one that does not would ask a thousand times a second. */
const usualRefuseAfterMs = 1000;

/**
 * Bounds the open connections of an address. Those of a proxy are its own: behind one the requests under way are counted,
 * by the address for which it asks.
 */
export function limitConnections(
  server: Server,
  { perAddress, patienceMs, refuseAfterMs = usualRefuseAfterMs, onRefused, refuse }: ConnectionLimit,
  answer: RequestListener,
): void {
  const open = new Map<string, number>();
  const turn = createTurns(patienceMs);
  let requests = 0;
  const isTooMany = (address: string) => (open.get(address) ?? 0) >= perAddress;
  const change = (address: string, by: number) => {
    const left = (open.get(address) ?? 0) + by;
    if (left > 0) open.set(address, left);
    else open.delete(address);
  };

  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    // It may have gone by now.
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const address = addressOf(remoteAddress);
    if (isTooMany(address)) {
      onRefused();
      socket.destroy();
      return;
    }
    change(address, 1);
    const end = () => ends.delete(socket) && change(address, -1);
    ends.set(socket, end);
    socket.once("close", end);
  });
  server.on("request", (request, response) => {
    if (!isForwarded(request)) return answer(request, response);
    const address = clientAddress(request);
    if (isTooMany(address)) {
      onRefused();
      const refused = new Refused("too-many-requests", { retryAfter: 1 });
      return void setTimeout(() => refuse(request, response, refused), refuseAfterMs);
    }
    change(address, 1);
    onceOver(response, () => change(address, -1));
    if ((open.get(address) ?? 0) <= manyRequests) return answer(request, response);
    const queue = `${requests++ % manyRequests} of ${address}`;
    void turn(queue, response).then(() => answer(request, response));
  });
}

const isForwarded = ({ headers, socket }: IncomingMessage) =>
  headers["x-forwarded-for"] !== undefined && isProxy(socket.remoteAddress ?? "");
