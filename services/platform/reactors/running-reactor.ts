import { setTimeout as sleep } from "node:timers/promises";
import type { BaseLogger } from "pino";
import { oneJobAtATime } from "#contracts/jobs";
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

export interface ReactorDeps {
  readonly store: EventStore;
  readonly positions: ReactorPositions;
  readonly log: Pick<BaseLogger, "warn" | "error">;
  readonly timing: ReactorTiming;
  readonly onMoved: () => void;
}

/** While more events wait for their turns, no further ones are read. */
const maxWaiting = 1000;

/** One reactor with a subscription of its own, so that a failing one does not delay others. It runs until it is stopped. */
export class RunningReactor {
  readonly #reactor: Reactor;
  readonly #deps: ReactorDeps;
  readonly #types: ReadonlySet<string>;
  readonly #ending = new AbortController();
  readonly #events: ReturnType<typeof createWaitingEvents>;
  /** The store that the reactor appends to. */
  readonly #noting: EventStore;
  readonly #following: Promise<void>;
  #position: ReactorPosition;
  /** The position as all processes see it; undefined before the first one. */
  #saved: ReactorPosition | undefined;
  readonly #inTurn = oneJobAtATime();
  #saveSoon: NodeJS.Timeout | undefined;
  /** The end of the last delivered batch. */
  #delivered: Checkpoint;
  #working: Promise<void> | undefined;
  /** Failures of the event whose turn it is. */
  #attempts = 0;
  /** There is room for further events to wait. */
  #onRoom = () => {};

