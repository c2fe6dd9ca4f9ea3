import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { postgresEventStore } from "#services/event-store/postgres";
import { eventStoreMigrations } from "#services/event-store/postgres/schema/schema";
import { type Database, openDatabase } from "#services/platform/database/database";
import { migrate } from "#services/platform/database/migrations";
import { commandOf, numbered } from "#tests/support/commands";
import { type ThrowAwayServer, throwAwayPostgres } from "#tests/support/with-postgres";
import { until } from "./writer.ts";

let postgres: ThrowAwayServer;
let database: Database<unknown>;

beforeAll(async () => {
  // What is committed without being written at once must not be written soon by itself.
  postgres = await throwAwayPostgres({ wal_writer_delay: "10s" });
  database = openDatabase(postgres.url);
  await migrate(database.pool, eventStoreMigrations);
  await database.pool.query("CHECKPOINT");
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
});

it("T5 what was answered, alone or with many, is there when PostgreSQL is killed in the same moment", async () => {
  const store = postgresEventStore(database.pool);
  const answered: string[] = [];
  for (const count of [1, 20]) {
    const streams = Array.from({ length: count }, (_, n) => `burst-${count}-${n}`);
    const file = await readFile(join(postgres.dataDir, "cluster", "postmaster.pid"), "utf8");
    const pid = Number(file.split("\n")[0]);
    await Promise.all(streams.map((stream) => store.append(stream, [numbered(0, "Burst")], -1, commandOf())));
    process.kill(pid, "SIGKILL");
    answered.push(...streams);
    await until(() => expect(() => process.kill(pid, 0)).toThrow());
    const { events } = await until(() => store.readAll(store.start, 100));
    expect(events.map(({ stream }) => stream).sort()).toEqual([...answered].sort());
  }
  await store.close();
}, 300_000);
