import { mkdir, readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { noteBackup } from "../../app/backup-times.ts";
import type { Storage } from "../../app/storage.ts";
import { connectWithoutLimits } from "../../platform/database/database.ts";
import { assertPostgresLog, type Command, type Context, countOption, onlyName } from "../command.ts";
import { buildFromLog } from "../load-log.ts";
import { openScratch } from "../scratch.ts";
import { makeBackup } from "./backup.ts";
import { checkedManifest, replaceContents } from "./restore.ts";

const hourMs = 3_600_000;

export const keepBackups: Command = {
  path: ["backups", "keep"],
  takes: "<folder> --days N [--every <hours>]",
  summary: "make a backup, restore it on trial, then delete older ones",
  details:
    "Makes <folder>/<time>, restores it into a throw-away database beside the present one, read models included, and only when\n" +
    "that has gone well deletes backups of this command that are older than --days: the newest good one always stays. --days is\n" +
    "what you promised your members. With --every it goes on, a backup every so many hours; what fails is tried again after an\n" +
    "hour. `status` and /metrics say when both were last done. The trial needs as much room as the database, and CREATEDB.",
  async run(call, context) {
    const folder = resolve(onlyName(call, "the folder of the backups"));
    const days = countOption(call, "days");
    const isRepeated = call.options["every"] !== undefined;
    const everyMs = isRepeated ? countOption(call, "every") * hourMs : 0;
    const { signal, printer } = context;
    if (isRepeated && context.config.eventStore !== "postgres") {
      // A supervisor would start it again for ever.
      printer.warn(
        "Nothing is backed up here, because the log is in EventStoreDB: docs/operations/eventstoredb.md.",
      );
      while (!signal.aborted) await sleep(hourMs, undefined, { signal }).catch(() => {});
      return 0;
    }
    assertPostgresLog(context.config);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // If the start fails, the supervisor repeats it.
    const storage = await context.storage();
    for (let wait = await dueIn(folder, everyMs); ; ) {
      await sleep(wait, undefined, { signal }).catch(() => {});
      if (signal.aborted) return 0;
      try {
        await backUp(folder, days, storage, context);
        if (!isRepeated) return 0;
        wait = everyMs;
      } catch (error) {
        if (!isRepeated || signal.aborted) throw error;
        printer.warn(`${(error as Error).message} Trying again in an hour.`);
        wait = Math.min(everyMs, hourMs);
      }
    }
  },
};

/**
 * A restarted container keeps its schedule. The wait never exceeds one period, even if the system clock was wrong
 * before.
 */
async function dueIn(folder: string, everyMs: number): Promise<number> {
  const newest = Math.max(0, ...(await named(folder)).filter(({ isWhole }) => isWhole).map(({ at }) => at));
  return Math.min(everyMs, Math.max(0, newest + everyMs - Date.now()));
}

async function backUp(folder: string, days: number, storage: Storage, context: Context): Promise<void> {
  const made = join(folder, new Date().toISOString().replaceAll(":", "").replace(/\.\d+/, ""));
  await makeBackup(made, storage, context);
  await restoreOnTrial(made, storage, context);
  const oldest = Date.now() - days * 24 * hourMs;
  for (const { name, at } of await named(folder)) {
    if (at >= oldest || join(folder, name) === made) continue;
    await rm(join(folder, name), { recursive: true });
    context.printer.line({ deleted: name }, (row) => `deleted ${row.deleted}, older than ${days} days`);
  }
}

/** @throws if `restore` could not restore the backup */
async function restoreOnTrial(folder: string, storage: Storage, context: Context): Promise<void> {
  const { printer, signal } = context;
  const manifest = await checkedManifest(folder, context.config);
  const scratch = await openScratch(storage);
  try {
    const client = await connectWithoutLimits(scratch.url);
    await replaceContents(client, folder, manifest, { erased: [], isForced: false }, printer, signal).finally(
      () => client.end(),
    );
    await buildFromLog(scratch, { printer, signal });
    const { rows } = await scratch.pool.query<{ events: number }>("SELECT count(*) AS events FROM events");
    await noteBackup(storage.database.pool, "restore-test");
    printer.line({ restoredOnTrial: folder, ...rows[0] }, (row) => `restored on trial: ${row.events} events`);
  } finally {
    await scratch.close(false);
  }
}

/** `2026-11-26T032000Z`, or `2026-11-26T032000Z.<number>.partial` of an interrupted backup; other names are ignored. */
const names = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z(\.\d+\.partial)?$/;

async function named(folder: string) {
  return (await readdir(folder)).flatMap((name) => {
    const [, hour, minutes, seconds, partial] = names.exec(name) ?? [];
    const at = Date.parse(`${hour}:${minutes}:${seconds}Z`);
    return Number.isNaN(at) ? [] : [{ name, at, isWhole: partial === undefined }];
  });
}
