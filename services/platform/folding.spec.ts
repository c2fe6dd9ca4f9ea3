import { expect, it } from "vitest";
import { commandOf, numbered } from "#tests/support/commands";
import { gate } from "#tests/support/gate";
import { memoryEventStore } from "#tests/support/memory-store";
import type { EventStore, ReadOptions } from "../event-store/event-store.ts";
import { type Fold, load } from "./folding.ts";

type Counted = { type: string; data: { n: number } };

const sum = { initial: 0, evolve: (before: number, { data }: Counted) => before + data.n };

/** A store with a stream of 1, 2 and 3 that counts the events it returns. */
async function countingStore() {
  const inner = memoryEventStore();
  let handedOut = 0;
  const store: EventStore = {
    ...inner,
    async read(stream: string, options?: ReadOptions) {
      const slice = await inner.read(stream, options);
      handedOut += slice.events.length;
      return slice;
    },
  };
  await store.append("team-1", [numbered(1), numbered(2), numbered(3)], -1, commandOf());
  return { store, handedOut: () => handedOut };
}

it("reads only new events of a cached stream, and other streams from the start", async () => {
  const { store, handedOut } = await countingStore();
  const kept: Fold<number, Counted> = { ...sum, isRemembered: true };
  expect(await load(store, kept, "team-1")).toEqual({ state: 6, revision: 2 });
  expect(await load(store, kept, "team-1")).toEqual({ state: 6, revision: 2 });
  expect(handedOut()).toBe(3);
  await store.append("team-1", [numbered(4)], 2, commandOf());
  expect(await load(store, kept, "team-1")).toEqual({ state: 10, revision: 3 });
  expect(handedOut()).toBe(4);
  expect(await load(store, sum, "team-1")).toEqual({ state: 10, revision: 3 });
  expect(handedOut()).toBe(8);
});

it("reads the streams of a cached state without personal fields, and others with them", async () => {
  const { store } = await countingStore();
  const asked: ReadOptions["personal"][] = [];
  const read: EventStore["read"] = (stream, options) => {
    asked.push(options?.personal);
    return store.read(stream, options);
  };
  await load({ ...store, read }, { ...sum, isRemembered: true }, "team-1");
  await load({ ...store, read }, sum, "team-1");
  expect(asked).toEqual(["closed", undefined]);
});

it("caches by fold and by store", async () => {
  const { store } = await countingStore();
  const kept: Fold<number, Counted> = { ...sum, isRemembered: true };
  const most: Fold<number, Counted> = {
    initial: 0,
    evolve: (before, { data }) => Math.max(before, data.n),
    isRemembered: true,
  };
  expect((await load(store, kept, "team-1")).state).toBe(6);
  expect((await load(store, most, "team-1")).state).toBe(3);
  expect(await load(memoryEventStore(), kept, "team-1")).toEqual({ state: 0, revision: -1 });
});

it("keeps the newer state when a slower reader finishes later", async () => {
  const { store } = await countingStore();
  const kept: Fold<number, Counted> = { ...sum, isRemembered: true };
  const { open: goOn, opened: held } = gate();
  const inner = store.read;
  let isFirst = true;
  const slow = Object.assign(store, {
    async read(stream: string, options?: ReadOptions) {
      const slice = await inner(stream, options);
      if (isFirst) {
        isFirst = false;
        await held;
      }
      return slice;
    },
  });
  const early = load(slow, kept, "team-1");
  await slow.append("team-1", [numbered(4)], 2, commandOf());
  expect((await load(slow, kept, "team-1")).state).toBe(10);
  goOn();
  expect((await early).state).toBe(6);
  expect(await load(slow, kept, "team-1")).toEqual({ state: 10, revision: 3 });
});
