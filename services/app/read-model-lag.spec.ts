import { expect, it } from "vitest";
import { memoryEventStore } from "#tests/support/memory-store";
import { eventsOf, lagFrom } from "./read-model-lag.ts";

const event = { type: "TeamDeleted", schemaVersion: 1, data: {} };
const command = (commandId: string, occurredAt: string) => ({
  commandId,
  fingerprint: "",
  answer: null,
  meta: { causationId: commandId, correlationId: commandId, actor: "system" },
  occurredAt,
});

it("counts the events that a read model lacks and measures the age of the oldest", async () => {
  const store = memoryEventStore();
  await store.append(
    "team-1",
    [event],
    -1,
    command("7f0d2b52-6a0e-4f0e-9a53-0d7c5b1a0001", "2026-11-21T00:00:00Z"),
  );
  const first = await store.head();
  await store.append(
    "team-2",
    [event, event],
    -1,
    command("7f0d2b52-6a0e-4f0e-9a53-0d7c5b1a0002", "2026-11-21T00:00:10Z"),
  );
  const head = await store.head();
  const lags = await lagFrom(
    store,
    () => new Date("2026-11-21T00:01:00Z"),
  )([store.start, first, head, first]);
  expect([...lags]).toEqual([
    [store.start, { lagEvents: 3, lagSeconds: 60 }],
    [first, { lagEvents: 2, lagSeconds: 50 }],
    [head, { lagEvents: 0, lagSeconds: 0 }],
  ]);
});

it("says of a count that ended early that there are more", async () => {
  const store = memoryEventStore();
  const many = Array.from({ length: 1001 }, () => event);
  await store.append(
    "team-1",
    many,
    -1,
    command("7f0d2b52-6a0e-4f0e-9a53-0d7c5b1a0003", "2026-11-21T00:00:00Z"),
  );
  const lagOf = lagFrom(store, () => new Date("2026-11-21T00:01:00Z"));
  const [, second] = (await store.readAll(store.start, 2)).events.map(({ checkpoint }) => checkpoint);
  const lags = await lagOf([store.start, second as string]);
  expect([...lags.values()].map(eventsOf)).toEqual(["1,000 or more events", "999 events"]);
  const cut = { ...store, readAll: (after: string, most: number) => store.readAll(after, Math.min(most, 3)) };
  const ofLarge = await lagFrom(cut, () => new Date("2026-11-21T00:01:00Z"))([store.start]);
  expect([...ofLarge.values()].map(eventsOf)).toEqual(["3 or more events"]);
  const counting = { ...store, countBetween: async (_: string, __: string, most: number) => most };
  const ofMillions = await lagFrom(counting, () => new Date("2026-11-21T00:01:00Z"))([store.start]);
  expect([...ofMillions.values()].map(eventsOf)).toEqual(["1,000,000 or more events"]);
});
