import type { ReadModels } from "#projections/database";
import { readModelsMigrations } from "#projections/projector/schema";
import { eventStoreMigrations } from "#services/event-store/postgres/schema";
import { type TestDatabase, testDatabase } from "./database.ts";

/** A separate database with an event log and read models, and nothing else of the system. */
export const readModelDatabase = (): Promise<TestDatabase<ReadModels>> =>
  testDatabase<ReadModels>({ migrations: [...eventStoreMigrations, ...readModelsMigrations] });
