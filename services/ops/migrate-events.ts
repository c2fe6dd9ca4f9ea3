import type pg from "pg";
import { openStorage, type Storage } from "../app/storage.ts";
import { compareLogs, copyLog } from "../event-store/copy-log.ts";
import type { OwnedEventStore } from "../event-store/event-store.ts";
import { adoptLog, recordCheckpoints, whileClosed } from "../event-store/move-log.ts";
import type { Config } from "../platform/config.ts";
import { createLogger } from "../platform/logging.ts";
import { assertPostgresLog, type Command, type Context, isGiven, textOption, UsageError } from "./command.ts";
import { withExclusiveDatabase } from "./exclusive.ts";
import { sizeOf } from "./last-events.ts";
import { buildFromLog } from "./load-log.ts";
import { meter, type Printer } from "./printer.ts";

export const migrateEvents: Command = {
  path: ["migrate", "events"],
  takes: "--from postgres --to eventstoredb [--rehearse]",
  summary: "moves the log to the EventStoreDB at EVENTSTORE_URL",
  details:
    "Copies every event with its ids, then proves equality: number, order, bytes of data and metadata. Then the log here is\n" +
    "closed, answers of commands and checkpoints of reactors are moved and the read models built again; go on with\n" +
    "EVENT_STORE=eventstoredb. The system must not be running, except with --rehearse, which copies and compares and leaves\n" +
    "everything as it is. Interrupted, the same command continues where it was. A failure opens the log here again; after a kill\n" +
    "the next start does.",
  async run(call, context) {
    if (textOption(call, "from") !== "postgres" || textOption(call, "to") !== "eventstoredb")
      throw new UsageError("Use --from postgres --to eventstoredb: no other direction is supported yet.");
    const { config, printer } = context;
    const url = config.eventStoreUrl;
    if (url === undefined) throw new UsageError("Set EVENTSTORE_URL to the cluster that the log moves to.");
    assertPostgresLog(config);
    if (isGiven(call, "rehearse"))
      await between(url, await context.storage(), (log, target) => copyAndCompare(log, target, url, context));
    else
      await withExclusiveDatabase(config, async (holder) => {
        // A projector that continues on the old log would overwrite checkpoints and read models.
        await between(url, await context.storage("exclusive"), (log, target, pool) =>
          whileClosed(pool, holder, async () => {
            await copyAndCompare(log, target, url, context, await recordCheckpoints(pool));
            await adoptLog(holder, "eventstoredb", target.start);
          }),
        );
        await buildReadModels({ ...config, eventStore: "eventstoredb" }, printer, context.signal);
      });
    return 0;
  },
};

/** Opens the current log and the target log. */
async function between(
  url: string,
  { database, log }: Storage,
  work: (log: OwnedEventStore, target: OwnedEventStore, pool: pg.Pool) => Promise<void>,
): Promise<void> {
  const { eventStoreDb } = await import("../event-store/eventstoredb.ts");
  const target = eventStoreDb({ url, pool: database.pool });
  await work(log, target, database.pool).finally(target.close);
}

async function copyAndCompare(
  log: OwnedEventStore,
  target: OwnedEventStore,
  url: string,
  { printer, signal }: Context,
  onPairs?: Awaited<ReturnType<typeof recordCheckpoints>>,
): Promise<void> {
  const present = await compareLogs(log, target);
  const { EventStoreDbConnection } = await import("../event-store/eventstoredb/connection.ts");
  const connection = new EventStoreDbConnection(url);
  const total = await sizeOf(log);
  const onProgress = meter(printer, "copy", total && total - present.events);
  const copied = await copyLog(log, connection, { after: present.checkpoint, signal, onProgress }).finally(
    () => connection.close(),
  );
  const { events, digest, isWhole } = await compareLogs(log, target, onPairs);
  if (!isWhole && onPairs) throw new Error("The log has grown meanwhile: stop the system first.");
  printer.line(
    { copied, events, digest, equal: true },
    () => `${copied} events copied; ${events} are equal in both, one by one (sha256 ${digest})`,
  );
}

/** Uses the settings with which the server will start. */
async function buildReadModels(config: Config, printer: Printer, signal: AbortSignal): Promise<void> {
  const storage = await openStorage(config, createLogger("warn"));
  await buildFromLog({ ...storage, pool: storage.database.pool }, { printer, signal }).finally(storage.close);
  printer.line(
    { eventStore: "eventstoredb" },
    () => "The log has moved: start with EVENT_STORE=eventstoredb.",
  );
}
