import type { Checkpoint } from "#services/event-store/event-store";
import { nextTableOf, tableOf } from "../projection.ts";
import { writeSteps } from "../projector/apply.ts";
import { StaleCheckpoint } from "../projector/checkpoints.ts";
import { inProjectorTransaction, isTableMissing } from "../projector/transaction.ts";
import { quoted } from "../projector/write.ts";
import { assertNoNewer, type Build, type BuildTools, retiredOf, vacuumMs } from "./build.ts";
import { applyRange, readRange } from "./log-range.ts";

interface Swapped {
  readonly checkpoint: Checkpoint;
  /** How long readers may have had to wait (milliseconds). */
  readonly lockedMs: number;
}

/** How long other readers may wait behind the swap for a reader that holds the table. */
const lockMs = 80;
const lastRange = 2000;

/**
 * Replaces the serving table by the finished build, at exactly the same checkpoint, in one transaction. If the serving
 * table is of an older version, which no process updates, the build's own checkpoint counts. The old table stays for
 * `dropRetired`.
 * @throws PoisonedBuild | StaleCheckpoint | NewerServed | a lock timeout if readers held the table (repeat)
 */
export async function swapIn({ store, pool, projection }: BuildTools, build: Build): Promise<Swapped> {
  const [serves, nextTable, retired] = [tableOf, nextTableOf, retiredOf].map((named) =>
    quoted(named(projection.name)),
  );
  const swapped = await inProjectorTransaction(pool, async (client) => {
    // This lock excludes only autovacuum, which also visits tables that have just been filled: it yields after
    // deadlock_timeout and could delay the swap for hours. A table left by an earlier swap is dropped before anything
    // waits for this swap.
    await client
      .query(
        `SET LOCAL lock_timeout = '${vacuumMs}ms'; DROP TABLE IF EXISTS ${retired}; LOCK TABLE ${serves}, ${nextTable} IN SHARE UPDATE EXCLUSIVE MODE; SET LOCAL lock_timeout TO DEFAULT`,
      )
      .catch((error: unknown) => {
        // Another process has resumed the build and swapped it in.
        throw isTableMissing(error) ? new StaleCheckpoint() : error;
      });
    const { rows } = await client.query<{ version: number; checkpoint: string }>(
      "SELECT version, checkpoint FROM read_model_checkpoints WHERE name = $1 FOR UPDATE",
      [projection.name],
    );
    const serving = rows[0];
    if (!serving) throw new StaleCheckpoint();
    assertNoNewer(projection, serving.version);
    // Copies, because a failed swap must leave the build's state unchanged.
    let { checkpoint, events } = build;
    while (store.compare(checkpoint, serving.checkpoint) < 0) {
      const range = await readRange(store, checkpoint, serving.checkpoint, lastRange);
      await applyRange(projection, checkpoint, range, async (folded) => {
        await writeSteps(client, nextTableOf(projection.name), projection, folded.steps);
        checkpoint = folded.checkpoint;
        events += folded.events;
      });
    }
    const isExact = store.compare(checkpoint, serving.checkpoint) === 0;
    if (!isExact && serving.version === projection.version) throw new StaleCheckpoint();
    const { rowCount } = await client.query(
      // The checkpoint is compared as well, because a crash of the server may have lost the last batches.
      "DELETE FROM read_model_builds WHERE name = $1 AND builder = $2 AND checkpoint = $3",
      [projection.name, build.builder, build.checkpoint],
    );
    if (rowCount !== 1) throw new StaleCheckpoint();
    await client.query(
      "UPDATE read_model_checkpoints SET version = $2, checkpoint = $3, events = $4 WHERE name = $1",
      [projection.name, projection.version, checkpoint, events],
    );
    // If readers hold the table longer, the swap is given up, so that other readers do not wait.
    await client.query(`SET LOCAL lock_timeout = '${lockMs}ms'`);
    const lockedAt = performance.now();
    await client.query(`LOCK TABLE ${serves} IN ACCESS EXCLUSIVE MODE`);
    await client.query(
      `ALTER TABLE ${serves} RENAME TO ${retired}; ALTER TABLE ${nextTable} RENAME TO ${serves}`,
    );
    return { checkpoint, lockedAt };
  });
  return { checkpoint: swapped.checkpoint, lockedMs: performance.now() - swapped.lockedAt };
}
