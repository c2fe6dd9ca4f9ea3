import type pg from "pg";
import { backoff, createQueue, pause } from "./waiting.ts";

/** The time of the server from one crash to the next. */
export interface Life {
  readonly id: string;
  /** Whether the read models hold all that they had shown to anybody before it. */
  readonly isWhole: boolean;
}

/**
 * What has been told of read models is on disk in the log alone: their own moves wait for no disk, and the last of them are
 * lost when the server crashes. It forgets then what stands in the unlogged table `read_model_life`, too, whichever way it
 * crashed, and only then. So whoever finds it empty begins a new life, which is whole once the read models have come to
 * where the log ended when it began; until then nobody reads them (services/platform/database/reading-pool.ts).
 */
export const lifeSchema = {
  name: "read-models-2",
  sql: `
    CREATE UNLOGGED TABLE read_model_life (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      whole boolean NOT NULL
    );
    -- Up to now every move has waited.
    INSERT INTO read_model_life (whole) VALUES (true);
  `,
};

/** The present life, begun if nobody has. */
export async function beginLife(pool: pg.Pool): Promise<Life> {
  await pool.query("INSERT INTO read_model_life (whole) VALUES (false) ON CONFLICT DO NOTHING");
  const { rows } = await pool.query<Life>(`SELECT id, whole AS "isWhole" FROM read_model_life`);
  if (!rows[0]) throw new Error("the database server crashed just now");
  return rows[0];
}

/** Says that the read models have come to where the log ended in this life. Without effect once it is over. */
export async function becameWhole(pool: pg.Pool, { id }: Life): Promise<void> {
  await pool.query("UPDATE read_model_life SET whole = true WHERE id = $1", [id]);
}

/**
 * Calls back when a life is over, until the signal aborts. After a crash every connection is a new one: where nothing else
 * happens, somebody's next connection tells.
 */
export function whenOver(pool: pg.Pool, life: Promise<Life>, signal: AbortSignal, onOver: () => void): void {
  const inTurn = createQueue();
  const look = async () => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        const { id } = await life;
        const { rowCount } = await pool.query("SELECT FROM read_model_life WHERE id = $1", [id]);
        if (rowCount === 0) onOver();
        return;
      } catch {
        await pause(backoff(attempt), signal);
      }
    }
  };
  const onConnect = () => void inTurn(look);
  pool.on("connect", onConnect);
  signal.addEventListener("abort", () => pool.off("connect", onConnect), { once: true });
}

/** Whether read models may be read. No connection outlives a crash, so that yes is for good where one answers it. */
export async function areWhole(client: Pick<pg.ClientBase | pg.Pool, "query">): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM read_model_life WHERE whole");
  return rowCount === 1;
}
