import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, it, vi } from "vitest";
import type { TeamEvent } from "#contracts/team/events";
import type { EventStore } from "#services/event-store/event-store";
import { postgresEventStore } from "#services/event-store/postgres";
import { openDatabase } from "#services/platform/database/database";
import { created } from "#tests/examples/teams";
import { ownProjectors } from "#tests/support/own-projectors";
import { program } from "#tests/support/program";
import { tell } from "#tests/support/recorded";
import { minuteMs, reachingOn, seatsClock } from "#tests/support/seats";
import { until } from "#tests/support/until";
import { type Clock, createClocks, readDue } from "./clock.ts";

// Starts a process for every item.
vi.setConfig({ testTimeout: 60_000 });

type Seats = ReturnType<typeof seatsClock>;
const own = ownProjectors();
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

let at = 0;
const foundTeam = (teamId: number) => {
  const event = { ...created, data: { ...created.data, teamId, creatorId: creatorOf(teamId) } } as TeamEvent;
  return tell(own.store, `team-${teamId}`, event);
};
const creatorOf = (teamId: number) => `00000000-0000-4000-9000-${String(teamId).padStart(12, "0")}`;
/** Numbers of the seats in the order in which they were recorded as taken. */
const takenOf = async (teamId: number) =>
  (await own.store.read(`team-${teamId}`)).events
    .filter(({ type }) => type === "MemberJoined")
    .map(({ data }) => Number(String(data["memberId"]).slice(-1)));

interface Running {
  readonly store?: EventStore;
  readonly pool?: typeof own.database.pool;
  readonly change?: (clock: Seats) => Partial<Seats>;
  readonly haveReached?: () => Promise<boolean>;
}

/** The clocks of one process. */
function run({ store = own.store, pool = own.database.pool, change, haveReached }: Running = {}) {
  const failures: string[] = [];
  const looks = { reached: 0, due: 0 };
  const reach = reachingOn(store, pool);
  const clock = seatsClock(store, pool);
  const changed: Seats = { ...clock, ...change?.(clock) };
  const clocks = createClocks({
    clocks: [
      {
        ...changed,
        dueItems: (now: Date) => {
          looks.due += 1;
          return changed.dueItems(now);
        },
      } as Clock,
    ],
    store,
    haveReached: (...asked) => {
      looks.reached += 1;
      return haveReached?.() ?? reach.haveReached(...asked);
    },
    isOff: async () => false,
    tickMs: 5,
    now: () => new Date(at),
    log: { error() {} },
    onFailure: (name) => void failures.push(name),
  });
  ends.push(reach.stop, clocks.stop);
  clocks.start();
  return { clocks, failures, looks };
}
const several = async (looks: { due: number }) => {
  const before = looks.due;
  await until(() => expect(looks.due).toBeGreaterThan(before + 2));
};

it("records due items, oldest first, and the others once they are due", async () => {
  own.run();
  await foundTeam(12);
  at = 2 * minuteMs;
  const { looks } = run();
  await until(async () => expect(await takenOf(12)).toEqual([1, 2]));
  await several(looks);
  expect(await takenOf(12)).toEqual([1, 2]);
  at = 3 * minuteMs;
  await until(async () => expect(await takenOf(12)).toEqual([1, 2, 3]));
});