  constructor(reactor: Reactor, deps: ReactorDeps) {
    const { store, log } = deps;
    this.#reactor = reactor;
    this.#deps = deps;
    this.#types = new Set(reactor.to);
    this.#events = createWaitingEvents(reactor.turnOf ?? (() => ""));
    this.#noting = this.#notingPositions(store);
    this.#position = { checkpoint: store.start, wrote: store.start };
    this.#delivered = store.start;
    this.#following = follow(
      store,
      () => this.#begin(),
      (batch) => this.#handle(batch),
      {
        signal: this.#ending.signal,
        onError: (error) =>
          log.warn({ err: error, reactor: reactor.name }, "reactor lost the event log, retrying"),
      },
    );
  }

  get position(): ReactorPosition {
    return this.#position;
  }

  status(): ReactorStatus {
    const oldest = this.#events.oldest();
    const current = this.#events.next();
    const isRetrying = this.#attempts > 0;
    return {
      name: this.#reactor.name,
      state: isRetrying ? "retrying" : "running",
      checkpoint: this.#position.checkpoint,
      waiting: this.#events.waiting(),
      lagSeconds: oldest ? Math.max(0, (Date.now() - Date.parse(oldest.occurredAt)) / 1000) : 0,
      ...(current && isRetrying ? { failing: { eventId: current.eventId, attempts: this.#attempts } } : {}),
    };
  }

  /** Resolves after the reaction in progress and saves the position. */
  async stop(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#saveSoon);
    await this.#following;
    await this.#working;
    await this.#save();
  }

  async #begin(): Promise<Checkpoint> {
    await this.#adoptSaved();
    return this.#position.checkpoint;
  }

  async #handle(batch: Batch): Promise<void> {
    const reactor = this.#reactor;
    const isTaken = (event: RecordedEvent) => this.#types.has(event.type) && (reactor.takes?.(event) ?? true);
    this.#events.add(batch.events.filter(isTaken));
    this.#delivered = batch.checkpoint;
    this.#resume();
    if (!reactor.turnOf) await this.#working;
    else if (this.#events.waiting() > maxWaiting) await Promise.race([this.#working, this.#room()]);
  }

  #room(): Promise<void> {
    return new Promise((resolve) => {
      this.#onRoom = resolve;
    });
  }

  #resume(): void {
    this.#working ??= this.#work().then(
      () => {
        this.#working = undefined;
        // Events may have been added since it found none.
        if (this.#events.next() && !this.#ending.signal.aborted) this.#resume();
      },
      (error: unknown) => {
        this.#working = undefined;
        const { log } = this.#deps;
        log.error({ err: error, reactor: this.#reactor.name }, "reactor stopped until the next events");
      },
    );
  }

  async #work(): Promise<void> {
    const { store } = this.#deps;
    const { signal } = this.#ending;
    for (let event = this.#events.next(); event && !signal.aborted; event = this.#events.next()) {
      const isNew = store.compare(event.checkpoint, this.#position.checkpoint) > 0;
      if (isNew && !(await this.#react(event))) continue;
      const passed = this.#events.end(event);
      if (this.#events.waiting() <= maxWaiting) this.#onRoom();
      if (passed !== undefined) await this.#advance(passed, true);
    }
    if (!signal.aborted) await this.#advance(this.#delivered, false);
  }

  /** Returns whether the reaction succeeded; otherwise after a pause. */
  async #react(event: RecordedEvent): Promise<boolean> {
    const { log, timing } = this.#deps;
    const { name } = this.#reactor;
    const { eventId, type, meta } = event;
    try {
      await inSpan(`reaction ${name}`, { parent: meta.traceparent }, () =>
        this.#reactor.on(event, this.#noting),
      );
      this.#attempts = 0;
      return true;
    } catch (error) {
      this.#attempts += 1;
      const attempts = this.#attempts;
      log.error({ err: error, reactor: name, eventId, type, attempts }, "reaction failed, retrying");
      const wait = Math.min(timing.retryLast, timing.retryFirst * 2 ** (attempts - 1));
      const { signal } = this.#ending;
      await sleep(wait * (0.75 + Math.random() / 4), undefined, { signal }).catch(() => {});
      return false;
    }
  }

  /** The same store; the position records what is appended through it. */
  #notingPositions(store: EventStore): EventStore {
    return {
      ...store,
      append: async (...given) => {
        const appended = await store.append(...given);
        this.#noteWritten(
          appended.outcome === "appended" ? appended.checkpoint : appended.command.checkpoint,
        );
        return appended;
      },
      command: async (commandId) => {
        const known = await store.command(commandId);
        if (known) this.#noteWritten(known.checkpoint);
        return known;
      },
    };
  }

  #noteWritten(checkpoint: Checkpoint): void {
    this.#position = { ...this.#position, wrote: this.#later(checkpoint, this.#position.wrote) };
  }

  async #advance(checkpoint: Checkpoint, isReaction: boolean): Promise<void> {
    const { timing, onMoved } = this.#deps;
    this.#position = { ...this.#position, checkpoint: this.#later(checkpoint, this.#position.checkpoint) };
    if (isReaction) await this.#save();
    else
      this.#saveSoon ??= setTimeout(() => {
        this.#saveSoon = undefined;
        void this.#save();
      }, timing.saveWithin).unref();
    onMoved();
  }

  /** Saves run one after the other; a position that cannot be saved is covered by the next one. */
  #save(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await this.#saveNow();
      } catch (error) {
        const { log } = this.#deps;
        log.warn({ err: error, reactor: this.#reactor.name }, "position of a reactor could not be saved");
      }
    });
  }

  async #saveNow(): Promise<void> {
    const { store, positions } = this.#deps;
    while (
      this.#saved === undefined ||
      store.compare(this.#position.checkpoint, this.#saved.checkpoint) > 0
    ) {
      const to = this.#position;
      if (await positions.move(this.#reactor.name, this.#saved?.checkpoint, to)) this.#saved = to;
      else await this.#adoptSaved();
    }
  }

  /** Another process may run the same reactor and be ahead. */
  async #adoptSaved(): Promise<void> {
    const saved = (await this.#deps.positions.all()).get(this.#reactor.name);
    this.#saved = saved;
    if (saved)
      this.#position = {
        checkpoint: this.#later(saved.checkpoint, this.#position.checkpoint),
        wrote: this.#later(saved.wrote, this.#position.wrote),
      };
  }

  #later(a: Checkpoint, b: Checkpoint): Checkpoint {
    return this.#deps.store.compare(a, b) > 0 ? a : b;
  }
}
