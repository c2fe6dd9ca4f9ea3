import type pg from "pg";
import { isStale } from "../unavailable.ts";

/**
 * Does again at once what met a connection with a former statement, though all the pool's were so: each such one is closed,
 * and nothing has been done on it.
 * @throws what `act` throws otherwise, or once more connections were stale than the pool may have
 */
export async function pastStale<T>(pool: Pick<pg.Pool, "options">, act: () => Promise<T>): Promise<T> {
  for (let others = pool.options.max; ; others -= 1) {
    try {
      return await act();
    } catch (error) {
      if (others === 0 || !isStale(error)) throw error;
    }
  }
}
