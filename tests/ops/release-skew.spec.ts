import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { readModelRows } from "#projections/projector/checkpoints";
import { readModels } from "#projections/read-models";
import { type System, start } from "#services/app/main";
import type { RecordedEvent } from "#services/event-store/event-store";
import { postgresEventStore } from "#services/event-store/postgres";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { opsKey } from "../support/ops.ts";
import { newCommand } from "../support/recorded.ts";

let database: TestDatabase<unknown>;
let system: System;

beforeAll(async () => {
  database = await testDatabase();
  const env = { NODE_ENV: "test", PORT: "0", DATABASE_URL: database.url, SECRET_KEY: opsKey };
  system = await start(readConfig(env, ["--no-demo"]), { log: createLogger("silent") });
  await vi.waitFor(async () =>
    expect((await readModelRows(database.pool)).map(({ state }) => state)).toEqual(
      readModels.map(() => "running"),
    ),
  );
});
afterAll(async () => {
  await system.close();
  await database.close();
});

it("responds 503 to a query of a column that the served version of a read model lacks", async () => {
  const search = () => fetch(`${system.url.origin}/api/v1/teams/search?keyword=`);
  await database.pool.query("ALTER TABLE team_directory RENAME COLUMN created_position TO otherwise");
  await vi.waitFor(async () => {
    const refused = await search();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  });
  await database.pool.query("ALTER TABLE team_directory RENAME COLUMN otherwise TO created_position");
  expect((await search()).status).toBe(200);
});

it("stops every read model at an event of a newer schema version, and names it in the health report", async () => {
  const newer = {
    type: "AnnouncementChanged",
    schemaVersion: 2,
    data: { teamId: 1, announcement: "?", isPinned: true },
  };
  const store = postgresEventStore(database.pool);
  await store.append("team-1", [newer], -1, newCommand());
  const { eventId } = (await store.read("team-1")).events.at(-1) as RecordedEvent;
  await store.close();
  await vi.waitFor(async () => {
    const rows = await readModelRows(database.pool);
    expect(rows.map(({ stopped }) => stopped?.eventId)).toEqual(readModels.map(() => eventId));
    const health = await fetch(`${system.url.origin}/health/ready`);
    expect(await health.text()).toContain(eventId);
  });
});
