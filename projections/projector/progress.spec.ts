import { beforeEach, expect, it, vi } from "vitest";
import { listeningOn } from "#services/event-store/listening";
import type { TestDatabase } from "#tests/support/database";
import { memoryEventStore } from "#tests/support/memory-store";
import { readModelDatabase } from "#tests/support/read-model-database";
import type { ReadModels } from "../database.ts";
import { memberCard } from "../member-card.ts";
import type { AnyProjection } from "../projection.ts";
import { teamDirectory } from "../team-directory.ts";
import { advance } from "./checkpoints.ts";
import { acquireLease } from "./lease.ts";
import { createProgress, type Progress } from "./progress.ts";
import { prepareReadModels } from "./schema.ts";

const store = memoryEventStore();
const projections = [teamDirectory, memberCard];
const never = 3_600_000;
let database: TestDatabase<ReadModels>;
let started: Progress[] = [];
let fence: number;

beforeEach(async () => {
  database = await readModelDatabase();
  await prepareReadModels(database.pool, projections, store.start);
  fence = (await acquireLease(database.pool, "test", never)) ?? 0;
  for (const projection of projections) await move(projection, 0, 0);
  return async () => {
    await Promise.all(started.map((progress) => progress.stop()));
    started = [];
    await database.close();
  };
});

async function watch(pollMs = never): Promise<Progress> {
  const progress = createProgress({
    store,
    pool: database.pool,
    listening: listeningOn(database.pool),
    projections,
    pollMs,
  });
  started.push(progress);
  await progress.start();
  return progress;
}

const move = (
  projection: AnyProjection,
  from: number,
  to: number,
  state: "running" | "catching-up" = "running",
) =>
  advance(database.pool, fence, [
    { projection, previous: String(from), folded: { steps: [], events: 0, checkpoint: String(to) }, state },
  ]);

/** Number of connections that listen. */
const listeners = async () => {
  const { rows } = await database.pool.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^(LISTEN|NOTIFY)'",
  );
  return rows.map(({ pid }) => pid);
};
const untilListening = () => vi.waitFor(async () => expect(await listeners()).toHaveLength(1));

it("is the checkpoint of the last running read model, and resolves waits for it", async () => {
  const progress = await watch();
  await untilListening();
  const waiting = progress.waitFor("7", 10_000);
  await move(teamDirectory, 0, 9);
  await move(memberCard, 0, 7);
  expect(await waiting).toBe(true);
  expect(progress.reached()).toBe("7");
  expect(await progress.waitFor("7", 0)).toBe(true);
  expect(await progress.waitFor("8", 30)).toBe(false);
});

it("does not wait for a read model that stopped or lags", async () => {
  const progress = await watch();
  await untilListening();
  await move(teamDirectory, 0, 0, "catching-up");
  await move(memberCard, 0, 5);
  expect(await progress.waitFor("5", 10_000)).toBe(true);
});

it("never decreases, and calls back on every advance until unsubscribed", async () => {
  await move(teamDirectory, 0, 5);
  await move(memberCard, 0, 5);
  const progress = await watch();
  const moves: string[] = [];
  const forget = progress.onAdvance(() => moves.push(progress.reached()));
  await untilListening();
  progress.advanceTo("4");
  await move(memberCard, 5, 3);
  await move(teamDirectory, 5, 6);
  await move(memberCard, 3, 6);
  expect(await progress.waitFor("6", 10_000)).toBe(true);
  forget();
  await move(teamDirectory, 6, 8);
  await move(memberCard, 6, 8);
  expect(await progress.waitFor("8", 10_000)).toBe(true);
  expect(moves).toEqual(["6"]);
});

it("receives the checkpoint that all share, and polls only if they differ", async () => {
  let polls = 0;
  const { pool } = database;
  const query = (text: string) => {
    polls += 1;
    return pool.query(text);
  };
  const progress = createProgress({
    store,
    pool: { query } as unknown as typeof pool,
    listening: listeningOn(pool),
    projections,
    pollMs: never,
  });
  started.push(progress);
  await progress.start();
  // One poll at the start, and one when listening begins.
  await vi.waitFor(() => expect(polls).toBe(2));
  const both = (from: number, to: number) =>
    projections.map((projection) => ({
      projection,
      previous: String(from),
      folded: { steps: [], events: 0, checkpoint: String(to) },
      state: "running" as const,
    }));
  await advance(pool, fence, both(0, 3));
  expect(await progress.waitFor("3", 10_000)).toBe(true);
  expect(polls).toBe(2);
  await move(teamDirectory, 3, 5);
  await vi.waitFor(() => expect(polls).toBe(3));
  expect(progress.reached()).toBe("3");
  await move(memberCard, 3, 5);
  expect(await progress.waitFor("5", 10_000)).toBe(true);
  expect(polls).toBe(3);
});

it("polls beside listening", async () => {
  const progress = await watch(20);
  // Without a notification.
  await database.pool.query("UPDATE read_model_checkpoints SET checkpoint = '4'");
  expect(await progress.waitFor("4", 10_000)).toBe(true);
});

it("listens again after its connection broke, and has missed nothing", async () => {
  const progress = await watch();
  await untilListening();
  const [pid] = await listeners();
  await database.pool.query("SELECT pg_terminate_backend($1)", [pid]);
  await move(teamDirectory, 0, 2);
  await move(memberCard, 0, 2);
  expect(await progress.waitFor("2", 10_000)).toBe(true);
});

it("is not delayed by a read model that is catching up", async () => {
  await move(memberCard, 0, 3, "catching-up");
  await move(teamDirectory, 0, 9);
  expect((await watch()).reached()).toBe("9");
});
