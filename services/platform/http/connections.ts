import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { Refused } from "#contracts/errors";
import { addressOf, clientAddress, isProxy } from "./client-address.ts";
import { onceFinished } from "./memory-limits.ts";
import { createTurns } from "./turns.ts";

interface ConnectionLimit {
  readonly perAddress: number;
  /** Maximum time that a request waits for the previous one, where its address has many in progress. */
  readonly patienceMs?: number;
  readonly refuseAfterMs?: number;
  readonly onRefused: () => void;
  /** Refuses a request beyond the limit. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse, refused: Refused) => void;
}

interface Address {
  open: number;
  /** Number of requests that had to wait for others. */
  queued: number;
  /** Connections without a request, longest idle first. */
  readonly idle: Set<Duplex>;
}

/** Connections that count towards the limit. */
const held = new WeakMap<
  Duplex,
  { readonly idle: Set<Duplex>; inFlight: number; readonly end: () => void }
>();

/** Stops counting a websocket, which has its own limit (`limitUpgrades`). */
export const countNoLonger = (socket: Duplex): void => held.get(socket)?.end();

/**
 * Number of requests in progress per address above which further ones wait for each other, and the number of their
 * queues.
 */
const manyRequests = 4;

/**
 * Equals the Retry-After of the refusal: a client that ignores it and is refused immediately would retry a thousand
 * times a second.
 */
const usualRefuseAfterMs = 1000;

/**
 * Limits the open connections of an address: above the limit, an idle connection is closed to make room. Connections
 * from a proxy are not counted; behind it, requests in progress are counted by the client's address.
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
  /** Closes an idle connection of the address; returns whether there was one. */
  const closeIdle = (address: string): boolean => {
    const [longest] = addresses.get(address)?.idle ?? [];
    if (!longest) return false;
    countNoLonger(longest);
    longest.destroy();
    return true;
  };

  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    // The connection may have closed by now.
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
    held.set(socket, { idle, inFlight: 0, end });
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
    onceFinished(response, () => change(address, -1));
    if (own.open <= manyRequests) return answer(request, response);
    const queue = `${own.queued++ % manyRequests} of ${address}`;
    void turn(queue, response).then(() => answer(request, response));
  });
}

/** Marks a connection as idle between the response to its last request and the next one. */
function noteIdle({ socket }: IncomingMessage, response: ServerResponse): void {
  const own = held.get(socket);
  if (!own) return;
  own.inFlight += 1;
  own.idle.delete(socket);
  onceFinished(response, () => {
    own.inFlight -= 1;
    if (own.inFlight === 0 && held.has(socket)) own.idle.add(socket);
  });
}

const isForwarded = ({ headers, socket }: IncomingMessage) =>
  headers["x-forwarded-for"] !== undefined && isProxy(socket.remoteAddress ?? "");
