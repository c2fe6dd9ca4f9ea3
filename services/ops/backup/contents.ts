import type pg from "pg";
import { tableOf } from "#projections/projection";
import { readModels } from "#projections/read-models";
import { backupTimes } from "../../app/backup-times.ts";
import { dueWithdrawals } from "../../app/due-withdrawals.ts";
import { erasuresDue } from "../../app/erasure.ts";

/**
 * Tables that are left out: read models, which are built from the log; sign-ins, because those ended since would be
 * restored; leftovers of an interrupted move of the log; and the times of backups.
 */
const leftOut: ReadonlySet<string> = new Set([
  ...readModels.flatMap(({ name }) => [tableOf(name), `${tableOf(name)}__next`, `${tableOf(name)}__old`]),
  "read_model_lease",
  "read_model_checkpoints",
  "read_model_builds",
  "refresh_token",
  "refresh_family",
  dueWithdrawals,
  erasuresDue,
  "log_move",
  backupTimes,
]);

/**
 * Conditions for tables of which not all rows are kept: responses encrypted with a destroyed key can no longer be read.
 */
const rowConditions: Readonly<Record<string, string>> = {
  commands: `WHERE json_typeof(answer) IS DISTINCT FROM 'object'
    OR EXISTS (SELECT FROM member_keys WHERE member::text = answer->>'member')`,
};

/** The argument of `COPY` for a table. */
export function sourceOf({ name, columns }: BackupTable): string {
  const list = columns.map((column) => `"${column}"`).join(", ");
  const rows = rowConditions[name];
  return rows ? `(SELECT ${list} FROM "${name}" ${rows})` : `"${name}" (${list})`;
}

export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The tables of a backup, referenced tables first. */
export async function backupTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; refersTo: string[] }>(
    `SELECT c.relname AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       (SELECT coalesce(array_agg(f.relname::text), '{}') FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS "refersTo"
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname`,
  );
  const waiting = rows.filter(({ name }) => !leftOut.has(name));
  const ordered: BackupTable[] = [];
  while (waiting.length > 0) {
    const next = waiting.find(({ refersTo }) => !waiting.some(({ name }) => refersTo.includes(name)));
    if (!next) throw new Error("Tables reference each other in a cycle: they cannot be ordered.");
    waiting.splice(waiting.indexOf(next), 1);
    ordered.push({ name: next.name, columns: next.columns });
  }
  return ordered;
}

export async function sequencesOf(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>(
    "SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename",
  );
  const sequences = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ value: number; isCalled: boolean }>(
      `SELECT last_value AS value, is_called AS "isCalled" FROM "${name}"`,
    );
    const { value, isCalled } = values[0] as { value: number; isCalled: boolean };
    sequences.push({ name, value: Number(value), isCalled });
  }
  return sequences;
}
