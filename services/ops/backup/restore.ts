import { createReadStream } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { readModelsMigrations } from "#projections/projector/schema";
import { dueWithdrawals } from "../../app/due-withdrawals.ts";
import { serviceMigrations } from "../../app/schema.ts";
import type { Storage } from "../../app/storage.ts";
import type { Config } from "../../platform/config.ts";
import { firstRelease, isBeforeFirst } from "../../platform/database/migrations.ts";
import { keyMarksOf } from "../../platform/privacy/key-mark.ts";
import { configuredKeys } from "../../platform/privacy/secret-key.ts";
import { secrets } from "../../platform/privacy/secrets.ts";
import {
  assertPostgresLog,
  type Command,
  Interrupted,
  isGiven,
  onlyName,
  textOption,
  UsageError,
} from "../command.ts";
import { withExclusiveDatabase } from "../exclusive.ts";
import { buildFromLog } from "../load-log.ts";
import { meter, type Printer } from "../printer.ts";
import { digestOf } from "./backup.ts";
import { backupTables, sequencesOf } from "./contents.ts";
import { readErasures } from "./erasures.ts";
import { fileOf, type Manifest, readManifest } from "./manifest.ts";

export const restore: Command = {
  path: ["restore"],
  takes: "<folder> --erased <file> | --no-erasures [--force]",
  summary: "a backup into an empty database",
  details:
    "Stop the system first. All or nothing: a restore that fails leaves the database as it was. A database that holds\n" +
    "something is refused without --force, which replaces it.\n\n" +
    "The backup holds the keys of members who have withdrawn since. --erased names the list that `erasures list` wrote last:\n" +
    "those members are withdrawn again before anything can be read. What a database being replaced knows of withdrawals is\n" +
    "added to it. --no-erasures says that no member has withdrawn since the backup.",
  async run(call, { config, storage, printer, signal }) {
    assertPostgresLog(config);
    const folder = resolve(onlyName(call, "the folder of the backup"));
    const list = textOption(call, "erased");
    if ((list !== undefined) === isGiven(call, "no-erasures"))
      throw new UsageError("Give the list of those who have withdrawn, --erased <file>, or --no-erasures.");
    const erased = list === undefined ? [] : await readErasures(list);
    const manifest = await checkedManifest(folder, config);
    const isForced = isGiven(call, "force");
    const withdrawnAgain = await withExclusiveDatabase(config, async (client) => {
      const members = await replaceContents(client, folder, manifest, { erased, isForced }, printer, signal);
      await buildReadModels(await storage("exclusive").catch(notWithdrawn), printer, signal);
      return members;
    });
    printer.line(
      { restored: folder, from: manifest.createdAt, withdrawnAgain },
      (row) =>
        `restored as of ${row.from}; ${row.withdrawnAgain} members withdrawn again; all members have to sign in again`,
    );
    return 0;
  },
};

async function buildReadModels(storage: Storage, printer: Printer, signal: AbortSignal) {
  try {
    await buildFromLog({ ...storage, pool: storage.database.pool }, { printer, signal });
  } catch (error) {
    const reason = signal.aborted ? "Interrupted." : sentenceOf(error as Error);
    throw new Interrupted(`${reason} The data are back; the next start builds the read models.`);
  }
}

/** Messages of this program mostly end with a full stop, others never. */
const sentenceOf = ({ message }: Error) => message.replace(/\.?$/, ".");

function notWithdrawn(error: Error): never {
  throw new Interrupted(
    `${sentenceOf(error)} The data are back; the next start repeats the withdrawals since then before it serves, and builds the read models.`,
  );
}

/** @throws if the backup is damaged, of another version, or sealed with another key */
export async function checkedManifest(folder: string, config: Config): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const ours = secrets(...(await configuredKeys(config)));
  if (!keyMarksOf(ours).includes(manifest.keyMark))
    throw new Error(
      "This backup was made with another SECRET_KEY, without which nothing personal in it can be read: give this command that one.",
    );
  if (isBeforeFirst(schemaSteps, new Set(manifest.migrations)))
    throw new Error(`This backup was made by a version before ${firstRelease} and cannot be restored.`);
  const steps = new Set(schemaSteps.map(({ name }) => name));
  const unknown = manifest.migrations.find((name) => !steps.has(name));
  if (unknown !== undefined)
    throw new Error(`This backup is of another version of the program (its schema has the step ${unknown}).`);
  for (const { name, sha256 } of manifest.tables) {
    const digest = await digestOf(join(folder, fileOf(name))).catch(() => undefined);
    if (digest !== sha256) throw new Error(`${fileOf(name)} of this backup is missing or damaged.`);
  }
  return manifest;
}

/** Deliveries that wait according to the backup may have been sent since. */
const sendNothingAgain = `
UPDATE delivery SET state = 'dropped', result = 'restored' WHERE state IN ('due', 'claimed');
UPDATE mail_digest SET state = 'dropped' WHERE state = 'claimed';
UPDATE sender_state SET send_after = clock_timestamp()`;

const schemaSteps = [...serviceMigrations, ...readModelsMigrations];

/**
 * Fills the database in one transaction and records the members to withdraw again: those listed, and those whose
 * withdrawal the database contained before. A table that no migration creates (made by hand, or by a newer release) is
 * not restored. Returns how many of these members the restored log contains.
 */
