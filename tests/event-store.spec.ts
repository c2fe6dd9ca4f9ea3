import { memoryEventStore } from "#services/event-store/memory";
import { postgresEventStore } from "#services/event-store/postgres";
import { testDatabase } from "./database.ts";
import { eventStoreContract } from "./event-store.contract.ts";

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
