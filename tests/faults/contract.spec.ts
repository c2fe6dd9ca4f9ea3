import { describe } from "vitest";
import type { EventStore } from "#services/event-store/event-store";
import { eventStoreDb } from "#services/event-store/eventstoredb";
import { postgresEventStore } from "#services/event-store/postgres";
import { eventStoreContract } from "#tests/event-store/event-store.contract";
import { startEventStoreDb } from "#tests/eventstoredb/server";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { memoryEventStore } from "#tests/support/memory-store";

/** A store on a separate database, with what must be closed after it. */
async function onDatabase(
  open: (
    database: TestDatabase<unknown>,
  ) => Promise<{ store: EventStore & { close(): Promise<void> }; also?: () => Promise<void> }>,
) {
  const database = await testDatabase<unknown>();
  const { store, also } = await open(database);
  const close = async () => {
    await store.close();
    await also?.();
    await database.close();
  };
  return { store, close };
}

describe("T1 the contract", () => {
  eventStoreContract("in memory", async () => ({ store: memoryEventStore(), close: async () => {} }));

  eventStoreContract("on Postgres", () =>
    onDatabase(async ({ pool }) => ({ store: postgresEventStore(pool) })),
  );

  eventStoreContract("on EventStoreDB, as its protocol is understood", () =>
    onDatabase(async ({ pool }) => {
      const server = await startEventStoreDb();
      return { store: eventStoreDb({ url: server.url, pool }), also: server.close };
    }),
  );

  const url = process.env.EVENTSTORE_URL_FOR_TESTS;
  if (url)
    eventStoreContract("on the EventStoreDB that EVENTSTORE_URL_FOR_TESTS leads to", () =>
      onDatabase(async ({ pool }) => ({ store: eventStoreDb({ url, pool }) })),
    );
});
