import { type ReadModelRow, readModelRows } from "#projections/projector/checkpoints";
import { isHeld } from "#projections/projector/lease";
import { readBackupTimes } from "../app/backup-times.ts";
import { eventsOf, lagFrom } from "../app/read-model-lag.ts";
import type { Storage } from "../app/storage.ts";
import { LogBehind } from "../event-store/event-store.ts";
import { diskFullSentence, isDiskFull } from "../platform/database/disk.ts";
import type { Command, Context } from "./command.ts";
import { timeLeft } from "./printer.ts";

/** `status`: the log, and the progress of everything that follows it. */
export const status: Command = {
  path: ["status"],
  summary: "the log, and how far read models and reactors have come",
  async run(_, context) {
    const storage = await context.storage();
    const head = await storage.store.head();
    context.printer.line({ log: { head } }, () => `log        ${head}`);
    if (await storage.log.isBehind?.()) {
      const { message } = new LogBehind();
      context.printer.line({ log: { state: "log-behind", message } }, () => message);
    }
    if (await isDiskFull(storage.database.pool))
      context.printer.line({ disk: { state: "full", message: diskFullSentence } }, () => diskFullSentence);
    const isAtWork = await isProjectorAtWork(storage);
    context.printer.line({ projector: { isAtWork } }, () => `projector  ${isAtWork ? "running" : idle}`);
    const code = await printReadModels(context, storage);
    await printReactors(context, storage);
    await printDocuments(context, storage);
    await printBackups(context, storage);
    return code;
  },
};

const idle = "none running: read models stay where they are until a process with ROLE=all or projector runs";

/** Whether a process updates the read models. */
export const isProjectorAtWork = ({ database }: Storage): Promise<boolean> => isHeld(database.pool);

/** Describes read models that do not contain the whole log; undefined if all do. */
export async function whatIsMissing(storage: Storage, names: readonly string[]): Promise<string | undefined> {
  const rows = (await readModelRows(storage.database.pool)).filter(({ name }) => names.includes(name));
  const lags = await lagFrom(storage.log, () => new Date())(rows.map(({ checkpoint }) => checkpoint));
  const [most] = [...lags.values()].sort((one, other) => other.lagEvents - one.lagEvents);
  if (!most || most.lagEvents === 0) return undefined;
  return `Read models lack the last ${eventsOf(most)} of the log: ${await whatHelps(storage, rows)}.`;
}

async function whatHelps(storage: Storage, rows: readonly ReadModelRow[]): Promise<string> {
  const stopped = rows.find(({ state }) => state === "stopped");
  if (stopped) return `${stopped.name} ${whyStopped(stopped)}. Start a release that can continue from there`;
  return (await isProjectorAtWork(storage))
    ? "try again in a moment"
    : "start a process with ROLE=all or projector";
}

/** Empty if it did not stop. */
const whyStopped = ({ stopped }: Pick<ReadModelRow, "stopped">): string =>
  stopped ? `stopped${stopped.eventId && ` at event ${stopped.eventId}`}: ${stopped.reason}` : "";

/** Returns 1 if one of them has stopped. */
export async function printReadModels({ printer }: Context, storage: Storage): Promise<number> {
  const rows = await readModelRows(storage.database.pool);
  const lags = await lagFrom(storage.log, () => new Date())(rows.map(({ checkpoint }) => checkpoint));
  for (const { name, version, state, checkpoint, events, stopped } of rows) {
    const behind = lags.get(checkpoint) ?? { lagEvents: 0, lagSeconds: 0 };
    const row = { name, version, state, checkpoint, events, ...behind };
    printer.line({ readModel: { ...row, ...(stopped && { stopped }) } }, () => {
      const lag =
        behind.lagEvents === 0 ? "" : `  ${eventsOf(behind)}, ${timeLeft(behind.lagSeconds)} behind`;
      const why = stopped ? `  ${whyStopped({ stopped })}` : "";
      return `${name.padEnd(18)} v${version}  ${state.padEnd(11)} ${checkpoint}  ${events} events${lag}${why}`;
    });
  }
  return rows.some(({ state }) => state === "stopped") ? 1 : 0;
}

async function printReactors({ printer }: Context, { database, log }: Storage): Promise<void> {
  const { rows } = await database.pool.query<{ name: string; checkpoint: string }>(
    "SELECT name, checkpoint FROM reactors ORDER BY name",
  );
  const lags = await lagFrom(log, () => new Date())(rows.map(({ checkpoint }) => checkpoint));
  for (const { name, checkpoint } of rows) {
    const { lagEvents, isCapped } = lags.get(checkpoint) ?? { lagEvents: 0 };
    const behind = lagEvents === 0 ? "" : `  ${eventsOf({ lagEvents, isCapped })} behind`;
    printer.line(
      { reactor: { name, checkpoint, lagEvents, ...(isCapped && { isCapped }) } },
      () => `reactor ${name.padEnd(26)} ${checkpoint}${behind}`,
    );
  }
}

async function printBackups({ printer }: Context, { database }: Storage): Promise<void> {
  for (const [what, seconds] of await readBackupTimes(database.pool)) {
    const at = seconds === 0 ? null : new Date(1000 * seconds).toISOString();
    const age = at === null ? "never" : `${at}, ${timeLeft(Date.now() / 1000 - seconds)} ago`;
    printer.line({ backup: { what, at } }, () => `${what.padEnd(12)} ${age}`);
  }
}

async function printDocuments({ printer }: Context, { database }: Storage): Promise<void> {
  const { rows } = await database.pool.query<{ rooms: number; bytes: number; changedAt: string | null }>(
    `SELECT count(*) AS rooms, coalesce(sum(size), 0)::bigint AS bytes, max(changed_at) AS "changedAt" FROM documents`,
  );
  const [documents] = rows;
  if (documents)
    printer.line(
      { documents },
      ({ documents: { rooms, bytes } }) => `documents  ${rooms} rooms, ${bytes} bytes`,
    );
}
