import type { Logger } from "../platform/logging.ts";
import type { Claimed, Deliveries, Verdict } from "./deliveries.ts";
import type { Outcome } from "./outcome.ts";

/** One send: a row, or several that are bundled; the verdict on the first holds for all. */
export interface Job {
  readonly rows: readonly [Claimed, ...Claimed[]];
  readonly send: () => Promise<Outcome>;
  /** Whether facts have changed since it was prepared: it is then prepared again. */
  readonly isOutdated?: () => boolean;
}

/** Web push, mail or Discord. */
export interface DeliveryChannel {
  readonly name: string;
  readonly atOnce: number;
  /** Rows of one claim, few enough to be tried before the claim expires. */
  readonly claimed: number;
  /** Splits claimed rows into those that are not sent now, with their verdicts, and jobs. */
  readonly prepare: (claimed: readonly Claimed[]) => Promise<{
    readonly settled: readonly (readonly [Claimed, Verdict])[];
    readonly jobs: readonly Job[];
  }>;
  /** Runs after each attempt. */
  readonly onOutcome?: (job: Job, outcome: Outcome) => Promise<void>;
}

interface SenderDeps {
  readonly deliveries: Deliveries;
  readonly channels: readonly DeliveryChannel[];
  readonly now: () => Date;
  readonly log: Pick<Logger, "warn">;
  /** `milliseconds` is absent if there was no attempt. */
  readonly observe: (delivery: { channel: string; result: string; milliseconds?: number }) => void;
  readonly pollMs?: number;
}

const maxAttempts = 4;
const firstRetryMs = 30_000;
const lastRetryMs = 3_600_000;
/** Maximum that is waited for a push service or Discord. */
export const longestWaitMs = 6 * 3_600_000;
/** A job that has waited longer is prepared again, rights included. */
const freshMs = 1000;

/** The next state of a row after an attempt (spec/notifications.md rules 14 and 18). */
export function verdictOf(outcome: Outcome, attempts: number, now: Date, random = Math.random): Verdict {
  if (outcome.state === "sent") return { state: "sent", result: null };
  if (outcome.state !== "retry") return { state: outcome.state, result: outcome.result };
  const backOff = Math.min(lastRetryMs, firstRetryMs * 4 ** (attempts - 1) * (0.8 + random() * 0.4));
  const wait = Math.max(backOff, Math.min(outcome.retryAfterMs ?? 0, longestWaitMs));
  return {
    state: attempts < maxAttempts ? "due" : "failed",
    result: outcome.result,
    dueAt: new Date(now.getTime() + wait),
  };
}

/** Claims due rows, sends them and records the results. Several processes may run it concurrently. */
export class Sender {
  readonly #deps: SenderDeps;
  readonly #verdicts: VerdictStore;
  readonly #channels: readonly ChannelSender[];
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #expiring: Promise<void> | undefined;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
    const verdicts = new VerdictStore(deps);
    this.#verdicts = verdicts;
    this.#channels = deps.channels.map(
      (channel) => new ChannelSender(channel, deps, verdicts, this.#stopping.signal),
    );
  }

  start(): void {
    const { pollMs = 1000 } = this.#deps;
    this.#timer ??= setInterval(() => this.#poll(), pollMs).unref();
    this.#poll();
  }

  /** Waits for running jobs; claimed rows that have not begun become due again. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#expiring;
    await Promise.all(this.#channels.map((channel) => channel.finish()));
    await this.#verdicts.settled();
  }

  #poll(): void {
    this.#expiring ??= this.#giveUpOldClaims();
    for (const channel of this.#channels) channel.pump();
  }

  async #giveUpOldClaims(): Promise<void> {
    const { deliveries, observe, log } = this.#deps;
    try {
      const given = await deliveries.giveUpOldClaims();
      for (const channel of given) observe({ channel, result: "unknown" });
    } catch (error) {
      log.warn({ err: error }, "expired claims could not be ended");
    } finally {
      this.#expiring = undefined;
    }
  }
}

/** Stores verdicts; those that arrive during a write are stored together by the next one. */
class VerdictStore {
  readonly #deps: Pick<SenderDeps, "deliveries" | "log">;
  readonly #pending: (readonly [Claimed, Verdict])[] = [];
  #storing: Promise<void> | undefined;

  constructor(deps: Pick<SenderDeps, "deliveries" | "log">) {
    this.#deps = deps;
  }

  /** Resolves once the verdicts are stored, or could not be. */
  async record(verdicts: readonly (readonly [Claimed, Verdict])[]): Promise<void> {
    if (verdicts.length === 0) return;
    this.#pending.push(...verdicts);
    this.#storing ??= this.#store();
    await this.#storing;
  }

