import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { readModelRows } from "#projections/projector/checkpoints";
import type { Storage } from "../app/storage.ts";
import type { Checkpoint } from "../event-store/event-store.ts";
import { formerKeysOf, storeFormerKeys } from "../platform/privacy/key-mark.ts";
import { type Command, type Context, isGiven, textOption, UsageError } from "./command.ts";
import { wholeLog } from "./last-events.ts";
import { loadLog } from "./load-log.ts";
import { openScratch, type Scratch } from "./scratch.ts";

export const replay: Command = {
  path: ["replay"],
  takes: "--until <checkpoint|time> [--keep]",
  summary: "the system as it was then, in a throw-away database",
  details:
    "Times are ISO 8601, such as 2026-11-20T18:00:00+09:00 (a day alone begins in UTC, a time without zone is this machine's):\n" +
    "the log up to the last event that had happened by then. The database is made beside the present one. On a terminal it\n" +
    "is removed when you press Enter, elsewhere at once, and with --keep never. Those who have withdrawn since then stay\n" +
    "withdrawn: their keys are gone.",
  async run(call, context) {
    const until = textOption(call, "until");
    if (until === undefined) throw new UsageError("Give the end: --until <checkpoint|time>.");
    const storage = await context.storage();
    const last = await boundary(storage, until, context.signal);
    const scratch = await openScratch(storage);
    const isKept = isGiven(call, "keep");
    try {
      await copyKeys(storage, scratch);
      await loadLog(scratch, "replay", logUntil(storage.log, last, context.signal), context);
      await show(scratch, context, isKept);
    } finally {
      await scratch.close(isKept);
    }
    return 0;
  },
};

/** Date.parse alone accepts nearly everything as a time. */
const isoTime = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Date.parse turns 30 February into 2 March. */
const isDay = (day: string): boolean =>
  !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

/**
 * The last checkpoint up to and including it.
 * @throws UsageError
 */
async function boundary({ log }: Storage, until: string, signal: AbortSignal): Promise<Checkpoint> {
  if (await isCheckpoint(log, until)) return until;
  const time = isoTime.test(until) && isDay(until.slice(0, 10)) ? Date.parse(until) : Number.NaN;
  if (Number.isNaN(time))
    throw new UsageError(`${until} is neither a checkpoint of this log nor an ISO 8601 time.`);
  let last = log.start;
  for await (const { events } of wholeLog(log, signal))
    last = events.findLast(({ occurredAt }) => Date.parse(occurredAt) <= time)?.checkpoint ?? last;
  return last;
}

async function isCheckpoint(log: Storage["log"], text: string): Promise<boolean> {
  const head = await log.head();
  try {
    return log.compare(text, head) <= 0;
  } catch {
    return false;
  }
}

async function copyKeys({ database }: Storage, { pool }: Scratch): Promise<void> {
  const { rows } = await database.pool.query("SELECT member, wrapped FROM member_keys");
  await pool.query(
    "INSERT INTO member_keys (member, wrapped) SELECT * FROM unnest($1::uuid[], $2::bytea[])",
    [rows.map(({ member }) => member), rows.map(({ wrapped }) => wrapped)],
  );
  await storeFormerKeys(pool, await formerKeysOf(database.pool));
}

async function* logUntil(log: Storage["log"], last: Checkpoint, signal: AbortSignal) {
  for await (const { events } of wholeLog(log, signal)) {
    const end = events.findIndex(({ checkpoint }) => log.compare(checkpoint, last) > 0);
    yield end === -1 ? events : events.slice(0, end);
    if (end !== -1) return;
  }
}

async function show({ pool, url }: Scratch, { printer, signal }: Context, isKept: boolean): Promise<void> {
  const { rows } = await pool.query<{ events: number; last: string | null }>(
    "SELECT count(*) AS events, iso_time(max(occurred_at)) AS last FROM events",
  );
  const [log] = rows;
  for (const { name } of await readModelRows(pool)) {
    const { rows: counted } = await pool.query<{ rows: number }>(
      `SELECT count(*) AS rows FROM ${name.replaceAll("-", "_")}`,
    );
    printer.line(
      { readModel: name, rows: counted[0]?.rows ?? 0 },
      (row) => `${name.padEnd(18)} ${row.rows} rows`,
    );
  }
  printer.line(
    { database: url, ...log },
    () => `${log?.events} events${log?.last ? `, the last of ${log.last}` : ""}`,
  );
  if (!isKept && !process.stdin.isTTY) return printer.note("The database was removed; --keep keeps it.");
  printer.note(`\nInspect it:\n  psql '${url}'\n  DATABASE_URL='${url}' PORT=0 npm start -- --no-demo\n`);
  if (isKept) return;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // `question` never settles if the input ends.
  await Promise.race([
    terminal.question("Press Enter and it is removed. ", { signal }),
    once(terminal, "close", { signal }),
  ]).catch(() => {});
  terminal.close();
  signal.throwIfAborted();
}
