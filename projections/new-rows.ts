import type pg from "pg";
import { type Folded, writeSteps } from "./apply.ts";
import { copyNewRows } from "./copy.ts";
import type { Step } from "./fold.ts";
import { type AnyProjection, tableOf } from "./projection.ts";

/** Below this many rows one INSERT is quicker than COPY and its savepoint. */
const worthCopying = 500;
/** Read models one of whose rows was there already: from then on theirs are upserted. */
const changing = new WeakSet<AnyProjection>();

type RowsStep = Extract<Step, { kind: "rows" }>;

/** The rows of a run that has brought one with about every event, as read models do whose rows never change. */
export function newRows(projection: AnyProjection, { steps, events }: Folded): RowsStep | undefined {
  const [only, ...others] = steps;
  if (only?.kind !== "rows" || others.length > 0 || changing.has(projection)) return undefined;
  return only.upserts.length >= Math.max(worthCopying, events / 2) ? only : undefined;
}

/** Writes them through COPY, which does not look for older ones; where one is there already, all are upserted. */
export async function writeNewRows(
  client: pg.ClientBase,
  projection: AnyProjection,
  step: RowsStep,
): Promise<void> {
  const target = tableOf(projection.name);
  const isIn = await copyNewRows(client, target, projection.table.columns, step.upserts);
  if (!isIn) changing.add(projection);
  await writeSteps(client, target, projection, [isIn ? { ...step, upserts: [] } : step]);
}
