import { setTimeout as pause } from "node:timers/promises";
import { LogBehind, StoreUnavailable } from "../event-store.ts";
import { leftOf, within, withinBudget } from "../time-budget.ts";
import type { Address } from "./address.ts";
import { asPortError, isResponseTimeout, leaderIn, ResponseTimeout } from "./errors.ts";
import { GossipClient, gossip, type Streams, StreamsClient, shared } from "./protocol.ts";

/** A connection to one node. */
export interface NodeConnection {
  readonly streams: Streams;
  /**
   * Calls back once the connection has been replaced: subscriptions end, calls in flight may finish. Returns the function
   * that stops it.
   */
  onReplaced(callback: () => void): () => void;
}

export interface LeaderConnection {
  /**
   * Runs a call on the current connection; after an outage the next call uses a new connection.
   * @param run receives the time that the response may take (milliseconds)
   * @throws the errors of the port
   */
  call<T>(run: (connection: NodeConnection, ms: number) => Promise<T>): Promise<T>;
  /** Replaces a connection after an outage outside of `call`. */
  replace(connection: NodeConnection, leader?: string): void;
  close(): void;
}

const gossipMs = 2000;
const gossipPauseMs = 200;
const maxDiscoveryMs = 5000;

/** Owns the connection to the leader, one at a time. A connection that fails is replaced without delaying calls. */
export function connectToLeader(
  { nodes, isCluster, credentials, channel, metadata }: Address,
  answerMs: number,
): LeaderConnection {
  let present: { readonly connection: NodeConnection; end(): void } | undefined;
  let opening: Promise<NodeConnection> | undefined;
  /** Why the leader has not been found yet. */
  let unfound: unknown;
  let isClosed = false;

  function open(node: string): NodeConnection {
    const client = new StreamsClient(node, credentials, channel);
    // No AbortSignal, at which Node expects ten listeners at most: each reactor has a subscription.
    const callbacks = new Set<() => void>();
    let isReplaced = false;
    const connection: NodeConnection = {
      streams: client,
      onReplaced(callback) {
        if (isReplaced) callback();
        else callbacks.add(callback);
        return () => callbacks.delete(callback);
      },
    };
    const end = () => {
      isReplaced = true;
      for (const callback of [...callbacks]) callback();
      client.close();
    };
    if (isClosed) end();
    else present = { connection, end };
    return connection;
  }

  function currentConnection(): Promise<NodeConnection> {
    if (present) return Promise.resolve(present.connection);
    opening ??= findLeader()
      .then(open)
      .finally(() => {
        opening = undefined;
      });
    return opening;
  }

  function replace(connection: NodeConnection, leader?: string): void {
    if (present?.connection !== connection) return;
    const { end } = present;
    present = undefined;
    if (leader) open(leader);
    end();
  }

  async function findLeader(): Promise<string> {
    const [first] = nodes;
    if (!isCluster && first) return first;
    unfound = undefined;
    for (const until = performance.now() + maxDiscoveryMs; ; ) {
      try {
        return await Promise.any(nodes.map(readLeader));
      } catch (error) {
        const { errors } = error as AggregateError;
        // An error that a node reports says more than an unreachable node.
        unfound = errors.find(({ code }) => code === undefined) ?? errors[0];
        if (isClosed || performance.now() > until) throw unfound;
      }
      await pause(gossipPauseMs, undefined, { ref: false });
    }
  }

  function readLeader(node: string): Promise<string> {
    const client = new GossipClient(node, credentials, channel);
    return new Promise<string>((resolve, reject) => {
      client.read(new shared.Empty(), metadata, { deadline: Date.now() + gossipMs }, (error, info) => {
        client.close();
        if (error) return reject(error);
        const leader = info
          .getMembersList()
          .find((member) => member.getIsAlive() && member.getState() === gossip.MemberInfo.VNodeState.LEADER)
          ?.getHttpEndPoint();
        if (leader) resolve(`${leader.getAddress()}:${leader.getPort()}`);
        else reject(new Error("no leader"));
      });
    });
  }

  return {
    async call(run) {
      const began = performance.now();
      const until = began + leftOf(answerMs);
      let connection: NodeConnection | undefined;
      try {
        connection = await responseWithin(until - began, currentConnection()).catch((error: unknown) => {
          throw isResponseTimeout(error) ? (unfound ?? error) : error;
        });
        return await run(connection, until - performance.now());
      } catch (error) {
        const named = asPortError(error);
        // A call that had little time left proves nothing about the connection.
        const isConclusive = !isResponseTimeout(error) || performance.now() - began > answerMs * 0.8;
        if (connection && isConclusive && isOutage(named)) replace(connection, leaderIn(error));
        throw named;
      }
    },
    replace,
    close() {
      isClosed = true;
      present?.end();
      present = undefined;
    },
  };
}

/** Whether the call may succeed on another connection, or on the same one later. */
export const isOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailable && !(error instanceof LogBehind);

/** @throws ResponseTimeout when the work takes longer; its later outcome is ignored */
export const responseWithin = <T>(ms: number, work: Promise<T>): Promise<T> =>
  within(ms, work, () => new ResponseTimeout());

/** Limit of a call with all its repetitions; a command may leave less time (time-budget.ts). */
const patienceMs = 6000;
/** The first repetition after a lost connection or a change of leader usually succeeds. */
const pausesMs = [20, 300, 1000];

/** Repeats a call that met an outage while there is time left. */
export const repeating = <T>(act: (attempt: number) => Promise<T>): Promise<T> =>
  withinBudget(leftOf(patienceMs), async () => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await act(attempt);
      } catch (error) {
        const pauseMs = pausesMs[attempt] ?? patienceMs;
        if (!isOutage(error) || leftOf(patienceMs) <= pauseMs) throw error;
        await pause(pauseMs);
      }
    }
  });
