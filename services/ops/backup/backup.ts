import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { noteBackup } from "../../app/backup-times.ts";
import type { Storage } from "../../app/storage.ts";
import { connectWithoutLimits } from "../../platform/database/database.ts";
import { makeFolder } from "../../platform/make-folder.ts";
import { keyMarkOf } from "../../platform/privacy/key-mark.ts";
import { assertPostgresLog, type Command, type Context, onlyName, UsageError } from "../command.ts";
import { assertEvents } from "../last-events.ts";
import { meter } from "../printer.ts";
import { type BackupTable, backupTables, sequencesOf, sourceOf } from "./contents.ts";
import { fileOf, type Manifest, manifestFile } from "./manifest.ts";

export const backup: Command = {
  path: ["backup"],
  takes: "<folder>",
  summary: "everything that cannot be rebuilt, as of one moment",
  details:
    "The log, the members' keys (wrapped with the server's key), accounts, pictures, documents. Not kept: read models,\n" +
    "which are built from the log, and sign-ins: after a restore all members sign in again. SECRET_KEY is not in it; without\n" +
    "it a backup cannot be read, so keep it elsewhere.\n\n" +
    "A backup still holds the keys of those who withdraw after it. Keep backups no longer than you promised your members,\n" +
    "and keep the list of `erasures list` apart from them: `restore` asks for it and withdraws those members again.",
  async run(call, { config, storage, printer, signal }) {
    assertPostgresLog(config);
    const folder = resolve(onlyName(call, "the folder to make"));
    if (existsSync(folder)) throw new UsageError(`${folder} already exists.`);
    await makeBackup(folder, await storage(), { printer, signal });
    return 0;
  },
};

/** The folder contains the whole backup or does not exist. */
export async function makeBackup(
  folder: string,
  { databaseUrl, database, secrets, log }: Storage,
  { printer, signal }: Pick<Context, "printer" | "signal">,
): Promise<void> {
  await assertEvents(log);
  await makeFolder(dirname(folder));
  // Named by process id, because another process may write a backup of the same name.
  const partial = `${folder}.${process.pid}.partial`;
  await mkdir(partial, { mode: 0o700 });
  const client = await connectWithoutLimits(databaseUrl);
  try {
    await client.query(beginCopying);
    const tables: Manifest["tables"] = [];
    const report = meter(printer, "backup");
    for (const table of await backupTables(client)) {
      tables.push(await writeTable(client, partial, table, signal));
      report(tables.reduce((sum, { rows }) => sum + rows, 0));
    }
    const { rowCount: inBucket } = await client.query("SELECT FROM images WHERE object IS NOT NULL");
    const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations ORDER BY at, name");
    const manifest: Manifest = {
      format: "algomoim-backup-1",
      createdAt: new Date().toISOString(),
      migrations: rows.map(({ name }) => name),
      tables,
      sequences: await sequencesOf(client),
      keyMark: keyMarkOf(secrets),
    };
    await writeFile(join(partial, manifestFile), `${JSON.stringify(manifest, null, 1)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(partial, folder);
    await noteBackup(database.pool, "backup");
    for (const { name, rows: count } of tables)
      printer.line({ table: name, rows: count }, (row) => `${name.padEnd(20)} ${row.rows} rows`);
    if (inBucket)
      printer.line(
        { inBucket },
        () => `${inBucket} pictures are in the bucket of PICTURES and not in this backup`,
      );
    printer.line({ folder }, () => `backup in ${folder}`);
  } finally {
    // Not awaited: after an interruption it would first read the rest of a table.
    void client.end();
    await rm(partial, { recursive: true, force: true });
  }
}

/** One snapshot for all tables, however long a busy disk keeps the server waiting. */
export const beginCopying = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL tcp_user_timeout = 0";

async function writeTable(client: pg.ClientBase, folder: string, table: BackupTable, signal: AbortSignal) {
  const { name, columns } = table;
  const file = join(folder, fileOf(name));
  const source = client.query(copyTo(`COPY ${sourceOf(table)} TO STDOUT`));
  await pipeline(source, createGzip({ level: 6 }), createWriteStream(file, { mode: 0o600, flush: true }), {
    signal,
  });
  return { name, columns: [...columns], rows: source.rowCount, sha256: await digestOf(file) };
}

export async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
