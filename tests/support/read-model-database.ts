import type { ReadModels } from "#projections/database";
import { readModelsMigrations } from "#projections/projector/schema";
import { discussionMigrations } from "#services/discussion/migrations";
import { eventStoreMigrations } from "#services/event-store/postgres/schema";
import { memberKeysMigrations } from "#services/platform/privacy/member-keys";
import { type TestDatabase, testDatabase } from "./database.ts";

/** A separate database with an event log, read models and the tables that readers join, and nothing else of the system. */
export const readModelDatabase = (): Promise<TestDatabase<ReadModels>> =>
  testDatabase<ReadModels>({
    migrations: [
      ...eventStoreMigrations,
      ...memberKeysMigrations,
      ...discussionMigrations,
      ...readModelsMigrations,
    ],
  });
