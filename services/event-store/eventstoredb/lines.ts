import { setTimeout as pause } from "node:timers/promises";
import { LogBehind, StoreUnavailable } from "../event-store.ts";
import { leftOf, withinBudget } from "../time-budget.ts";
import type { Address } from "./address.ts";
import { asPortError, isSilence, leaderIn, Silence } from "./faults.ts";
import { GossipClient, gossip, type Streams, StreamsClient, shared } from "./protocol.ts";

/** A connection to one node. */
export interface Line {
  readonly streams: Streams;
  /** Aborts when another has taken its place: subscriptions end, calls that have begun may finish. */
  readonly ended: AbortSignal;
}

interface Lines {
  /**
   * Runs a call on the present line; after an outage the next call gets another line.
   * @param run with the time that the answer may take (milliseconds)
   * @throws as the port names it
   */
  call<T>(run: (line: Line, ms: number) => Promise<T>): Promise<T>;
  /** For an outage met outside of `call`. */
  replace(line: Line, leader?: string): void;
  close(): void;
}

const gossipMs = 2000;
const betweenAsksMs = 200;
const maxDiscoveryMs = 5000;

/** Owns the connection: one line at a time, to the leader. A line that fails is replaced, and no call waits for its end. */
export function linesTo(
  { nodes, isCluster, credentials, channel, metadata }: Address,
  answerMs: number,
): Lines {
  let present: { readonly line: Line; end(): void } | undefined;
  let opening: Promise<Line> | undefined;
  /** Why the leader has not been found yet. */
  let unfound: unknown;
  let isClosed = false;

  function open(node: string): Line {
    const ending = new AbortController();
    const client = new StreamsClient(node, credentials, channel);
    const line = { streams: client, ended: ending.signal };
    const end = () => {
      ending.abort();
      client.close();
    };
    if (isClosed) end();
    else present = { line, end };
    return line;
  }

  function currentLine(): Promise<Line> {
    if (present) return Promise.resolve(present.line);
    opening ??= findLeader()
      .then(open)
      .finally(() => {
        opening = undefined;
      });
    return opening;
  }

  function replace(line: Line, leader?: string): void {
    if (present?.line !== line) return;
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
        return await Promise.any(nodes.map(askForLeader));
      } catch (error) {
        const { errors } = error as AggregateError;
        // What a node says counts more than that another one is not there.
        unfound = errors.find(({ code }) => code === undefined) ?? errors[0];
        if (isClosed || performance.now() > until) throw unfound;
      }
      await pause(betweenAsksMs, undefined, { ref: false });
    }
  }

  function askForLeader(node: string): Promise<string> {
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
      let line: Line | undefined;
      try {
        line = await within(until - began, currentLine()).catch((error: unknown) => {
          throw isSilence(error) ? (unfound ?? error) : error;
        });
        return await run(line, until - performance.now());
      } catch (error) {
        const named = asPortError(error);
        // A call that had little time left says nothing about the line.
        const isTold = !isSilence(error) || performance.now() - began > answerMs * 0.8;
        if (line && isTold && isOutage(named)) replace(line, leaderIn(error));
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

/** Whether another line, or the same one later, may do what failed. */
export const isOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailable && !(error instanceof LogBehind);

/** @throws Silence when it takes longer; what becomes of the work then is of no interest */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Silence()), ms);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing lasts longer, repetitions included; a command may leave less (time-budget.ts). */
const patienceMs = 6000;
/** After a lost connection or a change of leader the next try usually finds its way. */
const pausesMs = [20, 300, 1000];

/** Repeats what met an outage a few times, while there is time. */
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
