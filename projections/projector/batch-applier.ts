import type pg from "pg";
import type { Checkpoint, EventStore, RecordedEvent } from "#services/event-store/event-store";
import type { AnyProjection } from "../projection.ts";
import { type Folded, foldEvents, reasonOf } from "./apply.ts";
import { advance, Outpaced, type ReadModelState } from "./checkpoints.ts";
import type { ProjectorLog } from "./log.ts";
import type { StatusBoard } from "./status.ts";
import { isDataFault } from "./transaction.ts";
import { backoff, pause } from "./waiting.ts";

/** A read model that this process moves. */
export interface Member {
  readonly projection: AnyProjection;
  checkpoint: Checkpoint;
  /** It met an event that it cannot take in. */
  stopped: boolean;
}

/** A run of events that ends at `to`; it may begin before where a read model stands. */
export interface Run {
  readonly events: readonly RecordedEvent[];
  readonly to: Checkpoint;
  /** Folded while the run before was being written; holds for those that stand at its end once that is done. */
  readonly ahead?: { readonly from: Checkpoint; readonly folded: ReadonlyMap<Member, Folded> };
}

export interface IntakeTools {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly fence: number;
  readonly log: ProjectorLog;
  readonly board: StatusBoard;
  readonly signal: AbortSignal;
}

export interface Intake {
  /** The run with everything folded that need not wait for the run before, which ends at `from`. */
  foldAhead(members: readonly Member[], run: Run, from: Checkpoint): Run;
  /**
   * Brings read models to the end of a run in one transaction. One that cannot take in an event stops there, alone and
   * loudly; the others go on. Transient faults are retried.
   * @throws Outpaced | the reason of the signal
   */
  takeIn(members: readonly Member[], run: Run, state: ReadModelState): Promise<void>;
}

export function createIntake({ store, pool, fence, log, board, signal }: IntakeTools): Intake {
  async function takeIn(members: readonly Member[], run: Run, state: ReadModelState): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      signal.throwIfAborted();
      try {
        return await together(
          members.filter(({ stopped }) => !stopped),
          run,
          state,
        );
      } catch (error) {
        if (signal.aborted || error instanceof Outpaced) throw error;
        log({ level: "warn", message: "writing read models failed, trying again", reason: reasonOf(error) });
        await pause(backoff(attempt), signal);
      }
    }
  }

  async function together(members: readonly Member[], run: Run, state: ReadModelState): Promise<void> {
    try {
      await write(members, run, state);
    } catch (error) {
      if (!isDataFault(error)) throw error;
      // The database refuses a row of one of them: each for itself shows which, so that the others go on.
      for (const member of members) await alone(member, run, state);
    }
  }

  async function alone(member: Member, run: Run, state: ReadModelState): Promise<void> {
    try {
      await write([member], run, state);
    } catch (error) {
      if (!isDataFault(error)) throw error;
      await eventByEvent(member, run, state);
    }
  }

  async function eventByEvent(member: Member, run: Run, state: ReadModelState): Promise<void> {
    for (const event of run.events) {
      if (member.stopped) return;
      try {
        await write([member], { events: [event], to: event.checkpoint }, state);
      } catch (error) {
        if (!isDataFault(error)) throw error;
        const poison = { eventId: event.eventId, reason: reasonOf(error) };
        await settle(
          [{ member, folded: { steps: [], events: 0, checkpoint: member.checkpoint, poison } }],
          state,
        );
      }
    }
    if (!member.stopped) await write([member], { events: [], to: run.to }, state);
  }

  function foldAhead(members: readonly Member[], { events, to }: Run, from: Checkpoint): Run {
    const running = members.filter(({ stopped }) => !stopped);
    const fold = ({ projection }: Member) => foldEvents(projection, events, from, to);
    return {
      events,
      to,
      ahead: { from, folded: new Map(running.map((member) => [member, fold(member)])) },
    };
  }

  function write(
    members: readonly Member[],
    { events, to, ahead }: Run,
    state: ReadModelState,
  ): Promise<void> {
    const moves = members.map((member) => {
      const { projection, checkpoint } = member;
      if (store.compare(checkpoint, to) >= 0) {
        return { member, folded: { steps: [], events: 0, checkpoint } };
      }
      const folded = ahead?.from === checkpoint ? ahead.folded.get(member) : undefined;
      return {
        member,
        folded: folded ?? foldEvents(projection, after(checkpoint, events), checkpoint, to),
      };
    });
    return settle(moves, state);
  }

  /** Events stand in log order, so the first one mostly answers for all. */
  function after(checkpoint: Checkpoint, events: readonly RecordedEvent[]): readonly RecordedEvent[] {
    const isAfter = (event: RecordedEvent) => store.compare(event.checkpoint, checkpoint) > 0;
    return events[0] && isAfter(events[0]) ? events : events.filter(isAfter);
  }

  async function settle(
    moves: readonly { readonly member: Member; readonly folded: Folded }[],
    state: ReadModelState,
  ): Promise<void> {
    await advance(
      pool,
      fence,
      moves.map(({ member, folded }) => ({
        projection: member.projection,
        previous: member.checkpoint,
        folded,
        state,
      })),
    );
    for (const { member, folded } of moves) {
      const { name } = member.projection;
      member.checkpoint = folded.checkpoint;
      if (folded.poison) {
        member.stopped = true;
        board.set(name, { state: "stopped", checkpoint: folded.checkpoint, stopped: folded.poison });
        log({
          level: "error",
          message: "a read model stopped at an event",
          readModel: name,
          ...folded.poison,
        });
      } else board.set(name, { state, checkpoint: folded.checkpoint });
    }
  }

  return { takeIn, foldAhead };
}
