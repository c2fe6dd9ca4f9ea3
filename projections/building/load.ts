import { type AnyProjection, asideOf } from "../projection.ts";
import type { Folded } from "../projector/apply.ts";
import type { Sent } from "../projector/one-trip.ts";
import { quoted, type Statement, statementsOf, upsertFrom } from "../projector/write.ts";
import { copyBytes, copyStatement } from "./copy.ts";

/** Below this many rows one INSERT is quicker than COPY. */
const worthCopying = 50;

/** Rows in the format of COPY. In a build from the start of the log almost every upsert brings a new row. */
interface Copied {
  readonly copied: Uint8Array;
}

/** What a run of events does to a table being built, as it goes to the database: bytes and texts. */
export interface Load extends Omit<Folded, "steps"> {
  readonly writes: readonly (Copied | Statement)[];
  /** Changes whose rows only the table knows. */
  readonly walks: number;
}

export function loadOf(projection: AnyProjection, { steps, ...folded }: Folded): Load {
  const { name, table } = projection;
  const target = asideOf(name);
  const writes = steps.flatMap((step): (Copied | Statement)[] => {
    if (step.kind === "where" || step.upserts.length < worthCopying)
      return statementsOf(target, table, [step]);
    // Rows of one step are different ones, so their order does not matter.
    const copied = copyBytes(table.columns, step.upserts);
    if (!copied) return statementsOf(target, table, [step]);
    return [{ copied }, ...statementsOf(target, table, [{ ...step, upserts: [] }])];
  });
  return { ...folded, writes, walks: steps.filter(({ kind }) => kind === "where").length };
}

/**
 * The statements of a load. Where not all of its rows `areNew`, what is copied goes to a table beside and is upserted from
 * there: COPY alone would fail.
 */
export function statementsOfLoad({ name, table }: AnyProjection, { writes }: Load, areNew: boolean): Sent[] {
  const target = asideOf(name);
  return writes.flatMap((write): Sent[] => {
    if (!("copied" in write)) return [write];
    if (areNew) return [copyStatement(target, table.columns, write.copied)];
    return [
      { text: `CREATE TEMP TABLE copied (LIKE ${quoted(target)}) ON COMMIT DROP`, values: [] },
      copyStatement("copied", table.columns, write.copied),
      { text: upsertFrom(target, table, "copied"), values: [] },
      { text: "DROP TABLE copied", values: [] },
    ];
  });
}
