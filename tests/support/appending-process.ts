import { randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import { eventStoreDb } from "#services/event-store/eventstoredb";
import { postgresEventStore } from "#services/event-store/postgres";
import { openDatabase } from "#services/platform/database/database";
import { commandOf, numbered } from "./commands.ts";

/**
 * Appends as fast as it can until it is killed: prints `sent <command id>` before and `done <command id>` after each
 * response.
 */
const { pool } = openDatabase(process.env.LOG_URL ?? "");
const url = process.env.EVENTSTORE_URL;
const store = url ? eventStoreDb({ url, pool }) : postgresEventStore(pool);
const say = (line: string) => writeSync(1, `${line}\n`);

async function appendForEver(): Promise<never> {
  for (;;) {
    const commandId = randomUUID();
    say(`sent ${commandId}`);
    await store.append(`burst-${commandId}`, [numbered(0, "Burst")], -1, commandOf({ commandId }));
    say(`done ${commandId}`);
  }
}
await Promise.all(Array.from({ length: 8 }, appendForEver));
