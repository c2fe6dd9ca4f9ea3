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

interface Address {
  open: number;
  /** Requests that had to wait for others. */
  queued: number;
  /** Connections without a request, those that have been so longest first. */
  readonly idle: Set<Duplex>;
}

/** Connections that count. */
const held = new WeakMap<
  Duplex,
  { readonly idle: Set<Duplex>; underWay: number; readonly end: () => void }
>();

/** A websocket no longer counts: it has a bound of its own (`limitUpgrades`). */
export const countNoLonger = (socket: Duplex): void => held.get(socket)?.end();

/** Requests under way of an address from which further ones wait for each other, in as many queues. */
const manyRequests = 4;

/** As long as the client is told to wait: refused at once, one that does not would ask a thousand times a second. */
const usualRefuseAfterMs = 1000;

/**
 * Bounds the open connections of an address: of too many, one that is idle makes room for the next. Those of a proxy are its
 * own: behind one the requests under way are counted, by the address for which it asks.
 */
export function limitConnections(
  server: Server,
  { perAddress, patienceMs, refuseAfterMs = usualRefuseAfterMs, onRefused, refuse }: ConnectionLimit,
  answer: RequestListener,
): void {
  const addresses = new Map<string, Address>();
  const turn = createTurns(patienceMs);
  const isTooMany = (address: string) => (addresses.get(address)?.open ?? 0) >= perAddress;
  const change = (address: string, by: number): Address => {
    const own = addresses.get(address) ?? { open: 0, queued: 0, idle: new Set() };
    own.open += by;
    if (own.open > 0) addresses.set(address, own);
    else addresses.delete(address);
    return own;
  };
  /** Whether there was one. */
  const closeIdle = (address: string): boolean => {
    const [longest] = addresses.get(address)?.idle ?? [];
    if (!longest) return false;
    countNoLonger(longest);
    longest.destroy();
    return true;
  };

  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    // It may have gone by now.
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const address = addressOf(remoteAddress);
    if (isTooMany(address) && !closeIdle(address)) {
      onRefused();
      socket.destroy();
      return;
    }
    const { idle } = change(address, 1);
    const end = () => {
      if (!held.delete(socket)) return;
      idle.delete(socket);
      change(address, -1);
    };
    held.set(socket, { idle, underWay: 0, end });
    socket.once("close", end);
  });
  server.on("request", (request, response) => {
    noteIdle(request, response);
    if (!isForwarded(request)) return answer(request, response);
    const address = clientAddress(request);
    if (isTooMany(address)) {
      onRefused();
      const refused = new Refused("too-many-requests", { retryAfter: 1 });
      return void setTimeout(() => refuse(request, response, refused), refuseAfterMs);
    }
    const own = change(address, 1);
    onceOver(response, () => change(address, -1));
    if (own.open <= manyRequests) return answer(request, response);
    const queue = `${own.queued++ % manyRequests} of ${address}`;
    void turn(queue, response).then(() => answer(request, response));
  });
}

/** A connection is idle once its requests have been answered, until the next one. */
function noteIdle({ socket }: IncomingMessage, response: ServerResponse): void {
  const own = held.get(socket);
  if (!own) return;
  own.underWay += 1;
  own.idle.delete(socket);
  onceOver(response, () => {
    own.underWay -= 1;
    if (own.underWay === 0 && held.has(socket)) own.idle.add(socket);
  });
}

const isForwarded = ({ headers, socket }: IncomingMessage) =>
  headers["x-forwarded-for"] !== undefined && isProxy(socket.remoteAddress ?? "");
