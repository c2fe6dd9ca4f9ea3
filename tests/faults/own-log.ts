import { afterAll, beforeAll } from "vitest";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import { type TestDatabase, testDatabase } from "#tests/support/database";

interface OwnLog {
  readonly database: TestDatabase<unknown>;
  readonly store: PostgresEventStore;
}

/** A log on a database of its own. There while the tests of a file run, not before. */
export function ownLog(): OwnLog {
  const own = {} as { -readonly [K in keyof OwnLog]: OwnLog[K] };
  beforeAll(async () => {
    own.database = await testDatabase({ max: 20 });
    own.store = postgresEventStore(own.database.pool);
  });
  afterAll(async () => {
    await own.store.close();
    await own.database.close();
  });
  return own;
}
