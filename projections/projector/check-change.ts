import type { AnyProjection, Columns, RowChange } from "../projection.ts";

type ChangedRow = Record<string, unknown>;

/** Called for every event of a rebuild and each read model, so it allocates nothing. */
export function checkChange(
  { columns, key }: AnyProjection["table"],
  all: readonly string[],
  change: RowChange<ChangedRow>,
): void {
  if (change.change === "upsert") {
    checkRow(columns, all, change.row);
    return;
  }
  if ("key" in change) assertAll(key, change.key);
  checkColumns(columns, "key" in change ? change.key : change.where);
  if (!("set" in change || "by" in change)) return;
  const changed = "set" in change ? change.set : change.by;
  for (const column of Object.keys(changed)) {
    if (key.includes(column)) throw new Error(`a change would alter the key column ${column}`);
  }
  checkColumns(columns, changed);
}

function checkRow(columns: Columns, all: readonly string[], row: ChangedRow): void {
  assertAll(all, row);
  // All columns are present, so another number of keys means an unknown one.
  if (Object.keys(row).length !== all.length) checkColumns(columns, row);
}

function assertAll(needed: readonly string[], given: ChangedRow): void {
  for (const column of needed) {
    if (given[column] === undefined) throw new Error(`a change lacks the column ${column}`);
  }
}

function checkColumns(columns: Columns, values: ChangedRow): void {
  for (const column of Object.keys(values)) {
    if (!Object.hasOwn(columns, column)) throw new Error(`a change names an unknown column ${column}`);
    if (values[column] === undefined) throw new Error(`a change has no value for the column ${column}`);
  }
}