  /** Resolves once nothing is being stored. */
  async settled(): Promise<void> {
    await this.#storing;
  }

  async #store(): Promise<void> {
    const { deliveries, log } = this.#deps;
    while (this.#pending.length > 0) {
      const taken = this.#pending.splice(0);
      // A row whose verdict is not stored stays claimed and ends as unknown.
      await deliveries
        .record(taken)
        .catch((error) => log.warn({ err: error }, "deliveries were not recorded"));
    }
    this.#storing = undefined;
  }
}

interface QueuedJob {
  readonly job: Job;
  /** When it was prepared. */
  readonly at: number;
}

/** Claims the due rows of one channel and sends them, several at once, until `stopping` aborts. */
class ChannelSender {
  readonly #channel: DeliveryChannel;
  readonly #deps: SenderDeps;
  readonly #verdicts: VerdictStore;
  readonly #stopping: AbortSignal;
  readonly #queue: QueuedJob[] = [];
  readonly #running = new Set<Promise<void>>();
  #refilling: Promise<void> | undefined;

  constructor(channel: DeliveryChannel, deps: SenderDeps, verdicts: VerdictStore, stopping: AbortSignal) {
    this.#channel = channel;
    this.#deps = deps;
    this.#verdicts = verdicts;
    this.#stopping = stopping;
  }

  /** Starts queued jobs, and claims more rows where few are left. */
  pump(): void {
    const { atOnce } = this.#channel;
    if (this.#stopping.aborted) return;
    while (this.#running.size < atOnce) {
      const queued = this.#queue.shift();
      if (!queued) break;
      const running = this.#run(queued).finally(() => {
        this.#running.delete(running);
        this.pump();
      });
      this.#running.add(running);
    }
    if (this.#queue.length < atOnce) this.#refilling ??= this.#refill();
  }

  /** Ends running jobs; claimed rows that have not begun become due again. */
  async finish(): Promise<void> {
    await this.#refilling;
    await Promise.all(this.#running);
    const left = this.#queue.splice(0).flatMap(({ job }) => job.rows);
    await this.#postpone(left, this.#deps.now());
  }

  async #refill(): Promise<void> {
    const { deliveries, log } = this.#deps;
    const { name, claimed: atMost } = this.#channel;
    try {
      const claimed = await deliveries.claim(name, atMost);
      if (claimed.length === 0) return;
      await this.#prepare(claimed);
      // More rows may be due.
      setImmediate(() => this.pump());
    } catch (error) {
      log.warn({ err: error, channel: name }, "deliveries could not be claimed");
    } finally {
      this.#refilling = undefined;
    }
  }

  async #prepare(claimed: readonly Claimed[]): Promise<void> {
    try {
      const { settled, jobs } = await this.#channel.prepare(claimed);
      for (const [, verdict] of settled) if (!verdict.isPostponed) this.#observe(verdict);
      await this.#verdicts.record(settled);
      this.#queue.push(...jobs.map((job) => ({ job, at: performance.now() })));
    } catch (error) {
      // Nothing was sent.
      await this.#postpone(claimed, new Date(this.#deps.now().getTime() + firstRetryMs));
      throw error;
    }
  }

  async #run({ job, at }: QueuedJob): Promise<void> {
    try {
      if (performance.now() - at > freshMs || job.isOutdated?.()) await this.#prepare(job.rows);
      else await this.#send(job);
    } catch (error) {
      const { name: channel } = this.#channel;
      this.#deps.log.warn({ err: error, channel }, "a delivery failed by a fault of this program");
    }
  }

  async #send(job: Job): Promise<void> {
    const began = performance.now();
    const outcome = await job.send();
    const milliseconds = performance.now() - began;
    await this.#channel.onOutcome?.(job, outcome);
    const [first, ...others] = job.rows;
    const verdict = verdictOf(outcome, first.attempts, this.#deps.now());
    this.#observe(verdict, milliseconds);
    const ofOthers = verdict.state === "sent" ? { ...verdict, result: "bundled" } : verdict;
    // Not awaited: the next job starts while this verdict is stored.
    void this.#verdicts.record([[first, verdict], ...others.map((row) => [row, ofOthers] as const)]);
  }

  #postpone(rows: readonly Claimed[], dueAt: Date): Promise<void> {
    return this.#verdicts.record(
      rows.map((row) => [row, { state: "due", result: null, dueAt, isPostponed: true }]),
    );
  }

  #observe({ state }: Verdict, milliseconds?: number): void {
    this.#deps.observe({
      channel: this.#channel.name,
      result: state === "due" ? "retried" : state,
      ...(milliseconds !== undefined && { milliseconds }),
    });
  }
}
