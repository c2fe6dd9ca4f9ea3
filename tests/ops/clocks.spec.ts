import { afterEach, expect, it, vi } from "vitest";
import { start } from "#services/app/main";
import { printDue } from "#services/ops/clocks";
import { createPrinter } from "#services/ops/printer";
import type { Clock } from "#services/platform/clock";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { testDatabase } from "#tests/support/database";
import { ops, settingsOf } from "#tests/support/ops";

const minuteMs = 60_000;
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function ownDatabase() {
  const database = await testDatabase();
  ends.push(database.close);
  return database;
}

/** A clock whose one item has been due for this many minutes and fails. */
function failingClock(minutes: number) {
  const tried: string[] = [];
  const clock: Clock = {
    name: "example",
    waitsFor: ["team-directory"],
    dueItems: async (now) => [
      { name: "end 12", owner: "team 12", dueAt: new Date(now.getTime() - minutes * minuteMs) },
    ],
    async command({ name }) {
      tried.push(name);
      throw new Error("not yet");
    },
  };
  return { clock, tried };
}

async function startWith(clock: Clock, { url, role = "all" }: { url?: string; role?: string } = {}) {
  const config = readConfig(
    { ...settingsOf(url ?? (await ownDatabase()).url), PORT: "0", ROLE: role, CLOCK_TICK_SECONDS: "1" },
    ["--no-demo"],
  );
  const system = await start(config, { log: createLogger("silent"), clocks: [clock] });
  ends.push(system.close);
  const ask = async (path: string) => (await fetch(new URL(path, system.url))).text();
  return {
    health: async () => JSON.parse(await ask("/health/ready")),
    metrics: () => ask("/metrics"),
  };
}

it("is degraded, and counted, once an item has been due for over 15 minutes", async () => {
  const { clock, tried } = failingClock(16);
  const { health, metrics } = await startWith(clock);
  expect(await health()).toMatchObject({
    status: "degraded",
    clocks: [{ clock: "example", due: 1, oldestDueSeconds: 960 }],
  });
  await vi.waitFor(() => expect(tried).toEqual(["end 12"]));
  const text = await metrics();
  for (const line of ["due", "failures_total"])
    expect(text).toContain(`algomoim_clock_${line}{clock="example"} 1\n`);
  expect(text).toContain('algomoim_clock_oldest_due_seconds{clock="example"} 960\n');
});

it("is healthy while no item has been due for so long, also in a process that runs no clocks", async () => {
  const { clock, tried } = failingClock(14);
  const { health } = await startWith(clock);
  await vi.waitFor(async () => expect(await health()).toMatchObject({ status: "ok" }));
  await vi.waitFor(() => expect(tried).toHaveLength(1));
  const other = failingClock(20);
  const api = await startWith(other.clock, { role: "api" });
  expect((await api.health()).clocks).toMatchObject([{ due: 1, oldestDueSeconds: 1200 }]);
  expect(other.tried).toEqual([]);
});

it("records nothing on a replayed database", async () => {
  const live = await ownDatabase();
  const { lines } = await ops(live.url, "replay", "--until", new Date().toISOString(), "--keep");
  const past = new URL(lines.find((line) => "database" in line).database);
  ends.push(() => live.pool.query(`DROP DATABASE "${past.pathname.slice(1)}" WITH (FORCE)`));
  const { clock, tried } = failingClock(60);
  const { health } = await startWith(clock, { url: past.href });
  await vi.waitFor(async () => expect(await health()).toMatchObject({ status: "ok", clocks: [] }));
  expect(tried).toEqual([]);
});

it("lists due items, or reports that there are none", async () => {
  const print = async (clocks: readonly Clock[], asJson: boolean) => {
    let text = "";
    const out = { write: (part: string) => (text += part) };
    await printDue(clocks, new Date("2025-12-11T09:00:00Z"), createPrinter(asJson, { out, err: out }));
    return text;
  };
  const { clock } = failingClock(16);
  expect(JSON.parse(await print([clock], true))).toEqual({
    clock: "example",
    item: "end 12",
    owner: "team 12",
    dueAt: "2025-12-11T08:44:00.000Z",
    dueSeconds: 960,
  });
  expect(await print([clock], false)).toBe("example            end 12  due for 16 min 0 s\n");
  expect(await print([], false)).toBe("Nothing is due.\n");
  expect(await ops((await ownDatabase()).url, "clocks")).toMatchObject({ code: 0, lines: [] });
});
