import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { Refused } from "#contracts/errors";
import { oneRequestPerName } from "../queues/requests.ts";
import { addressOf, clientAddress, isProxy } from "./client-address.ts";
import { hasBody } from "./discard-rest.ts";
import { onceFinished } from "./memory-limits.ts";
import { createPlaces } from "./places.ts";

interface ConnectionLimit {
  readonly perAddress: number;
  /** The member who sends a request, undefined for a visitor. Called for requests with a token. */
  readonly senderOf: (authorization: string) => Promise<string | undefined>;
  /** Maximum time that a request waits for the previous one, where its sender has many in progress. */
  readonly patienceMs?: number;
  /** How long a request beyond a limit waits for another one to end before it is refused. */
  readonly refuseAfterMs?: number;
  readonly onRefused: () => void;
  /** Refuses a request beyond the limit. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse, refused: Refused) => void;
}

interface Address {
  open: number;
  /** Connections without a request in progress, longest idle first. */
  readonly idle: Set<Duplex>;
}

/** Connections that count towards the limit. */
const held = new WeakMap<
  Duplex,
  { readonly idle: Set<Duplex>; inFlight: number; readonly end: () => void }
>();

/** Requests of each connection with one in progress that wait for its response. */
const pipelines = new WeakMap<Duplex, (() => void)[]>();

/**
 * Browsers and proxies send one request at a time per connection. Node reads further ones without a limit as long as no
 * response is being sent.
 */
const maxPipelined = 8;

/** Stops counting a websocket, which has its own limit (`limitUpgrades`). */
export const countNoLonger = (socket: Duplex): void => held.get(socket)?.end();

/**
 * Number of requests in progress per sender above which further ones wait for each other, and the number of their
 * queues.
 */
const manyRequests = 4;

/**
 * Equals the Retry-After of the refusal: a client that ignores it and is refused immediately would retry a thousand
 * times a second.
 */
const usualRefuseAfterMs = 1000;

/**
 * Visitors with a body are counted apart, so that slow ones do not keep others from loading pages: members load pages
 * without a token, too.
 */
const visitors = "visitors";
const visitorsWithBody = "visitors with a body";

/** A member may have a quarter of an address's requests in progress, its visitors together as many. */
const shares: Readonly<Record<string, number>> = { [visitors]: 3 / 16, [visitorsWithBody]: 1 / 16 };
const shareOf = (sender: string, perAddress: number) =>
  Math.max(1, Math.ceil(perAddress * (shares[sender] ?? 1 / 4)));

/**
 * Limits the open connections of an address: above the limit, an idle connection is closed to make room. Connections
 * from a proxy are not counted. Requests in progress are limited by the client's address and by their sender.
 */
export function limitConnections(server: Server, limit: ConnectionLimit, answer: RequestListener): void {
  limitOpen(server, limit);
  const { perAddress, senderOf, patienceMs, refuseAfterMs = usualRefuseAfterMs, onRefused, refuse } = limit;
  const ofSender = (sender: string) => shareOf(sender, perAddress);
  const takePlace = createPlaces({ perAddress, ofSender, waitMs: refuseAfterMs });
  const turn = oneRequestPerName(patienceMs);

  function admit(request: IncomingMessage, response: ServerResponse, sender: string): void {
    // The client may have disconnected while its token was being verified.
    if (response.destroyed || request.socket.destroyed) return;
    const address = clientAddress(request);
    takePlace({
      address,
      sender,
      response,
      begin({ inProgress, begun }) {
        noteBusy(request, response);
        if (inProgress <= manyRequests || !isForwarded(request)) return answer(request, response);
        const queue = `${begun % manyRequests} of ${sender} at ${address}`;
        void turn(queue, response).then(() => answer(request, response));
      },
      refuse() {
        onRefused();
        refuse(request, response, new Refused("too-many-requests", { retryAfter: 1 }));
      },
    });
  }

  server.on("request", (request, response) => {
    // A proxy's own request.
    if (isProxy(request.socket.remoteAddress ?? "") && !isForwarded(request))
      return answer(request, response);
    oneRequestPerConnection(request, response, () => {
      const { authorization } = request.headers;
      const visitor = hasBody(request) ? visitorsWithBody : visitors;
      if (authorization === undefined) return admit(request, response, visitor);
      void senderOf(authorization).then((member) => admit(request, response, member ?? visitor));
    });
  });
}

/**
 * Begins a request once the previous response of its connection is over. Otherwise a connection whose responses are not
 * read would hold a place for each of its requests.
 */
function oneRequestPerConnection(
  { socket }: IncomingMessage,
  response: ServerResponse,
  begin: () => void,
): void {
  const beginInTurn = () => {
    onceFinished(response, () => {
      const next = pipelines.get(socket)?.shift();
      if (next) next();
      else pipelines.delete(socket);
    });
    begin();
  };
  const waiting = pipelines.get(socket);
  if (!waiting) {
    pipelines.set(socket, []);
    beginInTurn();
  } else if (waiting.length < maxPipelined) waiting.push(beginInTurn);
  else socket.destroy();
}

function limitOpen(server: Server, { perAddress, onRefused }: ConnectionLimit): void {
  const addresses = new Map<string, Address>();
  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    // The connection may have closed by now.
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const name = addressOf(remoteAddress);
    const address = addresses.get(name) ?? { open: 0, idle: new Set() };
    const { idle } = address;
    if (address.open >= perAddress && !closeLongestIdle(idle)) {
      onRefused();
      socket.destroy();
      return;
    }
    address.open += 1;
    addresses.set(name, address);
    const end = () => {
      if (!held.delete(socket)) return;
      idle.delete(socket);
      address.open -= 1;
      if (address.open === 0) addresses.delete(name);
    };
    held.set(socket, { idle, inFlight: 0, end });
    // Idle until its first request has a place: a client may send its headers slowly.
    idle.add(socket);
    socket.once("close", end);
  });
}

function closeLongestIdle(idle: Set<Duplex>): boolean {
  const [longest] = idle;
  if (!longest) return false;
  countNoLonger(longest);
  longest.destroy();
  return true;
}

/** Marks a connection as busy until the response, and then as idle. */
function noteBusy({ socket }: IncomingMessage, response: ServerResponse): void {
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
