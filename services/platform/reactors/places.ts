import type pg from "pg";
import type { Checkpoint } from "../../event-store/event-store.ts";

/** How far a reactor has come, in all processes together. */
export interface ReactorPlace {
  /** It has reacted to everything up to here. */
  readonly checkpoint: Checkpoint;
  /** The last place in the log that its reactions have written. */
  readonly wrote: Checkpoint;
}

export interface ReactorPlaces {
  /** Reactors that have never kept a place are absent. */
  all(): Promise<ReadonlyMap<string, ReactorPlace>>;
  /** Keeps a place, unless another process has moved it from `from` meanwhile: then false. */
  move(name: string, from: Checkpoint | undefined, to: ReactorPlace): Promise<boolean>;
}

export const reactorsMigrations = [
  {
    name: "reactors-001",
    sql: "CREATE TABLE reactors (name text PRIMARY KEY, checkpoint text NOT NULL, wrote text NOT NULL);",
  },
] as const;

/** Not waited for until it is on disk: a place that a crash of the server takes back only means reactions twice. */
const move = `
UPDATE reactors SET checkpoint = $3, wrote = $4
WHERE name = $1 AND checkpoint = $2 AND set_config('synchronous_commit', 'off', true) = 'off'`;

/** Places in Postgres, shared by all processes. */
export const postgresReactorPlaces = (pool: pg.Pool): ReactorPlaces => ({
  async all() {
    const { rows } = await pool.query<ReactorPlace & { name: string }>(
      "SELECT name, checkpoint, wrote FROM reactors",
    );
    return new Map(rows.map(({ name, checkpoint, wrote }) => [name, { checkpoint, wrote }]));
  },
  async move(name, from, { checkpoint, wrote }) {
    const { rowCount } =
      from === undefined
        ? await pool.query(
            "INSERT INTO reactors (name, checkpoint, wrote) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            [name, checkpoint, wrote],
          )
        : await pool.query({ name: "move_reactor", text: move, values: [name, from, checkpoint, wrote] });
    return rowCount === 1;
  },
});

/** Places for tests; give the same ones to two sets of reactors and they are two processes. */
export function memoryReactorPlaces(): ReactorPlaces {
  const places = new Map<string, ReactorPlace>();
  return {
    all: async () => new Map(places),
    async move(name, from, to) {
      if (places.get(name)?.checkpoint !== from) return false;
      places.set(name, to);
      return true;
    },
  };
}