it("records an item once although ten clocks in each of two processes find it at the same time", async () => {
  own.run();
  for (const teamId of [12, 13]) await foundTeam(teamId);
  at = 3 * minuteMs;
  const other = openDatabase(own.database.url);
  const theirs = postgresEventStore(other.pool);
  ends.push(other.close, theirs.close);
  let found = 0;
  const change = (clock: Seats): Partial<Seats> => ({
    async dueItems(now) {
      const items = await clock.dueItems(now);
      found += 1;
      if (found <= 20) await until(() => expect(found).toBeGreaterThanOrEqual(20));
      return items;
    },
  });
  const all = Array.from({ length: 10 }, () => [
    run({ change }),
    run({ change, store: theirs, pool: other.pool }),
  ]).flat();
  for (const teamId of [12, 13]) await until(async () => expect(await takenOf(teamId)).toEqual([1, 2, 3]));
  for (const { looks } of all) await several(looks);
  expect([await takenOf(12), await takenOf(13)]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
  expect(all.flatMap(({ failures }) => failures)).toEqual([]);
});

it("repeats a command with the same id while its read model lags, which appends nothing", async () => {
  const projector = own.run();
  await foundTeam(12);
  await until(async () => expect((await own.rowOf("team-directory")).events).toBe(1));
  await projector.stop();
  at = minuteMs;
  const ids: string[] = [];
  const change = (clock: Seats): Partial<Seats> => ({
    async command(item, context) {
      await clock.command(item, context);
      ids.push(context.commandId);
    },
  });
  const { failures } = run({ change, haveReached: async () => true });
  await until(() => expect(ids.length).toBeGreaterThan(2));
  await own.store.forgetCommands(-1);
  const before = ids.length;
  await until(() => expect(ids.length).toBeGreaterThan(before + 2));
  expect([await takenOf(12), new Set(ids).size, failures]).toEqual([[1], 1, []]);
});

it("records each item once when the process is killed after every one", async () => {
  own.run();
  await foundTeam(12);
  for (const taken of [1, 2, 3]) {
    const args = [...program("clock-process"), own.database.url, "dies"];
    const child = spawn(process.execPath, args, { stdio: "inherit" });
    const [, signal] = await once(child, "exit");
    expect([signal, await takenOf(12)]).toEqual(["SIGKILL", [1, 2, 3].slice(0, taken)]);
  }
  at = 10 * minuteMs;
  await several(run().looks);
  expect(await takenOf(12)).toEqual([1, 2, 3]);
});

it("retries a failing item after 1, 2, 4 … 60 minutes, and delays only later items of its owner", async () => {
  own.run();
  for (const teamId of [12, 13]) await foundTeam(teamId);
  at = 3 * minuteMs;
  let isBroken = true;
  const tried: number[] = [];
  const { failures, looks, clocks } = run({
    change: (clock) => ({
      async command(item, context) {
        if (item.teamId === 12) tried.push(item.seat);
        if (item.teamId === 12 && isBroken) throw new Error("not yet");
        await clock.command(item, context);
      },
    }),
  });
  await until(async () => expect(await takenOf(13)).toEqual([1, 2, 3]));
  for (const [attempts, minutes] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
    await until(() => expect(tried).toHaveLength(attempts + 1));
    at += minutes * minuteMs - 1;
    await several(looks);
    expect(tried).toEqual(Array.from({ length: attempts + 1 }, () => 1));
    at += 1;
  }
  await until(() => expect(tried).toHaveLength(9));
  expect(failures).toHaveLength(9);
  expect(await clocks.state()).toEqual([{ clock: "seats", due: 3, oldestDueSeconds: at / 1000 - 60 }]);
  isBroken = false;
  at += 60 * minuteMs;
  await until(async () => expect(await takenOf(12)).toEqual([1, 2, 3]));
  await until(async () => expect((await clocks.state())[0]?.due).toBe(0));
});

it("queries nothing until its read models have reached the head of the log", async () => {
  const projector = own.run();
  await foundTeam(12);
  await until(async () => expect((await own.rowOf("team-directory")).events).toBe(1));
  await projector.stop();
  at = minuteMs;
  // According to the read model, a seat of the other team is due.
  await foundTeam(13);
  const { looks } = run();
  await until(() => expect(looks.reached).toBeGreaterThan(1));
  expect(looks.due).toBe(0);
  const due = await readDue([seatsClock(own.store, own.database.pool) as Clock], new Date(at));
  expect(due[0]?.items).toMatchObject([{ name: "seat 12 1" }]);
  own.run();
  for (const teamId of [12, 13]) await until(async () => expect(await takenOf(teamId)).toEqual([1]));
});

it("records nothing where clocks are off", async () => {
  own.run();
  await foundTeam(12);
  const reach = reachingOn(own.store, own.database.pool);
  let asked = 0;
  const clocks = createClocks({
    clocks: [seatsClock(own.store, own.database.pool) as Clock],
    store: own.store,
    haveReached: reach.haveReached,
    tickMs: 5,
    now: () => new Date(3 * minuteMs),
    log: { error() {} },
    onFailure() {},
    async isOff() {
      asked += 1;
      return true;
    },
  });
  ends.push(reach.stop, clocks.stop);
  clocks.start();
  await until(() => expect(asked).toBeGreaterThan(2));
  expect([await takenOf(12), await clocks.state()]).toEqual([[], []]);
});
