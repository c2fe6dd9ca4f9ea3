import { setTimeout as after } from "node:timers/promises";
import type { BaseLogger } from "pino";
import type { Batch, Checkpoint, EventStore, RecordedEvent } from "../../event-store/event-store.ts";
import { weightOf } from "../../event-store/weight.ts";
import type { ReactorPlace, ReactorPlaces } from "./places.ts";
import type { Reactor } from "./reactor.ts";

/** Milliseconds. */
export interface ReactorTiming {
  readonly retryFirst: number;
  readonly retryLongest: number;
  /** How long a place that no reaction depends on may go unsaved. */
  readonly saveWithin: number;
}

export interface ReactorStatus {
  readonly name: string;
  /** `retrying`: its last attempt failed, nothing is skipped. */
  readonly state: "running" | "retrying";
  readonly checkpoint: Checkpoint;
  /** Events that it has not reacted to yet. */
  readonly waiting: number;
  /** Age of the oldest of them in seconds. */
  readonly lagSeconds: number;
  /** The event at which it fails. */
  readonly failing?: { readonly eventId: string; readonly attempts: number };
}

/** One reactor on its way along the log. */
export interface Lane {
  place(): ReactorPlace;
  accept(batch: Batch): void;
  /** Whether so much waits that it should be given no more for now. */
  isFull(): boolean;
  status(): ReactorStatus;
  /** Ends after the reaction in hand and keeps the place. */
  stop(): Promise<void>;
}

/** How many events may wait for one slow reactor before reading pauses for all. */
const mostWaiting = 10_000;
/** And of how many characters together. */
const mostWeight = 8 * 1024 * 1024;

interface LaneOptions {
  readonly store: EventStore;
  readonly places: ReactorPlaces;
  readonly log: Pick<BaseLogger, "warn" | "error">;
  readonly timing: ReactorTiming;
  /** The place has moved. */
  readonly moved: () => void;
}

export function createLane(reactor: Reactor, kept: ReactorPlace | undefined, options: LaneOptions): Lane {
  const { store, places, log, timing, moved } = options;
  const types: ReadonlySet<string> = new Set(reactor.to);
  const ending = new AbortController();
  const queue: RecordedEvent[] = [];
  let weight = 0;
  const later = (a: Checkpoint, b: Checkpoint) => (store.compare(a, b) > 0 ? a : b);
  let saved = kept;
  let place = kept ?? { checkpoint: store.start, wrote: store.start };
  let read = place.checkpoint;
  let attempts = 0;
  let work: Promise<void> | undefined;
  let saving: Promise<void> = Promise.resolve();
  let saveSoon: NodeJS.Timeout | undefined;

  const noting: EventStore = {
    ...store,
    async append(...given) {
      const appended = await store.append(...given);
      wrote(appended.outcome === "appended" ? appended.checkpoint : appended.command.checkpoint);
      return appended;
    },
    async command(commandId) {
      const known = await store.command(commandId);
      if (known) wrote(known.checkpoint);
      return known;
    },
  };
  function wrote(checkpoint: Checkpoint): void {
    place = { ...place, wrote: later(checkpoint, place.wrote) };
  }

  async function workOff(): Promise<void> {
    while (!ending.signal.aborted) {
      const event = queue[0];
      if (!event) return;
      if (store.compare(event.checkpoint, place.checkpoint) > 0 && !(await react(event))) continue;
      queue.shift();
      weight -= weightOf(event.data);
      await advance(event.checkpoint, true);
    }
  }

  async function react(event: RecordedEvent): Promise<boolean> {
    try {
      await reactor.on(event, noting);
      attempts = 0;
      return true;
    } catch (error) {
      attempts += 1;
      const { eventId, type } = event;
      log.error({ err: error, reactor: reactor.name, eventId, type, attempts }, "a reaction failed");
      const wait = Math.min(timing.retryLongest, timing.retryFirst * 2 ** (attempts - 1));
      await pause(wait * (0.75 + Math.random() / 4), ending.signal);
      return false;
    }
  }

  async function advance(checkpoint: Checkpoint, atOnce: boolean): Promise<void> {
    place = { ...place, checkpoint: later(checkpoint, place.checkpoint) };
    if (atOnce) await save();
    else
      saveSoon ??= setTimeout(() => {
        saveSoon = undefined;
        void save();
      }, timing.saveWithin).unref();
    moved();
  }

  /** One after the other; a place that cannot be kept now is kept with the next one. */
  function save(): Promise<void> {
    saving = saving.then(async () => {
      try {
        while (saved === undefined || store.compare(place.checkpoint, saved.checkpoint) > 0) {
          const to = place;
          if (await places.move(reactor.name, saved?.checkpoint, to)) saved = to;
          else learn((await places.all()).get(reactor.name));
        }
      } catch (error) {
        log.warn({ err: error, reactor: reactor.name }, "the place of a reactor could not be kept");
      }
    });
    return saving;
  }

  /** Another process is on the way, too, and may be ahead. */
  function learn(theirs: ReactorPlace | undefined): void {
    saved = theirs;
    if (!theirs) return;
    place = {
      checkpoint: later(theirs.checkpoint, place.checkpoint),
      wrote: later(theirs.wrote, place.wrote),
    };
  }

  function drain(): void {
    // The read models go first: people wait for them.
    work ??= nextTurn()
      .then(workOff)
      .then(() => {
        work = undefined;
        if (ending.signal.aborted) return;
        if (queue.length === 0) void advance(read, false);
        else drain();
      });
  }

  return {
    place: () => place,
    accept({ events, checkpoint }) {
      for (const event of events) {
        if (!types.has(event.type) || store.compare(event.checkpoint, read) <= 0) continue;
        queue.push(event);
        weight += weightOf(event.data);
      }
      read = later(checkpoint, read);
      drain();
    },
    isFull: () => queue.length > mostWaiting || weight > mostWeight,
    status() {
      const oldest = queue[0];
      return {
        name: reactor.name,
        state: attempts > 0 ? "retrying" : "running",
        checkpoint: place.checkpoint,
        waiting: queue.length,
        lagSeconds: oldest ? Math.max(0, (Date.now() - Date.parse(oldest.occurredAt)) / 1000) : 0,
        ...(oldest && attempts > 0 ? { failing: { eventId: oldest.eventId, attempts } } : {}),
      };
    },
    async stop() {
      ending.abort();
      clearTimeout(saveSoon);
      await work;
      await save();
    },
  };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Waits, at most until the signal aborts; never rejects. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  after(ms, undefined, { signal }).catch(() => {});
