import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import type { EventStore, RecordedEvent } from "#services/event-store/event-store";
import { bamtol, hodu } from "#tests/examples/people";
import { joined, promoted } from "#tests/examples/teams";
import { gate } from "#tests/support/gate";
import { memoryEventStore } from "#tests/support/memory-store";
import { memoryReactorPositions } from "#tests/support/reactor-positions";
import { asNew, newCommand, tell } from "#tests/support/recorded";
import type { ReactorPositions } from "./positions.ts";
import { afterReadModels, type Reactor, reactionTo } from "./reactor.ts";
import { createReactors, type Reactors } from "./reactors.ts";

const running: Reactors[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((reactors) => reactors.stop()));
});

const run = (store: EventStore, positions: ReactorPositions, ...reactors: Reactor[]) => {
  const log = pino({ enabled: false });
  const created = createReactors({
    store,
    positions,
    reactors,
    log,
    timing: { retryFirst: 1, saveWithin: 1 },
  });
  running.push(created);
  created.start();
  return created;
};

const collecting = () => {
  const events: RecordedEvent[] = [];
  const reactor: Reactor = {
    name: "collecting",
    to: ["MemberJoined"],
    on: async (event) => void events.push(event),
  };
  return { events, reactor };
};

/** Issues a command to another stream, as reactors do. */
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

it("handles every event of its types once, in log order, from the start of the log", async () => {
  const store = memoryEventStore();
  await tell(store, "team-12", joined(bamtol), promoted(bamtol));
  const { events, reactor } = collecting();
  const reactors = run(store, memoryReactorPositions(), reactor);
  const last = await tell(store, "team-12", joined(hodu));
  expect(await reactors.waitFor(last, 10_000)).toEqual({ isDone: true, checkpoint: last });
  expect(events.map(({ data }) => data["memberId"])).toEqual([bamtol, hodu]);
});

it("continues at its position after a restart", async () => {
  const store = memoryEventStore();
  const positions = memoryReactorPositions();
  const first = collecting();
  const before = run(store, positions, first.reactor);
  expect(await before.waitFor(await tell(store, "team-12", joined(bamtol)), 10_000)).toMatchObject({
    isDone: true,
  });
  await before.stop();
  const last = await tell(store, "team-12", joined(hodu));
  const second = collecting();
  expect(await run(store, positions, second.reactor).waitFor(last, 10_000)).toMatchObject({ isDone: true });
  expect(second.events.map(({ data }) => data["memberId"])).toEqual([hodu]);
});

it("repeats a failing event until it succeeds, reports it in its status, and does not delay other reactors", async () => {
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
  const { events, reactor } = collecting();
  const last = await tell(store, "team-12", joined(bamtol), joined(hodu));
  const reactors = run(store, memoryReactorPositions(), failing, reactor);
  await vi.waitFor(() => expect(events).toHaveLength(2));
  await vi.waitFor(() =>
    expect(reactors.status()[0]).toMatchObject({
      name: "failing",
      state: "retrying",
      waiting: 2,
      failing: { eventId: expect.any(String) },
    }),
  );
  expect(await reactors.waitFor(last, 20)).toMatchObject({ isDone: false });
  isBroken = false;
  expect(await reactors.waitFor(last, 10_000)).toMatchObject({ isDone: true });
  expect(seen).toEqual([bamtol, hodu]);
  expect(reactors.status()[0]).toMatchObject({ state: "running", waiting: 0 });
});

it("lets the events of others pass many of one team, and saves no position beyond one that is not handled", async () => {
  const store = memoryEventStore();
  const positions = memoryReactorPositions();
  const handled: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const inTurns: Reactor = {
    name: "in turns",
    to: ["MemberJoined"],
    turnOf: ({ stream }) => stream,
    async on({ stream, data }) {
      handled.push(`${stream} ${data["memberId"]}`);
      if (handled.length === 3) await held;
    },
  };
  await tell(store, "team-12", joined(bamtol), joined(hodu), joined(bamtol));
  const first = await tell(store, "team-13", joined(hodu));
  const reactors = run(store, positions, inTurns);
  await vi.waitFor(() => expect(handled).toHaveLength(3));
  expect(handled).toEqual([`team-12 ${bamtol}`, `team-13 ${hodu}`, `team-12 ${hodu}`]);
  expect(await reactors.waitFor(first, 20)).toMatchObject({ isDone: false });
  // What is appended meanwhile gets its turn as well, before the last one of the first team.
  const last = await tell(store, "team-14", joined(hodu));
  await vi.waitFor(() => expect(reactors.status()[0]).toMatchObject({ waiting: 3 }));
  release();
  expect(await reactors.waitFor(last, 10_000)).toMatchObject({ isDone: true });
  expect([...handled.slice(3)].sort()).toEqual([`team-12 ${bamtol}`, `team-14 ${hodu}`]);
});

