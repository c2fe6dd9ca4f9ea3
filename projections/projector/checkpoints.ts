import pg from "pg";
import type { Checkpoint } from "#services/event-store/event-store";
import { type AnyProjection, tableOf } from "../projection.ts";
import type { Folded, Poison } from "./apply.ts";
import { FailedStatement, runTogether } from "./packet.ts";
import { isUniqueViolation } from "./transaction.ts";
import { statementsOf } from "./write.ts";

export type ReadModelState = "running" | "catching-up" | "stopped";

/** Progress of one serving table. */
export interface ReadModelRow {
  readonly name: string;
  readonly version: number;
  readonly checkpoint: Checkpoint;
  /** Events delivered to it since the start of the log. */
  readonly events: number;
  readonly state: ReadModelState;
  readonly stopped: Poison | undefined;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
}

/** Every serving table with its checkpoint as stored in the database, for health, metrics and the command line. */
export async function readModelRows(db: Pick<pg.Pool, "query">): Promise<ReadModelRow[]> {
  const { rows } = await db.query<{
    name: string;
    version: number;
    checkpoint: string;
    events: string | number;
    state: ReadModelState;
    stopped_event: string | null;
    stopped_reason: string | null;
    updated_at: string | Date;
  }>("SELECT * FROM read_model_checkpoints ORDER BY name");
  return rows.map((row) => ({
    name: row.name,
    version: row.version,
    checkpoint: row.checkpoint,
    events: Number(row.events),
    state: row.state,
    stopped:
      row.state === "stopped"
        ? { eventId: row.stopped_event ?? "", reason: row.stopped_reason ?? "" }
        : undefined,
    updatedAt: new Date(row.updated_at).toISOString(),
  }));
}

/** Another process holds the lease, or a checkpoint differs from where this process left it. Nothing was written. */
export class StaleCheckpoint extends Error {
  constructor() {
    super("another process writes these read models, or their checkpoints were moved");
    this.name = "StaleCheckpoint";
  }
}

/** The statement that moves checkpoints failed, none of the rows: the error may be transient. Nothing was written. */
class CheckpointsUnmoved extends Error {
  constructor(cause: unknown) {
    const why = cause instanceof pg.DatabaseError ? `SQLSTATE ${cause.code}` : (cause as Error).message;
    super(`the checkpoints could not be moved (${why})`, { cause });
    this.name = "CheckpointsUnmoved";
  }
}

/**
 * Notified whenever read models have advanced, with the checkpoint of all running ones, or nothing while they differ.
 */
export const readModelsChannel = "read_models";

interface Advance {
  readonly projection: AnyProjection;
  readonly previous: Checkpoint;
  readonly folded: Folded;
  /** The state of the read model afterwards. */
  readonly state: ReadModelState;
}

/**
 * Writes rows, checkpoints and one notification in one transaction: applied exactly once, or not at all.
 * @throws StaleCheckpoint | CheckpointsUnmoved | an error of the database
 */
export async function advance(pool: pg.Pool, fence: number, moves: readonly Advance[]): Promise<void> {
  if (moves.length === 0) return;
  // First statement, because its row locks exclude the swap of a rebuild and any other projector until the commit.
  const checkpoints = alike(moves).map((group) => moving(group, fence));
  const rows = moves.flatMap(({ projection, folded: { steps, events } }) =>
    statementsOf(tableOf(projection.name), projection.table, steps, copyFrom(projection, events)).map(
      (statement) => ({ projection, statement }),
    ),
  );
  try {
    await runTogether(pool, [...checkpoints, ...rows.map(({ statement }) => statement)]);
  } catch (error) {
    if (!(error instanceof FailedStatement)) throw error;
    const { at, cause } = error;
    if (at < checkpoints.length)
      throw isDivisionByZero(cause) ? new StaleCheckpoint() : new CheckpointsUnmoved(cause);
    const failed = rows[at - checkpoints.length];
    if (!failed?.statement.copied || !isUniqueViolation(cause)) throw cause;
    repeating.add(failed.projection);
    await advance(pool, fence, moves);
  }
}

/** Below this many rows one INSERT is as fast as COPY. */
const minCopied = 500;
/** Read models with an insert that met an existing row: from then on their rows are upserted. */
const repeating = new WeakSet<AnyProjection>();

/**
 * If about every event has added a row, as in read models whose rows never change, rows are written by COPY, which does
 * not look for existing ones and costs PostgreSQL half the time.
 */
const copyFrom = (projection: AnyProjection, events: number) =>
  repeating.has(projection) ? Number.POSITIVE_INFINITY : Math.max(minCopied, events / 2);

/** Moving checkpoints divides by zero if they are not where they were left. */
export const isDivisionByZero = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === "22012";

type Group = readonly [Advance, ...Advance[]];

/** Groups read models that make the same move, which are mostly all. */
function alike(moves: readonly Advance[]): Group[] {
  const groups: [Advance, ...Advance[]][] = [];
  for (const move of moves) {
    const same = groups.find(([first]) => isAlike(first, move));
    if (same) same.push(move);
    else groups.push([move]);
  }
  return groups;
}

const isAlike = (a: Advance, b: Advance): boolean =>
  a.previous === b.previous &&
  a.folded.checkpoint === b.folded.checkpoint &&
  a.folded.events === b.folded.events &&
  a.state === b.state &&
  !a.folded.poison &&
  !b.folded.poison;

/** One set of values for the whole group: unnesting arrays of them costs PostgreSQL as much as writing the rows. */
function moving(group: Group, fence: number) {
  const [{ previous, folded, state }] = group;
  return {
    text: moveCheckpoints,
    values: [
      group.map(({ projection }) => `${projection.name}:${projection.version}`),
      previous,
      folded.checkpoint,
      folded.events,
      folded.poison ? "stopped" : state,
      folded.poison?.eventId ?? null,
      folded.poison?.reason ?? null,
      fence,
      group.length,
    ],
  };
}

/** Fails unless every checkpoint is as expected, which rolls the whole transaction back. */
const moveCheckpoints = `
  WITH moved AS (
    UPDATE read_model_checkpoints
    SET checkpoint = $3, events = events + $4::int8, state = $5, stopped_event = $6, stopped_reason = $7,
      updated_at = clock_timestamp()
    WHERE name || ':' || version = ANY ($1::text[]) AND checkpoint = $2
      AND EXISTS (SELECT FROM read_model_lease WHERE fence = $8)
    RETURNING 1
  ), running AS (
    SELECT $3::text AS place WHERE $5 = 'running'
    UNION ALL
    SELECT checkpoint FROM read_model_checkpoints
    WHERE state = 'running' AND name || ':' || version <> ALL ($1::text[])
  )
  SELECT 1 / ((SELECT count(*) FROM moved) = $9)::int,
    pg_notify('${readModelsChannel}', CASE WHEN min(place) = max(place) THEN min(place) ELSE '' END)
  FROM running`;

/**
 * Marks a read model that stays at its checkpoint for now, so that no command waits for it. Has no effect if another
 * process holds the lease.
 */
export async function suspend(
  { pool, fence }: { readonly pool: pg.Pool; readonly fence: number },
  name: string,
  state: Exclude<ReadModelState, "running">,
  { eventId = null, reason = null }: { readonly [K in keyof Poison]?: string | null } = {},
): Promise<void> {
  await pool.query(
    `UPDATE read_model_checkpoints SET state = $2, stopped_reason = $3, stopped_event = $4
     WHERE name = $1 AND EXISTS (SELECT FROM read_model_lease WHERE fence = $5)`,
    [name, state, reason, eventId, fence],
  );
}
