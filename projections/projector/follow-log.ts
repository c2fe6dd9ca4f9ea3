import type { Checkpoint, RecordedEvent } from "#services/event-store/event-store";
import type { StoreAndPool } from "../building/build.ts";
import { readRange } from "../building/log-range.ts";
import type { AnyProjection } from "../projection.ts";
import { type Poison, reasonOf } from "./apply.ts";
import { type Batch, createBatchApplier, type Member } from "./batch-applier.ts";
import { hold, readModelRows, StaleCheckpoint } from "./checkpoints.ts";
import { replaceOlder } from "./replace-older.ts";
import { prepareReadModels } from "./schema.ts";
import type { ProjectorLog, StatusBoard } from "./status.ts";
import { backoff, createQueue, pause } from "./waiting.ts";

/**
 * Called once rows are committed with which all running read models have come so far.
 * @param began when the batch with these events began to be written, milliseconds since 1970
 */
export type Moved = (checkpoint: Checkpoint, events: readonly RecordedEvent[], began: number) => void;

interface Following extends StoreAndPool {
  readonly projections: readonly AnyProjection[];
  readonly fence: number;
  readonly log: ProjectorLog;
  readonly board: StatusBoard;
  readonly onMoved: Moved | undefined;
  /** Aborts when the lease is lost or the process stops. */
  readonly signal: AbortSignal;
}

const catchUpSize = 1000;
/** After a batch of so many events the next one is there already. */
const foldsAheadFrom = 500;

/**
 * Moves the read models along the log while this process holds the lease. Those that stand together form the group:
 * every batch moves all of them in one transaction. Those that lag (stopped earlier, or rebuilt) catch up beside it and
 * join. Ends when the signal aborts.
 * @throws StaleCheckpoint when checkpoints are not where they were left: the caller checks its lease
 */
export async function followLog(following: Following): Promise<void> {
  const { store, log, board } = following;
  const end = new AbortController();
  const signal = AbortSignal.any([following.signal, end.signal]);
  const { apply, foldAhead } = createBatchApplier({ ...following, signal });
  const inTurn = createQueue();

  const { members, older } = await startingPoints(following);
  const head = await store.head();
  // Where all are to be rebuilt, no read model needs to follow what the log holds by now.
  let frontier = members.reduce(
    (furthest, { checkpoint }) => (store.compare(checkpoint, furthest) > 0 ? checkpoint : furthest),
    members.length > 0 ? store.start : head,
  );
  const lags = ({ checkpoint }: Member) => store.compare(checkpoint, frontier) < 0;
  const late = members.filter(lags);
  const group = members.filter((member) => !lags(member));
  await apply(group, { events: [], to: frontier }, "running");

  let areAllJoined = false;
  const joining = joinAll().then(
    () => {
      areAllJoined = true;
    },
    (error: unknown) => end.abort(error),
  );
  try {
    await follow();
  } finally {
    end.abort();
    await joining;
  }
  if (!following.signal.aborted) throw end.signal.reason;

  /** Takes in the log from the frontier on, until aborted. */
  async function follow(): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        await followUnbroken(() => {
          attempt = 0;
        });
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof StaleCheckpoint) throw error;
        const unreadable = unreadableEvent(error);
        if (unreadable) await inTurn(() => stopAt(unreadable));
        log({
          level: unreadable ? "error" : "warn",
          message: "following the event log failed, trying again",
          reason: reasonOf(error),
        });
        await pause(backoff(attempt), signal);
      }
    }
  }

  /** Far behind, the next batch is read and folded while one is being written. */
  async function followUnbroken(onBatch: () => void): Promise<void> {
    let writing: Promise<void> = Promise.resolve();
    let read = frontier;
    const failed = new AbortController();
    try {
      for await (const { events, checkpoint } of store.subscribe(
        read,
        AbortSignal.any([signal, failed.signal]),
      )) {
        onBatch();
        // Batch by batch: where two are gathered first, so many events survive a scavenge that each costs a third more.
        const batch = foldAhead(group, { events, to: checkpoint }, read);
        read = checkpoint;
        await writing;
        writing = inTurn(() => write(batch));
        if (batch.events.length < foldsAheadFrom) await writing;
        // Awaited before the next one, or at once when it fails: the next one may be long in coming.
        writing.catch(() => failed.abort());
      }
      await writing;
    } finally {
      await writing.catch(() => {});
    }
  }

  async function write(batch: Batch): Promise<void> {
    const began = Date.now();
    await apply(group, batch, "running");
    frontier = batch.to;
    // One that still lags may be marked as running.
    if (areAllJoined) following.onMoved?.(frontier, batch.events, began);
  }

  /** Marks every read model as stopped; a program that can read the event makes them run again. */
  async function stopAt(poison: Poison): Promise<void> {
    for (const { projection, checkpoint, stopped } of group) {
      if (stopped) continue;
      await hold(following, projection.name, "stopped", poison);
      board.set(projection.name, { state: "stopped", checkpoint, stopped: poison });
    }
  }

  async function joinAll(): Promise<void> {
    for (const { projection, checkpoint } of late) {
      board.set(projection.name, { state: "catching-up", checkpoint });
    }
    for (const projection of older) board.set(projection.name, { state: "building" });
    for (const member of late) await join(member);
    const onReplaced = (projection: AnyProjection, checkpoint: Checkpoint) =>
      join({ projection, checkpoint, stopped: false });
    await replaceOlder({ ...following, signal, onReplaced }, older);
  }

  /** Brings a lagging read model to the frontier and into the group. */
  async function join(member: Member): Promise<void> {
    const step = async () => {
      const range = await readRange(store, member.checkpoint, frontier, catchUpSize);
      await apply([member], range, "catching-up");
    };
    while (!member.stopped && lags(member)) await step();
    // The last range while the group waits: after it both stand at the same checkpoint.
    await inTurn(async () => {
      while (!member.stopped && lags(member)) await step();
      if (member.stopped) return;
      await apply([member], { events: [], to: frontier }, "running");
      group.push(member);
    });
  }
}

/** The event that the store itself cannot hand out, when that is what the error says. */
function unreadableEvent(error: unknown): Poison | undefined {
  if (!(error instanceof Error && "eventId" in error)) return undefined;
  return { eventId: String(error.eventId), reason: error.message };
}

/** The checkpoints to start from; read models that do not run are marked, so that no request waits for them. */
async function startingPoints(following: Following) {
  const { store, pool, projections, log, board } = following;
  await prepareReadModels(pool, projections, store.start);
  const rows = new Map((await readModelRows(pool)).map((row) => [row.name, row]));
  const members: Member[] = [];
  const older: AnyProjection[] = [];
  for (const projection of projections) {
    const { name, version } = projection;
    const row = rows.get(name);
    if (row?.version === version) {
      members.push({ projection, checkpoint: row.checkpoint, stopped: false });
    } else if (!row || row.version < version) {
      older.push(projection);
      await hold(following, name, "catching-up");
    } else {
      const reason = `its table has version ${row.version}, this program builds version ${version}`;
      await hold(following, name, "stopped", { reason });
      board.set(name, { state: "stopped", stopped: { eventId: "", reason } });
      log({ level: "error", message: "a read model is of a newer program", readModel: name, reason });
    }
  }
  return { members, older };
}
