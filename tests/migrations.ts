import { readModelsMigrations } from "#projections/projector/schema";
import type { Migration } from "#services/platform/database/migrations";
import { serviceMigrations } from "#services/schema";

/** The schema of the whole system, as services/storage.ts brings it forward at start. */
export const allMigrations: readonly Migration[] = [...serviceMigrations, ...readModelsMigrations];
