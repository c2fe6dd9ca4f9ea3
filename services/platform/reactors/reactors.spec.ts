import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { type EventStore, type RecordedEvent, StoreUnavailable } from "#services/event-store/event-store";
import { memoryEventStore } from "#services/event-store/memory";
import { bamtol, hodu } from "#tests/examples/people";
import { joined, promoted } from "#tests/examples/teams";
import { asNew, newCommand, tell } from "#tests/support/recorded";
import { memoryReactorPlaces, type ReactorPlaces } from "./places.ts";
import { type Reactor, reactionTo } from "./reactor.ts";
import { createReactors, type Reactors } from "./reactors.ts";

const running: Reactors[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((reactors) => reactors.stop()));
});

const run = (store: EventStore, places: ReactorPlaces, ...reactors: Reactor[]) => {
  const log = pino({ enabled: false });
  const created = createReactors({ store, places, reactors, log, timing: { retryFirst: 1, saveWithin: 1 } });
  running.push(created);
  created.start();
  return created;
};

const listening = (name = "listener") => {
  const heard: RecordedEvent[] = [];
  const reactor: Reactor = { name, to: ["MemberJoined"], on: async (event) => void heard.push(event) };
  return { heard, reactor };
};

/** Gives a command to another stream, as a reactor does. */
const promoting: Reactor = {
  name: "promoting",
  to: ["MemberJoined"],
  async on(event, store) {
    const { commandId, correlationId, causationId, actor, now } = reactionTo(event, "promoting", "echo");
    const { revision } = await store.read("echo-1");
    await store.append("echo-1", [asNew(promoted(bamtol))], revision, {
      ...newCommand(now.toISOString()),
      commandId,
      meta: { correlationId, causationId, actor },
    });
  },
};

const patience = { timeout: 30_000 };

it("hears every event of its types once, in order, from the start of the log on", async () => {
  const store = memoryEventStore();
  await tell(store, "team-12", joined(bamtol), promoted(bamtol));
  const { heard, reactor } = listening();
  const reactors = run(store, memoryReactorPlaces(), reactor);
  const last = await tell(store, "team-12", joined(hodu));
  expect(await reactors.waitFor(last, 30_000)).toEqual({ isDone: true, checkpoint: last });
  expect(heard.map(({ data }) => data["memberId"])).toEqual([bamtol, hodu]);
});

it("goes on where it was after a restart", async () => {
  const store = memoryEventStore();
  const places = memoryReactorPlaces();
  const first = listening();
  const before = run(store, places, first.reactor);
  await before.waitFor(await tell(store, "team-12", joined(bamtol)), 30_000);
  await before.stop();
  const last = await tell(store, "team-12", joined(hodu));
  const second = listening();
  await run(store, places, second.reactor).waitFor(last, 30_000);
  expect(second.heard.map(({ data }) => data["memberId"])).toEqual([hodu]);
});

it("repeats a failing event until it succeeds, says so, and does not hold up the others", async () => {
  const store = memoryEventStore();
  let isBroken = true;
  const seen: string[] = [];
  const failing: Reactor = {
    name: "failing",
    to: ["MemberJoined"],
    async on({ data }) {
      if (isBroken) throw new Error("not yet");
      seen.push(String(data["memberId"]));
    },
  };
  const { heard, reactor } = listening();
  const reactors = run(store, memoryReactorPlaces(), failing, reactor);
  const last = await tell(store, "team-12", joined(bamtol), joined(hodu));
  await vi.waitFor(() => expect(heard).toHaveLength(2), patience);
  await vi.waitFor(
    () =>
      expect(reactors.status()[0]).toMatchObject({
        name: "failing",
        state: "retrying",
        waiting: 2,
        failing: { eventId: expect.any(String) },
      }),
    patience,
  );
  expect(await reactors.waitFor(last, 20)).toMatchObject({ isDone: false });
  isBroken = false;
  expect(await reactors.waitFor(last, 30_000)).toMatchObject({ isDone: true });
  expect(seen).toEqual([bamtol, hodu]);
  expect(reactors.status()[0]).toMatchObject({ state: "running", waiting: 0 });
});

it("waits for what its reactions write and for the reactions to that", async () => {
  const store = memoryEventStore();
  const heard: string[] = [];
  const second: Reactor = {
    name: "second",
    to: ["CoManagerAdded"],
    async on(event) {
      await pause(20);
      heard.push(event.stream);
    },
  };
  const reactors = run(store, memoryReactorPlaces(), promoting, second);
  const joining = await tell(store, "team-12", joined(bamtol));
  const done = await reactors.waitFor(joining, 30_000);
  expect(done.isDone).toBe(true);
  expect(store.compare(done.checkpoint, joining)).toBeGreaterThan(0);
  expect(heard).toEqual(["echo-1"]);
});

it("writes once although two processes react", async () => {
  const store = memoryEventStore();
  const places = memoryReactorPlaces();
  const both = [run(store, places, promoting), run(store, places, promoting)];
  const last = await tell(store, "team-12", joined(bamtol), joined(hodu));
  for (const reactors of both) await reactors.waitFor(last, 30_000);
  await Promise.all(both.map((reactors) => reactors.stop()));
  expect((await store.read("echo-1")).events).toHaveLength(2);
});

it("is waited for from a process that runs no reactors itself", async () => {
  const store = memoryEventStore();
  const places = memoryReactorPlaces();
  const { reactor, heard } = listening();
  const elsewhere = createReactors({ store, places, reactors: [reactor], log: pino({ enabled: false }) });
  run(store, places, reactor);
  const last = await tell(store, "team-12", joined(bamtol));
  expect(await elsewhere.waitFor(last, 30_000)).toMatchObject({ isDone: true });
  expect(heard).toHaveLength(1);
});

it("goes on after the log could not be reached", async () => {
  const store = memoryEventStore();
  let outages = 2;
  const flaky: EventStore = {
    ...store,
    async *subscribe(after, signal) {
      outages -= 1;
      if (outages >= 0) throw new StoreUnavailable("test");
      yield* store.subscribe(after, signal);
    },
  };
  const { heard, reactor } = listening();
  const reactors = run(flaky, memoryReactorPlaces(), reactor);
  const last = await tell(store, "team-12", joined(bamtol));
  expect(await reactors.waitFor(last, 30_000)).toMatchObject({ isDone: true });
  expect(heard).toHaveLength(1);
});
