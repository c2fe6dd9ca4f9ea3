import { setTimeout as sleep } from "node:timers/promises";
import type { BaseLogger } from "pino";
import type { Batch, Checkpoint, EventStore, RecordedEvent } from "../../event-store/event-store.ts";
import { follow } from "../../event-store/follow.ts";
import { inSpan } from "../tracing.ts";
import type { ReactorPosition, ReactorPositions } from "./positions.ts";
import type { Reactor } from "./reactor.ts";
import { createWaitingEvents } from "./waiting-events.ts";

/** Milliseconds. */
export interface ReactorTiming {
  readonly retryFirst: number;
  readonly retryLast: number;
  /** How long a position that no reaction depends on may stay unsaved. */
  readonly saveWithin: number;
}

export interface ReactorStatus {
  readonly name: string;
  /** `retrying`: its last attempt failed; no event is skipped. */
  readonly state: "running" | "retrying";
  readonly checkpoint: Checkpoint;
  /** Delivered events that it has not handled yet. */
  readonly waiting: number;
  /** Age of the oldest of them in seconds. */
  readonly lagSeconds: number;
  /** The event at which it fails. */
  readonly failing?: { readonly eventId: string; readonly attempts: number };
}

export type RunningReactor = ReturnType<typeof runReactor>;

export interface ReactorDeps {
  readonly store: EventStore;
  readonly positions: ReactorPositions;
  readonly log: Pick<BaseLogger, "warn" | "error">;
  readonly timing: ReactorTiming;
  readonly onMoved: () => void;
}

/** While more events wait for their turns, no further ones are read. */
const maxWaiting = 1000;

/** Runs one reactor with a subscription of its own, so that a failing one does not delay others. */
export function runReactor(reactor: Reactor, { store, positions, log, timing, onMoved }: ReactorDeps) {
  const { name } = reactor;
  const types: ReadonlySet<string> = new Set(reactor.to);
  const ending = new AbortController();
  const { signal } = ending;
  const later = (a: Checkpoint, b: Checkpoint) => (store.compare(a, b) > 0 ? a : b);
  let saved: ReactorPosition | undefined;
  let position: ReactorPosition = { checkpoint: store.start, wrote: store.start };
  const turns = createWaitingEvents(reactor.turnOf ?? (() => ""));
  /** The end of the last delivered batch. */
  let delivered: Checkpoint = store.start;
  let working: Promise<void> | undefined;
  let attempts = 0;
  let saving: Promise<void> = Promise.resolve();
  /** There is room for further events to wait. */
  let onRoom = () => {};
  let saveSoon: NodeJS.Timeout | undefined;

  /** Another process may run the same reactor and be ahead. */
  function adopt(theirs: ReactorPosition | undefined): void {
    saved = theirs;
    if (theirs)
      position = {
        checkpoint: later(theirs.checkpoint, position.checkpoint),
        wrote: later(theirs.wrote, position.wrote),
      };
  }

  function wrote(checkpoint: Checkpoint): void {
    position = { ...position, wrote: later(checkpoint, position.wrote) };
  }

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

  async function react(event: RecordedEvent): Promise<boolean> {
    try {
      await inSpan(`reaction ${name}`, { parent: event.meta.traceparent }, () => reactor.on(event, noting));
      attempts = 0;
      return true;
    } catch (error) {
      attempts += 1;
      const { eventId, type } = event;
      log.error({ err: error, reactor: name, eventId, type, attempts }, "reaction failed, retrying");
      const wait = Math.min(timing.retryLast, timing.retryFirst * 2 ** (attempts - 1));
      await sleep(wait * (0.75 + Math.random() / 4), undefined, { signal }).catch(() => {});
      return false;
    }
  }

  /** Saves run one after the other; a position that cannot be saved is covered by the next one. */
  function save(): Promise<void> {
    saving = saving.then(async () => {
      try {
        while (saved === undefined || store.compare(position.checkpoint, saved.checkpoint) > 0) {
          const to = position;
          if (await positions.move(name, saved?.checkpoint, to)) saved = to;
          else adopt((await positions.all()).get(name));
        }
      } catch (error) {
        log.warn({ err: error, reactor: name }, "position of a reactor could not be saved");
      }
    });
    return saving;
  }

  async function advance(checkpoint: Checkpoint, isReaction: boolean): Promise<void> {
    position = { ...position, checkpoint: later(checkpoint, position.checkpoint) };
    if (isReaction) await save();
    else
      saveSoon ??= setTimeout(() => {
        saveSoon = undefined;
        void save();
      }, timing.saveWithin).unref();
    onMoved();
  }

  async function work(): Promise<void> {
    for (let event = turns.next(); event && !signal.aborted; event = turns.next()) {
      if (store.compare(event.checkpoint, position.checkpoint) > 0 && !(await react(event))) continue;
      const passed = turns.end(event);
      if (turns.waiting() <= maxWaiting) onRoom();
      if (passed !== undefined) await advance(passed, true);
    }
    if (!signal.aborted) await advance(delivered, false);
  }

  function resume(): void {
    working ??= work().then(
      () => {
        working = undefined;
        // Events may have been added since it found none.
        if (turns.next() && !signal.aborted) resume();
      },
      (error: unknown) => {
        working = undefined;
        log.error({ err: error, reactor: name }, "reactor stopped until the next events");
      },
    );
  }

  async function handle(batch: Batch): Promise<void> {
    turns.add(batch.events.filter((event) => types.has(event.type) && (reactor.takes?.(event) ?? true)));
    delivered = batch.checkpoint;
    resume();
    if (!reactor.turnOf) await working;
    else if (turns.waiting() > maxWaiting)
      await Promise.race([working, new Promise<void>((resolve) => (onRoom = resolve))]);
  }

  async function begin(): Promise<Checkpoint> {
    adopt((await positions.all()).get(name));
    return position.checkpoint;
  }

  const running = follow(store, begin, handle, {
    signal,
    onError: (error) => log.warn({ err: error, reactor: name }, "reactor lost the event log, retrying"),
  });

  return {
    position: () => position,
    status(): ReactorStatus {
      const oldest = turns.oldest();
      const current = turns.next();
      return {
        name,
        state: attempts > 0 ? "retrying" : "running",
        checkpoint: position.checkpoint,
        waiting: turns.waiting(),
        lagSeconds: oldest ? Math.max(0, (Date.now() - Date.parse(oldest.occurredAt)) / 1000) : 0,
        ...(current && attempts > 0 ? { failing: { eventId: current.eventId, attempts } } : {}),
      };
    },
    /** Resolves after the reaction in progress and saves the position. */
    async stop() {
      ending.abort();
      clearTimeout(saveSoon);
      await running;
      await working;
      await save();
    },
  };
}
