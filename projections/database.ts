import type { Kysely } from "kysely";

/**
 * The tables of all read models; each read model declares its own here, so that readers can join tables without an import
 * cycle.
 */
export interface ReadModels extends Record<never, unknown> {}

/** What readers query. Rows come as `SqlTypes` of projection.ts has them: bigint a number, dates ISO 8601 text. */
export type ReadModelsDatabase = Kysely<ReadModels>;
