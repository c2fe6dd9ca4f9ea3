import type pg from "pg";
import { copyInto, copyLine } from "#services/event-store/postgres/copy-text";
import { type AnyProjection, type Columns, sqlType } from "../projection.ts";
import type { Change, Row, RowUpdate, Step } from "./fold.ts";

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Input of a COPY FROM STDIN. */
  readonly copied?: Uint8Array;
}

export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

/**
 * The statements that write folded changes into a table, one per kind of change regardless of the number of rows.
 * @param copyFrom number of upserts in a step from which COPY is used, which fails if one of the rows exists
 */
export function statementsOf(
  target: string,
  table: AnyProjection["table"],
  steps: readonly Step[],
  copyFrom = Number.POSITIVE_INFINITY,
): Statement[] {
  return steps.flatMap((step) => {
    if (step.kind === "where") return [whereStatement(target, table.columns, step.change)];
    const { deletes, upserts, updates } = step;
    const isCopied = upserts.length >= copyFrom;
    return [
      ...(deletes.length > 0 ? [deleteStatement(target, table, deletes)] : []),
      ...(upserts.length > 0 && isCopied ? [copyStatement(target, table.columns, upserts)] : []),
      ...(upserts.length > 0 && !isCopied ? [upsertStatement(target, table, upserts)] : []),
      ...updateStatements(target, table, updates),
    ];
  });
}

function copyStatement(target: string, columns: Columns, rows: readonly Row[]): Statement {
  const names = Object.keys(columns);
  const lines = rows.map((row) => copyLine(names.map((name) => copyValue(columns, name, row[name]))));
  return {
    text: `COPY ${quoted(target)} (${list(names)}) FROM STDIN`,
    values: [],
    copied: Buffer.from(lines.join("")),
  };
}

function copyValue(columns: Columns, name: string, value: unknown): string | null {
  const given = parameter(columns, name, value);
  return given == null ? null : String(given);
}

/** Maximum of statements that a connection prepares; further ones are planned each time. */
const maxNamed = 200;
const preparedNames = new Map<string, string>();

/** "" beyond the maximum, which prepares nothing. */
function preparedName(text: string): string {
  const known = preparedNames.get(text);
  if (known !== undefined || preparedNames.size >= maxNamed) return known ?? "";
  const name = `read_model_${preparedNames.size}`;
  preparedNames.set(text, name);
  return name;
}

/** Runs statements within the caller's transaction. */
export async function runStatements(client: pg.ClientBase, statements: readonly Statement[]): Promise<void> {
  for (const { text, values, copied } of statements) {
    if (copied) await copyInto(client, text, [copied]);
    else await client.query({ name: preparedName(text), text, values: [...values] });
  }
}

/** `unnest($1::int8[], …)` with one array per column. */
function unnested(columns: Columns, names: readonly string[], rows: readonly Row[]) {
  return {
    text: `unnest(${names.map((name, at) => `$${at + 1}::${typeOf(columns, name)}[]`).join(", ")})`,
    values: names.map((name) => rows.map((row) => parameter(columns, name, row[name]))),
  };
}

const typeOf = (columns: Columns, name: string) => sqlType(columns[name] ?? "text");
const parameter = (columns: Columns, name: string, value: unknown) =>
  value != null && typeOf(columns, name) === "jsonb" ? JSON.stringify(value) : value;

function upsertStatement(target: string, { columns, key }: AnyProjection["table"], rows: readonly Row[]) {
  const names = Object.keys(columns);
  const { text, values } = unnested(columns, names, rows);
  const rest = names.filter((name) => !key.includes(name));
  const conflict =
    rest.length === 0
      ? "DO NOTHING"
      : `DO UPDATE SET ${rest.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join(", ")}`;
  return {
    text: `INSERT INTO ${quoted(target)} (${list(names)}) SELECT * FROM ${text} ON CONFLICT (${list(key)}) ${conflict}`,
    values,
  };
}

function deleteStatement(target: string, { columns, key }: AnyProjection["table"], keys: readonly Row[]) {
  const source = unnested(columns, key, keys);
  return {
    text: `DELETE FROM ${quoted(target)} t USING ${source.text} AS k(${list(key)}) WHERE ${sameKey(key)}`,
    values: source.values,
  };
}

/** One statement per set of columns, because all rows of a statement change the same ones. */
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
