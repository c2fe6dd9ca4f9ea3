import type { AnyProjection, Column, Columns } from "../projection.ts";
import { arrayText } from "./array-text.ts";
import type { Change, Row, RowUpdate, Step } from "./fold.ts";

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
export const sqlType = (column: Column): string => column.replace(/ null$/, "");

/** The statements that write folded changes into a table, one per kind of change however many rows it has. */
export function statementsOf(
  target: string,
  table: AnyProjection["table"],
  steps: readonly Step[],
): Statement[] {
  return steps.flatMap((step) =>
    step.kind === "where"
      ? [whereStatement(target, table.columns, step.change)]
      : [
          ...(step.deletes.length > 0 ? [deleteStatement(target, table, step.deletes)] : []),
          ...(step.upserts.length > 0 ? [upsertStatement(target, table, step.upserts)] : []),
          ...updateStatements(target, table, step.updates),
        ],
  );
}

/** `unnest($1::int8[], …)` with one array per column. */
function unnested(columns: Columns, names: readonly string[], rows: readonly Row[]) {
  return {
    text: `unnest(${names.map((name, at) => `$${at + 1}::${typeOf(columns, name)}[]`).join(", ")})`,
    values: names.map((name) => arrayText(rows, name, typeOf(columns, name) === "jsonb")),
  };
}

const typeOf = (columns: Columns, name: string) => sqlType(columns[name] ?? "text");
const parameter = (columns: Columns, name: string, value: unknown) =>
  value !== null && typeOf(columns, name) === "jsonb" ? JSON.stringify(value) : value;

function upsertStatement(target: string, { columns, key }: AnyProjection["table"], rows: readonly Row[]) {
  const names = Object.keys(columns);
  const source = unnested(columns, names, rows);
  return { text: upsertFrom(target, { columns, key }, source.text), values: source.values };
}

/** Upserts whole rows that come from something with the same columns. */
export function upsertFrom(
  target: string,
  { columns, key }: Pick<AnyProjection["table"], "columns" | "key">,
  source: string,
): string {
  const names = Object.keys(columns);
  const rest = names.filter((name) => !key.includes(name));
  const conflict =
    rest.length === 0
      ? "DO NOTHING"
      : `DO UPDATE SET ${rest.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join(", ")}`;
  return `INSERT INTO ${quoted(target)} (${list(names)}) SELECT * FROM ${source} ON CONFLICT (${list(key)}) ${conflict}`;
}

function deleteStatement(target: string, { columns, key }: AnyProjection["table"], keys: readonly Row[]) {
  const source = unnested(columns, key, keys);
  return {
    text: `DELETE FROM ${quoted(target)} t USING ${source.text} AS k(${list(key)}) WHERE ${sameKey(key)}`,
    values: source.values,
  };
}

/** One statement per set of columns, since each row of a statement changes the same ones. */
function updateStatements(
  target: string,
  { columns, key }: AnyProjection["table"],
  updates: readonly RowUpdate[],
): Statement[] {
  const alike = new Map<string, RowUpdate[]>();
  for (const update of updates) {
    const columnsOf = JSON.stringify([Object.keys(update.set), Object.keys(update.by)]);
    alike.set(columnsOf, [...(alike.get(columnsOf) ?? []), update]);
  }
  return [...alike.values()].flatMap((group) => {
    const set = Object.keys(group[0]?.set ?? {});
    const by = Object.keys(group[0]?.by ?? {});
    if (set.length + by.length === 0) return [];
    const names = [...key, ...set, ...by];
    const source = unnested(
      columns,
      names,
      group.map((update) => ({ ...update.key, ...update.set, ...update.by })),
    );
    const assignments = [
      ...set.map((name) => `${quoted(name)} = k.${quoted(name)}`),
      ...by.map((name) => `${quoted(name)} = t.${quoted(name)} + k.${quoted(name)}`),
    ];
    return [
      {
        text: `UPDATE ${quoted(target)} t SET ${assignments.join(", ")} FROM ${source.text} AS k(${list(names)}) WHERE ${sameKey(key)}`,
        values: source.values,
      },
    ];
  });
}

function whereStatement(
  target: string,
  columns: Columns,
  change: Extract<Change, { change: "patch-where" | "delete-where" }>,
): Statement {
  const values: unknown[] = [];
  const placed = (name: string, value: unknown) => {
    values.push(parameter(columns, name, value));
    return `$${values.length}::${typeOf(columns, name)}`;
  };
  const set =
    change.change === "patch-where"
      ? Object.entries(change.set).map(([name, value]) => `${quoted(name)} = ${placed(name, value)}`)
      : [];
  const where = Object.entries(change.where).map(([name, value]) =>
    value === null ? `${quoted(name)} IS NULL` : `${quoted(name)} = ${placed(name, value)}`,
  );
  const verb =
    change.change === "patch-where"
      ? `UPDATE ${quoted(target)} SET ${set.join(", ")}`
      : `DELETE FROM ${quoted(target)}`;
  return { text: `${verb} WHERE ${where.join(" AND ")}`, values };
}

const list = (names: readonly string[]) => names.map(quoted).join(", ");
const sameKey = (key: readonly string[]) =>
  key.map((name) => `t.${quoted(name)} = k.${quoted(name)}`).join(" AND ");
