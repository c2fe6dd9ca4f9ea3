import type pg from "pg";
import type { AnyProjection } from "../projection.ts";
import type { Folded } from "../projector/apply.ts";
import { quoted, type Statement, statementsOf, upsertFrom } from "../projector/write.ts";
import { asideOf } from "./build.ts";
import { copyIfNew, copyIn, copyText } from "./copy.ts";

/** Below this many rows one INSERT is quicker than COPY and its savepoint. */
const worthCopying = 50;

/** Rows in the text format of COPY. In a build from the start of the log almost every upsert brings a new row. */
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
  const encoder = new TextEncoder();
  const writes = steps.flatMap((step): (Copied | Statement)[] => {
    if (step.kind === "where" || step.upserts.length < worthCopying)
      return statementsOf(target, table, [step]);
    // Rows of one step are different ones, so their order does not matter.
    const copied = encoder.encode(copyText(table.columns, step.upserts));
    return [{ copied }, ...statementsOf(target, table, [{ ...step, upserts: [] }])];
  });
  return { ...folded, writes, walks: steps.filter(({ kind }) => kind === "where").length };
}

/** Writes it within the caller's transaction. */
export async function writeLoad(
  client: pg.ClientBase,
  { name, table }: AnyProjection,
  { writes }: Load,
): Promise<void> {
  for (const write of writes) {
    if (!("copied" in write)) await client.query(write.text, [...write.values]);
    else if (!(await copyIfNew(client, asideOf(name), table.columns, write.copied)))
      await upsertCopied(client, asideOf(name), table, write.copied);
  }
}

/** For rows some of which are there already. */
async function upsertCopied(
  client: pg.ClientBase,
  target: string,
  table: AnyProjection["table"],
  copied: Uint8Array,
): Promise<void> {
  await client.query(`CREATE TEMP TABLE copied (LIKE ${quoted(target)}) ON COMMIT DROP`);
  await copyIn(client, "copied", table.columns, copied);
  await client.query(upsertFrom(target, table, "copied"));
  await client.query("DROP TABLE copied");
}
