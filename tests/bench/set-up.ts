import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { readModelRows } from "#projections/projector/checkpoints";
import { prepareReadModels, readModelsMigrations } from "#projections/projector/schema";
import { readModels } from "#projections/read-models";
import { buildToHead } from "#projections/rebuild";
import { openStorage, type Storage } from "#services/app/storage";
import { eventId } from "#services/event-store/event-id";
import { postgresEventStore } from "#services/event-store/postgres";
import { appendExisting, type ExistingEvent } from "#services/event-store/postgres/bulk-append";
import { eventStoreMigrations } from "#services/event-store/postgres/schema";
import { idsNeeded, type SeedPlan, seedFacts } from "#services/ops/seed/facts";
import { reserveIds } from "#services/ops/seed/ids";
import { loadFacts } from "#services/ops/seed/load";
import { readConfig } from "#services/platform/config";
import { openDatabase } from "#services/platform/database/database";
import { migrate } from "#services/platform/database/migrations";
import { createLogger } from "#services/platform/logging";
import { type ServerProcess, type ServerSettings, startServerProcess } from "../support/server-process.ts";
import { withPostgres } from "../support/with-postgres.ts";

export const secretKey = "a".repeat(40);

interface Log {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly store: ReturnType<typeof postgresEventStore>;
}

/** A log on a new database, without the rest of the product. */
export async function withLog(use: (log: Log) => Promise<void>): Promise<void> {
  await withPostgres(async (url) => {
    const { pool, close } = openDatabase(url, { statementTimeoutMs: 0 });
    await migrate(pool, [...eventStoreMigrations, ...readModelsMigrations]);
    const store = postgresEventStore(pool);
    try {
      await use({ url, pool, store });
    } finally {
      await store.close();
      await close();
    }
  });
}

export const filled = { events: 200_000, streams: 200, perTransaction: 5000 };

/** Fills a log with members joining teams, the streams taking turns; no personal data. */
export async function fillLog(pool: pg.Pool): Promise<void> {
  const { events, streams, perTransaction } = filled;
  for (let first = 0; first < events; first += perTransaction) {
    const batch = Array.from({ length: perTransaction }, (_, n) =>
      joined((first + n) % streams, Math.floor((first + n) / streams)),
    );
    await appendExisting(pool, batch);
  }
  await pool.query("VACUUM ANALYZE events");
}

function joined(stream: number, revision: number): ExistingEvent {
  const commandId = randomUUID();
  const memberId = randomUUID();
  return {
    eventId: eventId(commandId, 0),
    stream: `team-${stream + 1}`,
    revision,
    type: "MemberJoined",
    schemaVersion: 1,
    data: { teamId: stream + 1, memberId },
    meta: { commandId, causationId: commandId, correlationId: commandId, actor: memberId },
    occurredAt: "2025-09-03T12:07:45.123Z",
  };
}

export interface System {
  readonly databaseUrl: string;
  readonly storage: Storage;
  readonly seeded: { readonly events: number; readonly perSecond: number };
  /** Starts a server process, which is stopped at the end of the bench if it still runs. */
  start(settings?: Partial<ServerSettings>): Promise<ServerProcess>;
}

/** The product's storage on a new database, seeded and with its read models built, if there is a plan. */
export async function withSystem(
  plan: SeedPlan | undefined,
  use: (system: System) => Promise<void>,
): Promise<void> {
  await withPostgres(async (databaseUrl) => {
    const config = readConfig({ NODE_ENV: "test", DATABASE_URL: databaseUrl, SECRET_KEY: secretKey });
    const storage = await openStorage(config, createLogger("error"));
    const running = new Set<ServerProcess>();
    const start: System["start"] = async ({ env, ...settings } = {}) => {
      const server = await startServerProcess({
        ...settings,
        databaseUrl,
        env: { SECRET_KEY: secretKey, LOG_LEVEL: "info", ...env },
      });
      running.add(server);
      const stop = (signal?: "SIGTERM" | "SIGKILL") => {
        running.delete(server);
        return server.stop(signal);
      };
      return { ...server, stop };
    };
    try {
      const seeded = plan ? await seedAndBuild(storage, plan) : { events: 0, perSecond: 0 };
      await use({ databaseUrl, storage, seeded, start });
    } finally {
      for (const server of running) await server.stop();
      await storage.close();
    }
  });
}

async function seedAndBuild({ store, keys, secrets, database: { pool } }: Storage, plan: SeedPlan) {
  const ids = await reserveIds(pool, idsNeeded(plan));
  const began = performance.now();
  const events = await loadFacts({ pool, keys }, seedFacts(plan, ids, secrets.seal("4821"), new Date()));
  const perSecond = Math.round((events * 1000) / (performance.now() - began));
  await prepareReadModels(pool, readModels, store.start);
  await buildToHead({ store, pool }, readModels);
  await pool.query("ANALYZE");
  return { events, perSecond };
}

/** Waits until the reactors of a server have processed the whole log. */
export async function settled(origin: string, { store }: Storage): Promise<void> {
  const head = await store.head();
  for (;;) {
    const response = await fetch(`${origin}/health/ready`);
    const { reactors } = (await response.json()) as { reactors: readonly { checkpoint: string }[] };
    if (reactors.every(({ checkpoint }) => store.compare(checkpoint, head) >= 0)) return;
    await sleep(100);
  }
}

/** Whether each read model is served in its present version and follows the log. */
export async function isBuilt(pool: pg.Pool): Promise<boolean> {
  const rows = new Map((await readModelRows(pool)).map((row) => [row.name, row]));
  return readModels.every(({ name, version }) => {
    const row = rows.get(name);
    return row?.version === version && row.state === "running";
  });
}

/** The number that follows an option of the command line. */
export function numberOption(name: string, fallback: number): number {
  const at = process.argv.indexOf(name);
  return at === -1 ? fallback : Number(process.argv[at + 1]);
}