it("reads further events as soon as at most 1,000 wait, so that those of others get their turn", async () => {
  const store = memoryEventStore();
  const handled: string[] = [];
  const held = [gate(), gate()] as const;
  const inTurns: Reactor = {
    name: "in turns",
    to: ["MemberJoined"],
    turnOf: ({ stream }) => stream,
    async on({ stream }) {
      handled.push(stream);
      if (handled.length === 1) await held[0].opened;
      if (handled.length === 700) await held[1].opened;
    },
  };
  await store.append("team-12", Array(1500).fill(asNew(joined(bamtol))), -1, newCommand());
  const reactors = run(store, memoryReactorPositions(), inTurns);
  const waiting = () => reactors.status()[0]?.waiting ?? 0;
  await vi.waitFor(() => expect(waiting()).toBeGreaterThan(1000));
  const last = await tell(store, "team-13", joined(hodu));
  held[0].open();
  const isRead = vi.waitFor(() => expect(waiting()).toBe(1501 - 699));
  await isRead.finally(() => held[1].open());
  expect(await reactors.waitFor(last, 10_000)).toMatchObject({ isDone: true });
  expect(handled.indexOf("team-13")).toBe(700);
});

it("waits for events that reactions append and for the reactions to those", async () => {
  const store = memoryEventStore();
  const received: string[] = [];
  const second: Reactor = {
    name: "second",
    to: ["CoManagerAdded"],
    async on(event) {
      await pause(20);
      received.push(event.stream);
    },
  };
  const reactors = run(store, memoryReactorPositions(), promoting, second);
  const joining = await tell(store, "team-12", joined(bamtol));
  const done = await reactors.waitFor(joining, 10_000);
  expect(done.isDone).toBe(true);
  expect(store.compare(done.checkpoint, joining)).toBeGreaterThan(0);
  expect(received).toEqual(["echo-1"]);
});

it("appends once although two processes run the reactor", async () => {
  const store = memoryEventStore();
  const positions = memoryReactorPositions();
  const both = [run(store, positions, promoting), run(store, positions, promoting)];
  const last = await tell(store, "team-12", joined(bamtol), joined(hodu));
  for (const reactors of both) expect(await reactors.waitFor(last, 10_000)).toMatchObject({ isDone: true });
  await Promise.all(both.map((reactors) => reactors.stop()));
  expect((await store.read("echo-1")).events).toHaveLength(2);
});

it("can be waited for in a process that runs no reactors", async () => {
  const store = memoryEventStore();
  const positions = memoryReactorPositions();
  const { events, reactor } = collecting();
  const elsewhere = createReactors({ store, positions, reactors: [reactor], log: pino({ enabled: false }) });
  run(store, positions, reactor);
  const last = await tell(store, "team-12", joined(bamtol));
  expect(await elsewhere.waitFor(last, 10_000)).toMatchObject({ isDone: true });
  expect(events).toHaveLength(1);
});

it("runs after the read models, but does not wait while they are far behind", async () => {
  const calls: string[] = [];
  const answers = [true, false, false, true, true];
  const reactor = afterReadModels(
    { name: "any", to: [], on: async ({ checkpoint }) => void calls.push(`on ${checkpoint}`) },
    {
      async waitFor(checkpoint, ms) {
        calls.push(`${ms > 0 ? "waits for" : "polls"} ${checkpoint}`);
        return answers.shift() ?? true;
      },
    },
  );
  for (const checkpoint of ["1", "2", "3", "4", "5"])
    await reactor.on({ checkpoint } as RecordedEvent, {} as EventStore);
  expect(calls).toEqual([
    ...["waits for 1", "on 1", "waits for 2", "on 2", "polls 3", "on 3"],
    ...["polls 4", "on 4", "waits for 5", "on 5"],
  ]);
});
