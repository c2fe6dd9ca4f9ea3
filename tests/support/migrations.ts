import { readModelsMigrations } from "#projections/projector/schema";
import { serviceMigrations } from "#services/app/schema";
import type { Migration } from "#services/platform/database/migrations";

/** The schema of the whole system, as services/app/storage.ts migrates it at the start. */
export const allMigrations: readonly Migration[] = [...serviceMigrations, ...readModelsMigrations];
