import type pg from "pg";
import { writeSteps } from "./apply.ts";
import { copyNewRows } from "./copy.ts";
import type { Step } from "./fold.ts";
import type { AnyProjection } from "./projection.ts";

/** Below this many rows one INSERT is quicker than COPY and its savepoint. */
const worthCopying = 50;

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
      const isIn = await copyNewRows(client, target, projection.table.columns, upserts);
      await writeSteps(client, target, projection, [{ ...others, upserts: isIn ? [] : upserts }]);
    } else await writeSteps(client, target, projection, [step]);
  }
}
