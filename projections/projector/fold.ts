import type { AnyProjection, Columns, RowChange } from "../projection.ts";
import { checkChange } from "./check-change.ts";

export type Row = Record<string, unknown>;
export type Change = RowChange<Row>;
type WhereChange = Extract<Change, { change: "patch-where" | "delete-where" }>;

/** Changes of rows whose content need not be known: `set` is applied, then `by` is added. */
export interface RowUpdate {
  readonly key: Row;
  readonly set: Row;
  readonly by: Row;
}

/** The result of a sequence of changes. Within one step no row is touched twice; steps are written in their order. */
export type Step =
  | {
      readonly kind: "rows";
      readonly upserts: readonly Row[];
      readonly updates: readonly RowUpdate[];
      readonly deletes: readonly Row[];
    }
  | { readonly kind: "where"; readonly change: WhereChange };

type Pending =
  | { readonly is: "row"; readonly row: Row }
  | { readonly is: "gone"; readonly key: Row }
  | { readonly is: "changed"; readonly update: RowUpdate };

interface Fold {
  /**
   * Adds the changes of one event.
   * @throws if one of them does not fit the table; none is added then
   */
  add(changes: readonly Change[]): void;
  steps(): Step[];
}

/** Folds row changes by key, so that each row is written once however often it changed. */
export function createFold(table: AnyProjection["table"]): Fold {
  const steps: Step[] = [];
  const columns = Object.keys(table.columns);
  let pending = new Map<string, Pending>();

  const close = () => {
    if (pending.size > 0) steps.push(stepOf(pending.values()));
    pending = new Map();
  };

  const take = (change: Change) => {
    if (change.change === "patch-where" || change.change === "delete-where") {
      // Only the table knows which rows match, so everything before must be written first.
      close();
      steps.push({ kind: "where", change });
      return;
    }
    const name = nameOf(table, change.change === "upsert" ? change.row : change.key);
    pending.set(name, next(pending.get(name), change));
  };

  return {
    add(changes) {
      for (const change of changes) checkChange(table, columns, change);
      for (const change of changes) take(change);
    },
    steps() {
      close();
      return steps;
    },
  };
}

type KeyedChange = Exclude<Change, WhereChange>;

function next(before: Pending | undefined, change: KeyedChange): Pending {
  if (change.change === "upsert") return { is: "row", row: change.row };
  const { key } = change;
  if (change.change === "delete" || before?.is === "gone") return { is: "gone", key };
  if (before?.is === "row") {
    const row = change.change === "patch" ? { ...before.row, ...change.set } : added(before.row, change.by);
    return { is: "row", row };
  }
  const { set, by } = before?.update ?? { set: {}, by: {} };
  return { is: "changed", update: { key, ...combined(set, by, change) } };
}

function combined(set: Row, by: Row, change: Extract<KeyedChange, { change: "patch" | "increment" }>) {
  if (change.change === "patch") {
    const kept = Object.entries(by).filter(([column]) => !(column in change.set));
    return { set: { ...set, ...change.set }, by: Object.fromEntries(kept) };
  }
  const known = Object.entries(change.by).filter(([column]) => column in set);
  const unknown = Object.entries(change.by).filter(([column]) => !(column in set));
  const sums = unknown.map(([column, amount]) => [column, Number(by[column] ?? 0) + Number(amount)]);
  return { set: added(set, Object.fromEntries(known)), by: { ...by, ...Object.fromEntries(sums) } };
}

/** As in SQL, null plus a number is null. */
const added = (row: Row, by: Row): Row => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(by).map(([column, amount]) => [
      column,
      row[column] === null ? null : Number(row[column]) + Number(amount),
    ]),
  ),
});

function stepOf(pending: Iterable<Pending>): Step {
  const upserts: Row[] = [];
  const updates: RowUpdate[] = [];
  const deletes: Row[] = [];
  for (const entry of pending) {
    if (entry.is === "row") upserts.push(entry.row);
    else if (entry.is === "gone") deletes.push(entry.key);
    else updates.push(entry.update);
  }
  return { kind: "rows", upserts, updates, deletes };
}

/** Keys that Postgres regards as equal have the same name. */
function nameOf({ columns, key }: AnyProjection["table"], given: Row): string {
  const [first, ...others] = key;
  if (first !== undefined && others.length === 0) return String(keyPart(columns, given, first));
  return JSON.stringify(key.map((column) => keyPart(columns, given, column)));
}

const keyPart = (columns: Columns, given: Row, column: string) =>
  columns[column] === "uuid" ? String(given[column]).toLowerCase() : given[column];
