import { beforeEach, expect, it, vi } from "vitest";
import { created } from "#tests/examples/teams";
import { memoryEventStore } from "#tests/support/memory-store";
import { tell } from "#tests/support/recorded";
import { readModelWatch } from "./read-model-watch.ts";

let store: ReturnType<typeof memoryEventStore>;
let seconds: number;
let reached: string;
let serving: string;
let isProjectorAtWork: boolean;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let watch: ReturnType<typeof readModelWatch>;

beforeEach(() => {
  vi.clearAllMocks();
  store = memoryEventStore();
  seconds = 0;
  reached = store.start;
  isProjectorAtWork = false;
  serving = store.start;
  watch = readModelWatch({
    store,
    log,
    reached: () => reached,
    checkpoints: async () => [serving],
    isProjectorAtWork: async () => isProjectorAtWork,
    now: () => new Date(seconds * 1000),
  });
});
const at = async (second: number) => {
  seconds = second;
  await watch.poll();
  return watch.behind();
};

it("reports a lag above 10 s, and above 60 s a missing projector, each once in the log", async () => {
  expect(await at(500)).toBeUndefined();
  reached = store.start;
  await tell(store, "team-12", created);
  expect(await at(502)).toBeUndefined();
  expect([await at(510), await at(513), await at(559)]).toEqual([undefined, "lag", "lag"]);
  expect([await at(563), await at(700)]).toEqual(["no-projector", "no-projector"]);
  expect([log.warn.mock.calls.length, log.error.mock.calls.length]).toEqual([1, 1]);
  expect(log.error).toHaveBeenCalledWith({ reason: "no-projector" }, expect.stringContaining("ROLE=all"));
  isProjectorAtWork = true;
  expect(await at(702)).toBe("lag");
  reached = await store.head();
  expect(await at(704)).toBeUndefined();
  expect(log.info).toHaveBeenCalledOnce();
});

it("prepares as long as a log of more than a few events is in no read model", async () => {
  for (let event = 0; event < 99; event += 1) await tell(store, "team-12", created);
  await at(0);
  expect(watch.isPreparing()).toBe(false);
  await tell(store, "team-12", created);
  await at(2);
  expect(watch.isPreparing()).toBe(true);
  // Older tables serve.
  serving = await store.head();
  await at(4);
  expect(watch.isPreparing()).toBe(false);
  serving = store.start;
  await at(6);
  expect(watch.isPreparing()).toBe(true);
  reached = await store.head();
  expect(watch.isPreparing()).toBe(false);
});

it("reports no lag for read models that advance, however old or many the events", async () => {
  for (let second = 0; second < 200; second += 5) {
    await tell(store, "team-12", created);
    expect(await at(second)).toBeUndefined();
    reached = await store.head();
  }
});

it("restarts its timer after the event store was unavailable", async () => {
  await tell(store, "team-12", created);
  await at(0);
  const readAll = vi.spyOn(store, "readAll").mockRejectedValueOnce(new Error("away"));
  expect(await at(100)).toBeUndefined();
  readAll.mockRestore();
  expect([await at(105), await at(111)]).toEqual([undefined, "lag"]);
});
