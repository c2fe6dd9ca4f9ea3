import type { Kysely } from "kysely";
import type { ReadModels } from "./read-models.ts";

/** What readers query. Rows come as `SqlTypes` of projection.ts has them: bigint a number, dates ISO 8601 text. */
export type ReadModelsDatabase = Kysely<ReadModels>;
