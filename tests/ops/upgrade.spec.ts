import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type System, start } from "#services/app/main";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { allMigrations } from "#tests/support/migrations";
import { ops, settingsOf } from "#tests/support/ops";
import { fill, readReleased, sizeOfReleased } from "#tests/support/released-database";
import { request } from "#tests/support/request";
import { signIn } from "#tests/support/sign-in";

// Each starts a server, and rebuilds all read models.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const release = "0.2.0";
const released = readReleased(release);
let database: TestDatabase<unknown>;
let system: System;
beforeAll(async () => {
  database = await testDatabase({ migrations: [] });
  await fill(database.pool, released);
  const config = readConfig({ ...settingsOf(database.url), PORT: "0" }, ["--no-demo"]);
  system = await start(config, { log: createLogger("silent") });
});
afterAll(async () => {
  await system.close();
  await database.close();
});

it("keeps the migrations of a release as they were", () => {
  const steps = new Map(allMigrations.map(({ name, sql }) => [name, sql]));
  for (const { name, sql } of released.migrations)
    expect(steps.get(name), `${name}; before the release: npx tsx tests/examples/write-release.ts`).toBe(sql);
});

it("shows everything that the release showed of its database", async () => {
  const { origin } = system.url;
  for (const handle of new Set(released.shown.map((each) => each.handle))) {
    const { accessToken } = await signIn(origin, handle);
    const headers = { authorization: `Bearer ${accessToken}` };
    // Read models of a newer version are being built.
    for (const { path, status, data } of released.shown.filter((each) => each.handle === handle))
      await vi.waitFor(
        async () => {
          const answer = await request(`${origin}/api/v1/${path}`, "GET", { headers });
          const now = { status: answer.status, data: answer.body.data };
          expect(now, `${handle} ${path}`).toMatchObject({ status, data });
        },
        { interval: 100 },
      );
  }
});

it("has read models that equal rebuilt ones, before and after a rebuild", async () => {
  const differing = async () => {
    const { lines } = await ops(database.url, "projections", "verify");
    return lines.filter((row) => row.differing !== 0);
  };
  expect(await differing()).toEqual([]);
  expect((await ops(database.url, "projections", "rebuild", "--all")).code).toBe(0);
  expect(await differing()).toEqual([]);
});

it("is small enough to be kept for every release", () => {
  expect(sizeOfReleased(release)).toBeLessThan(200_000);
});
