import { v5 as uuidv5 } from "uuid";
import type { Checkpoint, EventStore } from "../event-store/event-store.ts";
import type { CommandContext } from "./decider.ts";
import type { Logger } from "./logging.ts";
import { createPolling } from "./polling.ts";

/** A fact that has become true by time alone and is not recorded yet. */
export interface DueItem {
  /** Identifies the fact to record, such as `close 12 2025-12-08`; the command id is derived from it. Never changes. */
  readonly name: string;
  /** Items of one owner are recorded one after the other, oldest first. */
  readonly owner: string;
  readonly dueAt: Date;
}

/** Finds due items in read models and records them (spec/notifications.md rule 17). */
export interface Clock<Item extends DueItem = DueItem> {
  readonly name: string;
  /** The read models that `dueItems` queries. */
  readonly waitsFor: readonly string[];
  dueItems(now: Date): Promise<readonly Item[]>;
  /**
   * Runs the command that records an item. Its decider yields no event if the item is recorded already or no longer
   * true.
   */
  command(item: Item, context: CommandContext): Promise<unknown>;
}

export interface ClockState {
  readonly clock: string;
  readonly due: number;
  readonly oldestDueSeconds: number;
}

interface ClocksDeps {
  readonly clocks: readonly Clock[];
  readonly store: Pick<EventStore, "head">;
  /** Whether these read models reach a checkpoint within a time (milliseconds). */
  readonly haveReached: (readModels: readonly string[], to: Checkpoint, ms: number) => Promise<boolean>;
  /** Whether clocks are switched off, as in a database of `ops replay`. */
  readonly isOff: () => Promise<boolean>;
  readonly tickMs: number;
  readonly now: () => Date;
  readonly log: Pick<Logger, "error">;
  readonly onFailure: (clock: string) => void;
}

/** Namespace of command ids. It never changes, so that a repeated item has the same id. */
const namespace = "6a1c5f0e-4f0b-5d53-9a57-0d6c2b7a7a11";
const readModelsMs = 30_000;
/** Interval at which a wait checks whether the process is closing. */
const waitMs = 1000;
/** Number of owners whose items are recorded concurrently. */
const ownersAtOnce = 4;
const minuteMs = 60_000;
const longestPauseMs = 60 * 60_000;

const byAge = (a: DueItem, b: DueItem) => a.dueAt.getTime() - b.dueAt.getTime();

function contextOf({ name }: DueItem, now: Date): CommandContext {
  const commandId = uuidv5(name, namespace);
  return {
    commandId,
    fingerprint: name,
    correlationId: commandId,
    causationId: commandId,
    actor: "system",
    now,
  };
}

function runClock(clock: Clock, { store, haveReached, now, log, onFailure }: ClocksDeps, ends: AbortSignal) {
  const failures = new Map<string, { readonly attempts: number; readonly pauseUntil: number }>();
  let ticking: Promise<void> | undefined;

  /** After a failure, the item and later items of its owner are skipped for 1, 2, 4 … 60 minutes. */
  function failed(error: unknown, { name }: DueItem): void {
    const attempts = (failures.get(name)?.attempts ?? 0) + 1;
    const pauseMs = Math.min(longestPauseMs, minuteMs * 2 ** (attempts - 1));
    failures.set(name, { attempts, pauseUntil: now().getTime() + pauseMs });
    onFailure(clock.name);
    log.error({ err: error, clock: clock.name, item: name, attempts }, "recording a due item failed");
  }

  async function record(items: readonly DueItem[]): Promise<void> {
    for (const item of items) {
      const isPaused = now().getTime() < (failures.get(item.name)?.pauseUntil ?? 0);
      if (isPaused || ends.aborted) return;
      try {
        await clock.command(item, contextOf(item, now()));
      } catch (error) {
        return failed(error, item);
      }
    }
  }

  async function areReady(): Promise<boolean> {
    const head = await store.head();
    for (let left = readModelsMs; left > 0 && !ends.aborted; left -= waitMs)
      if (await haveReached(clock.waitsFor, head, waitMs)) return true;
    return false;
  }

  async function recordDue(): Promise<void> {
    if (!(await areReady())) return;
    const due = [...(await clock.dueItems(now()))].sort(byAge);
    for (const name of failures.keys()) if (!due.some((item) => item.name === name)) failures.delete(name);
    const byOwner = new Map<string, DueItem[]>();
    for (const item of due) byOwner.set(item.owner, [...(byOwner.get(item.owner) ?? []), item]);
    const waiting = [...byOwner.values()];
    const work = async () => {
      for (let items = waiting.shift(); items; items = waiting.shift()) await record(items);
    };
    await Promise.all(Array.from({ length: ownersAtOnce }, work));
  }

  return {
    /** Does nothing while the previous tick is running. */
    tick(): void {
      ticking ??= recordDue()
        .catch((error) => {
          onFailure(clock.name);
          log.error({ err: error, clock: clock.name }, "due items of a clock could not be recorded");
        })
        .finally(() => {
          ticking = undefined;
        });
    },
    ended: async () => ticking,
  };
}

/** The due items of each clock, oldest first. */
export const readDue = (clocks: readonly Clock[], now: Date) =>
  Promise.all(
    clocks.map(async (clock) => ({
      clock: clock.name,
      items: [...(await clock.dueItems(now))].sort(byAge),
    })),
  );

/**
 * Records facts that became true by time alone. Several processes may run at once: an item has the same command id in
 * all of them.
 */
export function createClocks(deps: ClocksDeps) {
  const { clocks, isOff, tickMs, now, log } = deps;
  const ending = new AbortController();
  const runs = clocks.map((clock) => runClock(clock, deps, ending.signal));

  async function begin(): Promise<void> {
    if ((await isOff()) || ending.signal.aborted) return;
    for (const run of runs) run.tick();
  }
  const polling = createPolling({
    job: begin,
    everyMs: tickMs,
    onError: (error) => log.error({ err: error }, "due items could not be queried"),
  });

  return {
    start(): void {
      if (runs.length > 0) polling.start();
    },
    /** Resolves after the running commands. */
    async stop(): Promise<void> {
      ending.abort();
      await polling.stop();
      await Promise.all(runs.map((run) => run.ended()));
    },
    /** Due items according to the read models, whichever process runs the clocks. */
    async state(): Promise<ClockState[]> {
      if (runs.length === 0 || (await isOff())) return [];
      const at = now();
      return (await readDue(clocks, at)).map(({ clock, items: [oldest, ...others] }) => ({
        clock,
        due: oldest ? 1 + others.length : 0,
        oldestDueSeconds: oldest ? Math.max(0, (at.getTime() - oldest.dueAt.getTime()) / 1000) : 0,
      }));
    },
  };
}

export type Clocks = ReturnType<typeof createClocks>;
