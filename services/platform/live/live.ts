import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import { closeCodes } from "#contracts/live";
import type { RecordedEvent } from "../../event-store/event-store.ts";
import { clientAddress } from "../http/client-address.ts";
import { recordSpan } from "../tracing.ts";
import { createBacklog } from "./backlog.ts";
import { createChannels } from "./channels.ts";
import { Connection } from "./connection.ts";
import { createMembers } from "./members.ts";
import { channelIds, type LiveOptions, liveServerLimits, type Revocation } from "./options.ts";
import { createPresence } from "./presence.ts";
import { Session } from "./session.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { createTail } from "./tail.ts";
import { isWithinShare, refuseUpgrade, serveUpgrades } from "./upgrades.ts";

export type Live = ReturnType<typeof createLive>;

/**
 * Sends browsers the names of changed channels: `touches` of the read models names them, tail.ts waits until the read
 * models have reached the event, and web/src/lib/live/live-cache.ts fetches the queries of a name again, whose keys are
 * in `queries.ts` of their features. Follows the log from the checkpoint of the read models, which `progress` must know by
 * now; otherwise the whole log is read.
 */
export function createLive(options: LiveOptions) {
  const limits = { ...liveServerLimits, ...options.limits };
  const { store, metrics } = options;
  const allowedOrigin = new URL(options.allowedOrigin).origin;
  const namesOf = async (event: RecordedEvent) =>
    channelIds([...options.touched(event), ...((await options.lookUp(event)?.()) ?? [])]);
  const backlog = createBacklog(store, namesOf, limits);
  const channels = createChannels(limits.coalesceMs);
  const members = createMembers(limits.connectionsPerMember);
  const presence = createPresence({ ...options, limits });
  const sessions = new Map<Connection, Session>();
  const detach: (() => void)[] = [];
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: limits.frameBytes,
  });
  let closing = false;

  /** A deletion concerns only the connections that watch the channel. */
  function revoke(revocation: Revocation): void {
    if ("deleted" in revocation) {
      const { deleted } = revocation;
      for (const connection of channels.watchedBy(deleted)) sessions.get(connection)?.deleted(deleted);
    } else members.revoke(revocation);
  }

  const tail = createTail({
    ...options,
    begin: backlog.begin,
    release({ checkpoint, names, revocations, occurredAt, traceparent, readAt }) {
      for (const id of names) {
        backlog.note(id, checkpoint);
        channels.changed(id, checkpoint);
      }
      for (const revocation of revocations) {
        options.revoked(revocation);
        revoke(revocation);
      }
      recordSpan("push", traceparent, readAt);
      if (occurredAt !== undefined) metrics.released(Date.now() - Date.parse(occurredAt));
    },
    limits,
  });

  const subscriptions = createSubscriptions(limits);
  const shared = { options, limits, channels, subscriptions, backlog, members, presence, tail };
  const heartbeat = setInterval(() => {
    for (const connection of sessions.keys()) connection.beat();
  }, limits.heartbeatMs);

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { origin } = request.headers;
    // Programs other than browsers send no Origin; a browser always does.
    if (origin !== undefined && origin !== allowedOrigin) refuseUpgrade(socket, 403);
    else if (closing) refuseUpgrade(socket, 503);
    else {
      const address = clientAddress(request);
      sockets.handleUpgrade(request, socket, head, (webSocket) => accept(webSocket, socket, address));
    }
  }

  function accept(webSocket: WebSocket, transport: Duplex, address: string): void {
    const connection = new Connection(webSocket, transport, limits, {
      sent: metrics.sent,
      ended(code) {
        session.leave();
        sessions.delete(connection);
        metrics.closed(code);
      },
    });
    const isAdmitted = (member: string | null) => isWithinShare(transport, member);
    const session: Session = new Session(shared, connection, { address, isAdmitted });
    sessions.set(connection, session);
    webSocket.on("message", (data, isBinary) => session.receive(data, isBinary));
  }

  const total = (of: (connection: Connection, session: Session) => number) =>
    [...sessions].reduce((sum, [connection, session]) => sum + of(connection, session), 0);

  return {
    /** Serves websocket upgrades of `path` on a server that other handlers may share. */
    attach(server: Server, path: string): void {
      detach.push(serveUpgrades(server, path, upgrade));
    },
    /** Closes all connections with 4001, spread over `closeSpreadMs`, then stops. */
    async close(): Promise<void> {
      closing = true;
      await Promise.all(
        [...sessions.keys()].map(async (connection) => {
          await sleep(Math.random() * limits.closeSpreadMs);
          connection.end(closeCodes.shutdown);
          await connection.closed();
        }),
      );
      clearInterval(heartbeat);
      for (const stop of detach) stop();
      await presence.close();
      await tail.stop();
    },
    /** The checkpoint up to which everything has been sent, `revoked` included. */
    released: tail.released,
    stats: () => ({
      connections: sessions.size,
      members: members.size(),
      subscriptions: total((_, session) => session.watching()),
      /** Messages queued for slow clients or during permission checks. */
      pending: total(({ pendingMessages }) => pendingMessages),
      /** Bytes written to sockets that have not left this process. */
      buffered: total(({ bufferedBytes }) => bufferedBytes),
      isRetrying: tail.isRetrying(),
      waiting: tail.waiting(),
      released: tail.released(),
    }),
  };
}
