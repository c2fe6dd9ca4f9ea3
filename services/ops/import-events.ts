import type pg from "pg";
import { readModels } from "#projections/read-models";
import { assertNoneNewer } from "#projections/rebuild";
import type { Storage } from "../app/storage.ts";
import type { RecordedEvent } from "../event-store/event-store.ts";
import type { ExistingEvent } from "../event-store/postgres/bulk-append.ts";
import type { Config } from "../platform/config.ts";
import { firstRelease } from "../platform/database/migrations.ts";
import { storeFormerKeys } from "../platform/privacy/key-mark.ts";
import { unwrap } from "../platform/privacy/member-keys.ts";
import { configuredKeys } from "../platform/privacy/secret-key.ts";
import { secrets } from "../platform/privacy/secrets.ts";
import { assertPostgresLog, type Command, type Context, onlyName, textOption } from "./command.ts";
import { readLines } from "./event-file.ts";
import { withExclusiveDatabase } from "./exclusive.ts";
import { eventFormat, formerEventFormat, keyFormat } from "./export-events.ts";
import { wholeLog } from "./last-events.ts";
import { loadLog } from "./load-log.ts";

const perTransaction = 5000;

export const importEvents: Command = {
  path: ["events", "import"],
  takes: "<file.ndjson.gz> [--keys <file>]",
  summary: "an exported log into an empty database",
  details:
    "The system must not be running. Without the keys (--keys) everything personal reads as if its members had withdrawn.\n" +
    "Interrupted, the same command continues where it was. Builds the read models in the end.",
  async run(call, { config, storage, printer, signal }) {
    assertPostgresLog(config);
    const file = onlyName(call, "the exported file");
    const keyFile = textOption(call, "keys");
    await assertComplete(file, keyFile, signal);
    if (keyFile !== undefined) await assertOwn(keyFile, config);
    const events = await withExclusiveDatabase(config, async () =>
      takeIn(await storage("exclusive"), file, keyFile, { printer, signal }),
    );
    printer.line({ file, events }, () => `${events} events imported from ${file}`);
    return 0;
  },
};

/** Returns the number of events that were missing. */
async function takeIn(
  opened: Storage,
  file: string,
  keyFile: string | undefined,
  context: Pick<Context, "printer" | "signal">,
): Promise<number> {
  const { pool } = opened.database;
  await assertNoneNewer({ pool }, readModels);
  if (keyFile !== undefined) await importKeys(pool, keyFile);
  return loadLog({ ...opened, pool }, "import", missing(opened, file), context);
}

/**
 * Checks the file before anything is written, because damage shows only at its end and events cannot be removed from
 * the log.
 * @throws
 */
async function assertComplete(file: string, keyFile: string | undefined, signal: AbortSignal): Promise<void> {
  for await (const _ of eventsIn(file)) signal.throwIfAborted();
  if (keyFile !== undefined) for await (const _ of documentsIn(keyFile, keyFormat));
}

/**
 * The events of the file that the log does not contain yet.
 * @throws if the log contains other events
 */
async function* missing({ log }: Storage, file: string): AsyncGenerator<ExistingEvent[]> {
  const present = eventsOf(log);
  let known = await present.next();
  let batch: ExistingEvent[] = [];
  for await (const event of eventsIn(file)) {
    if (!known.done) {
      if (known.value.eventId !== event.eventId)
        throw new Error("The log of this database holds other events: import into an empty one.");
      known = await present.next();
      continue;
    }
    batch.push(event);
    if (batch.length < perTransaction) continue;
    yield batch;
    batch = [];
  }
  if (!known.done) throw new Error("The log of this database holds more events than the file.");
  if (batch.length > 0) yield batch;
}

async function* eventsOf(log: Storage["log"]): AsyncGenerator<RecordedEvent> {
  for await (const { events } of wholeLog(log)) yield* events;
}

async function* eventsIn(file: string): AsyncGenerator<ExistingEvent> {
  let count = 0;
  for await (const line of documentsIn(file, eventFormat, () => count)) {
    if (!isEvent(line)) throw new Error(`${file} contains a line that is not an event.`);
    count += 1;
    yield line;
  }
}

const typesOfEvent = {
  eventId: "string",
  stream: "string",
  revision: "number",
  type: "string",
  schemaVersion: "number",
  data: "object",
  meta: "object",
  occurredAt: "string",
} satisfies Record<Exclude<keyof ExistingEvent, "sealed" | "sealedParts">, string>;

const isEvent = (line: Record<string, unknown>): line is Record<string, unknown> & ExistingEvent =>
  Object.entries(typesOfEvent).every(([field, type]) => typeof line[field] === type && line[field] !== null);

/** @throws if this installation could not decrypt the texts of the file */
async function assertOwn(file: string, config: Config): Promise<void> {
  const wrappingKeys = secrets(...(await configuredKeys(config))).subs("member keys");
  for await (const { member, wrapped } of documentsIn(file, keyFormat))
    if (member) unwrap(wrappingKeys, Buffer.from(String(wrapped), "base64"), String(member));
}

async function importKeys(pool: pg.Pool, file: string): Promise<void> {
  for await (const { member, wrapped, formerKey } of documentsIn(file, keyFormat)) {
    if (formerKey) {
      await storeFormerKeys(pool, [String(formerKey)]);
      continue;
    }
    await pool.query("INSERT INTO member_keys (member, wrapped) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
      member,
      Buffer.from(String(wrapped), "base64"),
    ]);
  }
}

/** The documents between the first and the last line of a file. */
async function* documentsIn(file: string, format: string, count?: () => number) {
  let isBegun = false;
  let isWhole = false;
  for await (const line of readLines(file)) {
    if (!isBegun) {
      if (line.format === formerEventFormat)
        throw new Error(`${file} was exported by a version before ${firstRelease} and cannot be imported.`);
      if (line.format !== format) throw new Error(`${file} is not a file of the format ${format}.`);
      isBegun = true;
    } else if (line.end === true) isWhole = count === undefined || line.events === count();
    else yield line;
  }
  if (!isWhole) throw new Error(`${file} is cut off.`);
}
