import { expect, it } from "vitest";
import { memoryEventStore } from "#tests/support/memory-store";
import { lagFrom } from "./read-model-lag.ts";

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