export async function replaceContents(
  client: pg.Client,
  folder: string,
  { migrations, tables, sequences }: Manifest,
  { erased, isForced }: { readonly erased: readonly string[]; readonly isForced: boolean },
  printer: Printer,
  signal: AbortSignal,
): Promise<number> {
  const known = await withdrawnIn(client);
  const withdrawn = [...erased, ...known.members];
  if (known.isFilled && !isForced)
    throw new Error("This database is not empty: restore into an empty one, or replace it with --force.");
  await client.query("BEGIN");
  await emptySchema(client);
  await client.query(
    "CREATE TABLE migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())",
  );
  const ran = new Set(migrations);
  for (const { name, sql } of schemaSteps) if (ran.has(name)) await client.query(sql);
  const report = meter(
    printer,
    "restore",
    tables.reduce((sum, { rows }) => sum + rows, 0),
  );
  let done = 0;
  const ours = new Set((await backupTables(client)).map(({ name }) => name));
  for (const { name, columns, rows } of tables) {
    if (!ours.has(name)) {
      printer.line({ leftOut: name }, () => `${name} is left out, because it is not a table of this program`);
      continue;
    }
    const list = columns.map((column) => `"${column}"`).join(", ");
    // Migrations may insert rows into a new table.
    await client.query(`DELETE FROM "${name}"`);
    await pipeline(
      createReadStream(join(folder, fileOf(name))),
      createGunzip(),
      client.query(copyFrom(`COPY "${name}" (${list}) FROM STDIN`)),
      { signal },
    );
    done += rows;
    report(done);
  }
  const counting = new Set((await sequencesOf(client)).map(({ name }) => name));
  for (const { name, value, isCalled } of sequences)
    if (counting.has(name))
      await client.query("SELECT setval($1::regclass, $2, $3)", [name, value, isCalled]);
  if (ours.has("delivery")) await client.query(sendNothingAgain);
  // In the same transaction, so that their texts cannot be read after the commit, whatever happens later.
  await client.query("DELETE FROM member_keys WHERE member = ANY ($1::uuid[])", [withdrawn]);
  await client.query(`CREATE TABLE ${dueWithdrawals} (member uuid PRIMARY KEY)`);
  await client.query(`INSERT INTO ${dueWithdrawals} SELECT DISTINCT unnest($1::uuid[])`, [withdrawn]);
  const { rows } = await client.query<{ members: number }>(
    `SELECT count(*) AS members FROM ${dueWithdrawals}
     WHERE EXISTS (SELECT FROM events WHERE stream = 'member-' || member)
       AND NOT EXISTS (SELECT FROM events WHERE stream = 'member-' || member AND type = 'MemberWithdrawn')`,
  );
  // New events must sort after the restored ones, whatever transaction ids this server assigns.
  await client.query("SELECT begin_new_epoch()");
  await client.query("COMMIT");
  return rows[0]?.members ?? 0;
}

/**
 * Drops everything that a start creates and what depends on it. The schema stays, because privileges on it and default
 * privileges (ALTER DEFAULT PRIVILEGES) would be dropped with it; so do objects of extensions.
 */
async function emptySchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(
    `SELECT format('DROP %s IF EXISTS public.%s CASCADE', kind, name) AS drop FROM (
       SELECT 'pg_class'::regclass AS catalogue, oid, quote_ident(relname) AS name,
         CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'f' THEN 'FOREIGN TABLE'
           WHEN 'S' THEN 'SEQUENCE' WHEN 'c' THEN 'TYPE' ELSE 'TABLE' END AS kind
       FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S', 'c')
       UNION ALL
       SELECT 'pg_proc'::regclass, oid, format('%I(%s)', proname, pg_get_function_identity_arguments(oid)), 'ROUTINE'
       FROM pg_proc WHERE pronamespace = 'public'::regnamespace
       UNION ALL
       SELECT 'pg_type'::regclass, oid, quote_ident(typname), 'TYPE'
       FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd', 'r')
     ) AS objects
     WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = catalogue AND d.objid = objects.oid AND d.deptype = 'e')
     ORDER BY kind <> 'TABLE'`,
  );
  // Dropping a table drops its dependent objects, which cannot be dropped alone.
  for (const { drop } of rows) await client.query(drop);
}

/** @throws if the database contains data of another program */
async function withdrawnIn(client: pg.Client): Promise<{ isFilled: boolean; members: string[] }> {
  const { rows: tables } = await client.query<{
    ours: boolean;
    accounts: boolean;
    others: string | null;
    due: boolean;
  }>(
    `SELECT to_regclass('log_epoch') IS NOT NULL AS ours, to_regclass('identity_account') IS NOT NULL AS accounts,
       (SELECT min(relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND relname <> 'migrations'
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')) AS others,
       to_regclass($1) IS NOT NULL AS due`,
    [dueWithdrawals],
  );
  if (!tables[0]?.ours) {
    const others = tables[0]?.others;
    if (others)
      throw new Error(
        `This database belongs to another program (it contains ${others}): use a separate one.`,
      );
    return { isFilled: false, members: [] };
  }
  const { rows } = await client.query<{ filled: boolean }>(
    // A first start that was killed has created only some tables.
    `SELECT EXISTS (SELECT FROM events) ${tables[0].accounts ? "OR EXISTS (SELECT FROM identity_account)" : ""} AS filled`,
  );
  const { rows: members } = await client.query<{ member: string }>(
    `SELECT data->>'memberId' AS member FROM events WHERE type = 'MemberWithdrawn'
     ${tables[0].due ? `UNION SELECT member::text FROM ${dueWithdrawals}` : ""}`,
  );
  return { isFilled: rows[0]?.filled ?? false, members: members.map(({ member }) => member) };
}
