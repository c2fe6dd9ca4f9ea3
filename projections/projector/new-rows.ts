import { copyBytes, copyStatement } from "../building/copy.ts";
import { type AnyProjection, tableOf } from "../projection.ts";
import type { Folded } from "./apply.ts";
import type { Step } from "./fold.ts";
import type { Sent } from "./one-trip.ts";
import { isUniqueViolation } from "./transaction.ts";
import { statementsOf } from "./write.ts";

/** Below this many rows one INSERT is as quick as COPY. */
const worthCopying = 500;
/** Read models one of whose rows was there already: from then on theirs are upserted. */
const changing = new WeakSet<AnyProjection>();

/** A statement of a run; `copies` names the read model whose rows it takes to be new. */
export interface Writing extends Sent {
  readonly copies?: AnyProjection;
}

/**
 * Writes what a run comes to. Where it has brought one row with about every event, as for read models whose rows never
 * change, they go in through COPY, which does not look for older ones and costs PostgreSQL half the time.
 */
export function writingsOf(projection: AnyProjection, folded: Folded): Writing[] {
  const { name, table } = projection;
  const target = tableOf(name);
  const [step, ...others] = folded.steps;
  if (step?.kind !== "rows" || others.length > 0 || !areNew(projection, step, folded.events))
    return statementsOf(target, table, folded.steps);
  const { upserts, ...rest } = step;
  const copied = copyBytes(table.columns, upserts);
  if (!copied) return statementsOf(target, table, folded.steps);
  return [
    { ...copyStatement(target, table.columns, copied), copies: projection },
    ...statementsOf(target, table, [{ ...rest, upserts: [] }]),
  ];
}

const areNew = (projection: AnyProjection, { upserts }: Extract<Step, { kind: "rows" }>, events: number) =>
  upserts.length >= Math.max(worthCopying, events / 2) && !changing.has(projection);

/** Whether a statement failed since a row that it took to be new was there: written anew, the run is upserted. */
export function isLesson(failed: Writing | undefined, error: unknown): boolean {
  if (!failed?.copies || !isUniqueViolation(error)) return false;
  changing.add(failed.copies);
  return true;
}
