import pg from "pg";
import type { Checkpoint } from "#services/event-store/event-store";
import { type AnyProjection, tableOf } from "../projection.ts";
import { type Folded, type Poison, writeSteps } from "./apply.ts";
import { inProjectorTransaction } from "./transaction.ts";
import type { Statement } from "./write.ts";

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

/** The statement that moves checkpoints failed, none of the rows: the error may be transient. */
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
  await inProjectorTransaction(pool, async (client) => {
    // First, because their row locks exclude the swap of a rebuild and any other projector until the commit.
    for (const group of alike(moves)) await moveAll(client, moving(group, fence), group.length);
    for (const { projection, folded } of moves)
      await writeSteps(client, tableOf(projection.name), projection, folded.steps);
  });
}

/**
 * Moves checkpoints by a statement that returns how many as `moved`.
 * @throws StaleCheckpoint unless all of them were where they had been left | CheckpointsUnmoved
 */
export async function moveAll(client: pg.ClientBase, move: Statement, count: number): Promise<void> {
  const { text, values } = move;
  const { rows } = await client
    .query<{ moved: string | number }>(text, [...values])
    .catch((error: unknown) => {
      throw new CheckpointsUnmoved(error);
    });
  if (Number(rows[0]?.moved) !== count) throw new StaleCheckpoint();
}

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
    ],
  };
}

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
  SELECT (SELECT count(*) FROM moved) AS moved,
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
