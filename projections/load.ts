import type pg from "pg";
import { writeSteps } from "./apply.ts";
import { copyRows } from "./copy.ts";
import type { Step } from "./fold.ts";
import type { AnyProjection } from "./projection.ts";
import { isDataFault } from "./transaction.ts";

/** Below this many rows one INSERT is quicker than COPY and its savepoint. */
const worthCopying = 50;
const uniqueViolation = "23505";

/**
 * Writes steps into a table being built, within the caller's transaction. In a build from the start of the log almost
 * every upsert brings a new row, so they go in through COPY; where one is there already, the whole step is upserted.
 */
export async function loadSteps(
  client: pg.ClientBase,
  target: string,
  projection: AnyProjection,
  steps: readonly Step[],
): Promise<void> {
  for (const step of steps) {
    if (step.kind === "rows" && step.upserts.length >= worthCopying) {
      const { upserts, ...others } = step;
      // Rows of one step are different ones, so their order does not matter.
      const isIn = await copied(client, target, projection, upserts);
      await writeSteps(client, target, projection, [{ ...others, upserts: isIn ? [] : upserts }]);
    } else await writeSteps(client, target, projection, [step]);
  }
}

async function copied(
  client: pg.ClientBase,
  target: string,
  { table }: AnyProjection,
  rows: Parameters<typeof copyRows>[3],
): Promise<boolean> {
  await client.query("SAVEPOINT copying");
  try {
    await copyRows(client, target, table.columns, rows);
    await client.query("RELEASE SAVEPOINT copying");
    return true;
  } catch (error) {
    if (!isDataFault(error) || error.code !== uniqueViolation) throw error;
    await client.query("ROLLBACK TO SAVEPOINT copying");
    return false;
  }
}
