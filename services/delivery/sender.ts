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

/** Web push or mail. */
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
/** Maximum that is waited for a push service. */
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
export function createSender({ deliveries, channels, now, log, observe, pollMs = 1000 }: SenderDeps) {
  let isStopping = false;
  const note = (channel: string, { state }: Verdict, milliseconds?: number) =>
    observe({
      channel,
      result: state === "due" ? "retried" : state,
      ...(milliseconds !== undefined && { milliseconds }),
    });

  /** Verdicts that arrive during a write are stored together by the next one. */
  const pending: (readonly [Claimed, Verdict])[] = [];
  let storing: Promise<void> | undefined;
  function record(verdicts: readonly (readonly [Claimed, Verdict])[]): Promise<void> {
    pending.push(...verdicts);
    storing ??= store();
    return storing;
  }
  async function store(): Promise<void> {
    while (pending.length > 0) {
      const taken = pending.splice(0);
      // A row whose verdict is not stored stays claimed and ends as unknown.
      await deliveries
        .record(taken)
        .catch((error) => log.warn({ err: error }, "deliveries were not recorded"));
    }
    storing = undefined;
  }

  function runChannel(channel: DeliveryChannel) {
    const { name, atOnce } = channel;
    const queue: { readonly job: Job; readonly at: number }[] = [];
    const running = new Set<Promise<void>>();
    let refilling: Promise<void> | undefined;

    async function prepare(claimed: readonly Claimed[]): Promise<void> {
      try {
        const { settled, jobs } = await channel.prepare(claimed);
        for (const [, verdict] of settled) if (!verdict.isPostponed) note(name, verdict);
        if (settled.length > 0) await record(settled);
        queue.push(...jobs.map((job) => ({ job, at: performance.now() })));
      } catch (error) {
        // Nothing was sent.
        const dueAt = new Date(now().getTime() + firstRetryMs);
        await record(claimed.map((row) => [row, { state: "due", result: null, dueAt, isPostponed: true }]));
        throw error;
      }
    }

    async function send(job: Job): Promise<void> {
      const began = performance.now();
      const outcome = await job.send();
      const milliseconds = performance.now() - began;
      await channel.onOutcome?.(job, outcome);
      const [first, ...others] = job.rows;
      const verdict = verdictOf(outcome, first.attempts, now());
      note(name, verdict, milliseconds);
      // Not awaited: the next job starts while this verdict is stored.
      void record([
        [first, verdict],
        ...others.map(
          (row) => [row, { ...verdict, ...(verdict.state === "sent" && { result: "bundled" }) }] as const,
        ),
      ]);
    }

    async function take({ job, at }: { job: Job; at: number }): Promise<void> {
      try {
        if (performance.now() - at > freshMs || job.isOutdated?.()) return await prepare(job.rows);
        await send(job);
      } catch (error) {
        log.warn({ err: error, channel: name }, "a delivery failed by a fault of this program");
      }
    }

    async function refill(): Promise<void> {
      const claimed = await deliveries.claim(name, channel.claimed);
      if (claimed.length === 0) return;
      await prepare(claimed);
      // More rows may be due.
      setImmediate(pump);
    }

    function pump(): void {
      if (isStopping) return;
      while (running.size < atOnce && queue.length > 0) {
        const taken = take(queue.shift() as (typeof queue)[number]).finally(() => {
          running.delete(taken);
          pump();
        });
        running.add(taken);
      }
      if (queue.length < atOnce && !refilling)
        refilling = refill()
          .catch((error) => log.warn({ err: error, channel: name }, "deliveries could not be claimed"))
          .finally(() => {
            refilling = undefined;
          });
    }

    return {
      pump,
      /** Ends running jobs; claimed rows that have not begun become due again. */
      async stop(): Promise<void> {
        await refilling;
        await Promise.all(running);
        const left = queue.splice(0).flatMap(({ job }) => job.rows);
        if (left.length > 0)
          await record(
            left.map((row) => [row, { state: "due", result: null, dueAt: now(), isPostponed: true }]),
          );
      },
    };
  }

  const runs = channels.map(runChannel);
  let timer: NodeJS.Timeout | undefined;
  let expiring: Promise<unknown> | undefined;
  function poll(): void {
    expiring ??= deliveries
      .giveUpOldClaims()
      .then((given) => {
        for (const channel of given) observe({ channel, result: "unknown" });
      })
      .catch((error) => log.warn({ err: error }, "expired claims could not be ended"))
      .finally(() => {
        expiring = undefined;
      });
    for (const run of runs) run.pump();
  }

  return {
    start(): void {
      timer ??= setInterval(poll, pollMs).unref();
      poll();
    },
    /** Waits for running jobs; claimed rows that have not begun become due again. */
    async stop(): Promise<void> {
      clearInterval(timer);
      isStopping = true;
      await expiring;
      await Promise.all(runs.map((run) => run.stop()));
      await storing;
    },
  };
}
