import type pg from "pg";
import { type Folded, writeSteps } from "./apply.ts";
import { copyRows } from "./copy.ts";
import type { Step } from "./fold.ts";
import { type AnyProjection, tableOf } from "./projection.ts";
import { isDataFault } from "./transaction.ts";

/** Below this many rows one INSERT is quicker than COPY and its savepoint. */
const worthCopying = 500;
const uniqueViolation = "23505";
/** Read models one of whose rows was there already: from then on theirs are upserted. */
const known = new WeakSet<AnyProjection>();

type RowsStep = Extract<Step, { kind: "rows" }>;

/** The rows of a run that has brought one with about every event, as read models do whose rows never change. */
export function newRows(projection: AnyProjection, { steps, events }: Folded): RowsStep | undefined {
  const [only, ...others] = steps;
  if (only?.kind !== "rows" || others.length > 0 || known.has(projection)) return undefined;
  return only.upserts.length >= Math.max(worthCopying, events / 2) ? only : undefined;
}

/** Writes them through COPY, which does not look for older ones; where one is there already, all are upserted. */
export async function writeNewRows(
  client: pg.ClientBase,
  projection: AnyProjection,
  step: RowsStep,
): Promise<void> {
  const { table, name } = projection;
  await client.query("SAVEPOINT copying");
  try {
    await copyRows(client, tableOf(name), table.columns, step.upserts);
    await writeSteps(client, tableOf(name), projection, [{ ...step, upserts: [] }]);
  } catch (error) {
    if (!isDataFault(error) || error.code !== uniqueViolation) throw error;
    known.add(projection);
    await client.query("ROLLBACK TO SAVEPOINT copying");
    await writeSteps(client, tableOf(name), projection, [step]);
  }
}
