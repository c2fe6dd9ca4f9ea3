import { describe } from "vitest";
import { eventStoreDb } from "#services/event-store/eventstoredb";
import { postgresEventStore } from "#services/event-store/postgres";
import { eventStoreContract } from "#tests/event-store/event-store.contract";
import { startEventStoreDb } from "#tests/eventstoredb/server";
import { testDatabase } from "#tests/support/database";
import { memoryEventStore } from "#tests/support/memory-store";

describe("T1 the contract", () => {
  eventStoreContract("in memory", async () => ({ store: memoryEventStore(), close: async () => {} }));

  eventStoreContract("on Postgres", async () => {
    const database = await testDatabase();
    const store = postgresEventStore(database.pool);
    return {
      store,
      close: async () => {
        await store.close();
        await database.close();
      },
    };
  });

  eventStoreContract("on EventStoreDB, as its protocol is understood", async () => {
    const database = await testDatabase();
    const server = await startEventStoreDb();
    const store = eventStoreDb({ url: server.url, pool: database.pool });
    return {
      store,
      close: async () => {
        await store.close();
        await server.close();
        await database.close();
      },
    };
  });

  const realServer = process.env.EVENTSTORE_URL_FOR_TESTS;
  if (realServer)
    eventStoreContract("on the EventStoreDB that EVENTSTORE_URL_FOR_TESTS leads to", async () => {
      const database = await testDatabase();
      const store = eventStoreDb({ url: realServer, pool: database.pool });
      return {
        store,
        close: async () => {
          await store.close();
          await database.close();
        },
      };
    });
});
