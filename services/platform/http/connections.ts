import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { Refused } from "#contracts/errors";
import { addressOf, clientAddress, isProxy } from "./client-address.ts";
import { onceOver } from "./memory-limits.ts";

interface ConnectionLimit {
  readonly perAddress: number;
  readonly onRefused: () => void;
  /** Answers a request that is one too many. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse, refused: Refused) => void;
}

const ends = new WeakMap<Duplex, () => void>();

/** A websocket no longer counts: it has a bound of its own (`limitUpgrades`). */
export const countNoLonger = (socket: Duplex): void => ends.get(socket)?.();

/**
 * Bounds the open connections of an address. Those of a proxy are its own: behind one the requests under way are counted,
 * by the address for which it asks.
 */
export function limitConnections(
  server: Server,
  { perAddress, onRefused, refuse }: ConnectionLimit,
  answer: RequestListener,
): void {
  const open = new Map<string, number>();
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
      return refuse(request, response, new Refused("too-many-requests", { retryAfter: 1 }));
    }
    change(address, 1);
    onceOver(response, () => change(address, -1));
    answer(request, response);
  });
}

const isForwarded = ({ headers, socket }: IncomingMessage) =>
  headers["x-forwarded-for"] !== undefined && isProxy(socket.remoteAddress ?? "");
