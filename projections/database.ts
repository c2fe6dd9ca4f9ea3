import type { Kysely } from "kysely";

/**
 * The tables of all read models; each read model declares its own here, so that readers can join tables without an import
 * cycle.
 */
export interface ReadModels extends Record<never, unknown> {
  /** Days that members have opened by `미리 보기`: no read model, services/discussion/migrations.ts creates it. */
  peeks: { member_id: string; team_id: number; date: string };
}

/**
 * The database that readers query. Values are returned as `SqlTypes` of projection.ts: bigint as number, dates as ISO
 * 8601 text.
 */
export type ReadModelsDatabase = Kysely<ReadModels>;
