import type pg from "pg";
import type { Checkpoint } from "../../event-store/event-store.ts";

/** Progress of a reactor, over all processes. */
export interface ReactorPosition {
  /** Everything up to this checkpoint has been handled. */
  readonly checkpoint: Checkpoint;
  /** The last event that its reactions have appended. */
  readonly wrote: Checkpoint;
}

export interface ReactorPositions {
  /** Reactors without a saved position are absent. */
  all(): Promise<ReadonlyMap<string, ReactorPosition>>;
  /** Saves a position; false if another process has moved it from `from` meanwhile. */
  move(name: string, from: Checkpoint | undefined, to: ReactorPosition): Promise<boolean>;
}

export const reactorsMigrations = [
  {
    name: "0.2.0/reactors",
    sql: "CREATE TABLE reactors (name text PRIMARY KEY, checkpoint text NOT NULL, wrote text NOT NULL);",
  },
] as const;

/** Committed asynchronously: a position lost in a crash only means that reactions are repeated. */
const move = `
UPDATE reactors SET checkpoint = $3, wrote = $4
WHERE name = $1 AND checkpoint = $2 AND set_config('synchronous_commit', 'off', true) = 'off'`;
const insert = "INSERT INTO reactors (name, checkpoint, wrote) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

export const postgresReactorPositions = (pool: pg.Pool): ReactorPositions => ({
  async all() {
    const { rows } = await pool.query<ReactorPosition & { name: string }>(
      "SELECT name, checkpoint, wrote FROM reactors",
    );
    return new Map(rows.map(({ name, ...position }) => [name, position]));
  },
  async move(name, from, { checkpoint, wrote }) {
    const { rowCount } =
      from === undefined
        ? await pool.query(insert, [name, checkpoint, wrote])
        : await pool.query({ name: "move_reactor", text: move, values: [name, from, checkpoint, wrote] });
    return rowCount === 1;
  },
});
