import { beforeEach, expect } from "vitest";
import type { ReadModels } from "#projections/database";
import { memberCard } from "#projections/member-card";
import type { AnyProjection } from "#projections/projection";
import { type ReadModelRow, readModelRows } from "#projections/projector/checkpoints";
import type { ProjectorLogEntry } from "#projections/projector/status";
import { createProjector, type Projector, projectorTiming } from "#projections/runner";
import { teamDirectory } from "#projections/team-directory";
import { teamMembers } from "#projections/team-members";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import type { TestDatabase } from "#tests/support/database";
import { readModelDatabase } from "./read-model-database.ts";

interface OwnProjectors {
  readonly database: TestDatabase<ReadModels>;
  /** The store that the next projector reads; a test may wrap it. */
  store: PostgresEventStore;
  /** Log entries of the projectors. */
  readonly entries: readonly ProjectorLogEntry[];
  /** Starts a projector with a short lease, by default of three read models. */
  run(projections?: readonly AnyProjection[]): Projector;
  /** @throws if there is none */
  rowOf(name: string): Promise<ReadModelRow>;
  expectAllAt(checkpoint: string): Promise<void>;
  /** Number of members of team 12 in the directory. */
  countOf(): Promise<number | undefined>;
}

const quick = { ...projectorTiming, lease: 900, renew: 200, standby: 20 };

/** Projectors in this process on a separate database, new ones for each test of a file and stopped at its end. */
export function ownProjectors(): OwnProjectors {
  const running: Projector[] = [];
  const entries: ProjectorLogEntry[] = [];
  const helps: Omit<OwnProjectors, "database" | "store"> = {
    entries,
    run(projections = [teamDirectory, teamMembers, memberCard]) {
      const log = (entry: ProjectorLogEntry) => entries.push(entry);
      const { store, database } = own;
      const projector = createProjector({ store, pool: database.pool, projections, log, timing: quick });
      running.push(projector);
      projector.start();
      return projector;
    },
    async rowOf(name) {
      const row = (await readModelRows(own.database.pool)).find((each) => each.name === name);
      if (!row) throw new Error(`no row for ${name}`);
      return row;
    },
    async expectAllAt(checkpoint) {
      const rows = await readModelRows(own.database.pool);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row).toMatchObject({ state: "running", checkpoint });
      }
    },
    async countOf() {
      const row = await own.database.kysely
        .selectFrom("team_directory")
        .select("member_count")
        .where("team_id", "=", 12)
        .executeTakeFirst();
      return row?.member_count;
    },
  };
  const own = helps as { -readonly [K in keyof OwnProjectors]: OwnProjectors[K] };
  beforeEach(async () => {
    own.database = await readModelDatabase();
    own.store = postgresEventStore(own.database.pool);
    const { store } = own;
    entries.length = 0;
    return async () => {
      await Promise.all(running.splice(0).map((projector) => projector.stop()));
      await store.close();
      await own.database.close();
    };
  });
  return own;
}

export const joined = (n: number) => ({
  type: "MemberJoined" as const,
  data: {
    teamId: 12,
    memberId: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    invitationId: null,
    invitedBy: null,
  },
});
export const joiners = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => joined(from + index));
