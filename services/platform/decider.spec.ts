import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { Refused } from "#contracts/errors";
import type { TeamEvent } from "#contracts/team/events";
import { gate } from "#tests/support/gate";
import { memoryEventStore } from "#tests/support/memory-store";
import type { EventStore } from "../event-store/event-store.ts";
import { WrongRevision } from "../event-store/event-store.ts";
import { type CommandContext, type Decider, handle } from "./decider.ts";
import { stepOf } from "./reservation.ts";

type Joined = Extract<TeamEvent, { type: "MemberJoined" }>;

/** The number of members who have joined. */
const counting: Decider<number, string, Joined> = {
  initial: 0,
  decide: (memberId) => [
    { type: "MemberJoined", data: { teamId: 12, memberId, invitationId: null, invitedBy: null } },
  ],
  evolve: (count) => count + 1,
};

const asked = (): CommandContext => {
  const commandId = randomUUID();
  const actor = "system";
  return {
    commandId,
    fingerprint: "",
    correlationId: commandId,
    causationId: commandId,
    actor,
    now: new Date(),
  };
};

const join = (store: EventStore, stream: string, context = asked(), beforeAppend = async () => {}) =>
  handle(store, context, {
    decider: counting,
    stream,
    command: randomUUID(),
    answer: (count) => ({ data: count }),
    beforeAppend,
  });

/** A memory store that counts appends with a wrong revision. */
function countingStore() {
  const store = memoryEventStore();
  let lost = 0;
  const append: EventStore["append"] = (...given) =>
    store.append(...given).catch((error) => {
      if (error instanceof WrongRevision) lost += 1;
      throw error;
    });
  return { store: { ...store, append }, lost: () => lost };
}

it("decides commands on one stream in order of arrival, without losing a race", async () => {
  const { store, lost } = countingStore();
  const handled = await Promise.all(Array.from({ length: 70 }, () => join(store, "team-1")));
  expect(handled.map(({ answer }) => answer.data)).toEqual(
    Array.from({ length: 70 }, (_, index) => index + 1),
  );
  expect(lost()).toBe(0);
});

/** A memory store that counts its reads. */
function askedStore() {
  const store = memoryEventStore();
  const count = { commands: 0, reads: 0 };
  return {
    count,
    store: {
      ...store,
      command: (id: string) => {
        count.commands += 1;
        return store.command(id);
      },
      read: (stream: string) => {
        count.reads += 1;
        return store.read(stream);
      },
    },
  };
}

it("returns the stored response for a command id that was accepted before, whatever the state of its stream", async () => {
  const { store } = askedStore();
  const context = asked();
  const first = await join(store, "team-1", context);
  await join(store, "team-1");
  expect(await join(store, "team-1", context)).toEqual({ ...first, repeated: true });
  expect((await store.read("team-1")).revision).toBe(1);
});

it("returns the stored response of a command accepted after its id was looked up, although the rules refuse a second one", async () => {
  const store = memoryEventStore();
  const context = asked();
  const once: typeof counting = {
    ...counting,
    decide(memberId, count) {
      if (count > 0) throw new Refused("already-joined");
      return counting.decide(memberId, count);
    },
  };
  const answer = (count: number) => ({ data: count });
  const ask = (command: EventStore["command"]) =>
    handle({ ...store, command }, context, { decider: once, stream: "team-1", command: "bamtol", answer });
  const first = await ask(store.command);
  const lookup = vi.fn(store.command).mockResolvedValueOnce(undefined);
  expect(await ask(lookup)).toEqual({ ...first, repeated: true });
});

it("does not look up a command whose id was generated for this request", async () => {
  const { store, count } = askedStore();
  await join(store, "team-1", { ...asked(), isFresh: true });
  expect(count).toEqual({ commands: 0, reads: 1 });
  await join(store, "team-1");
  expect(count).toEqual({ commands: 1, reads: 2 });
});

it("looks up the steps of a fresh command, since it may have to be decided again", async () => {
  const { store, count } = askedStore();
  const context = { ...asked(), isFresh: true };
  const step = () => join(store, "team-2", stepOf(context, "team-2"));
  await step();
  expect((await step()).repeated).toBe(true);
  expect(count.commands).toBe(2);
});

it("does not read a stream whose id has just been drawn, unless it is not empty", async () => {
  const { store, count } = askedStore();
  const decide = (stream: string) =>
    handle(store, asked(), {
      decider: counting,
      stream,
      isNewStream: true,
      command: randomUUID(),
      answer: (members) => ({ data: members }),
    });
  expect((await decide("team-1")).answer.data).toBe(1);
  expect(count.reads).toBe(0);
  expect((await decide("team-1")).answer.data).toBe(2);
  expect(count.reads).toBe(1);
});

it("does not let commands on one stream wait for those on another", async () => {
  const { store } = countingStore();
  const { open, opened } = gate();
  const held = join(store, "team-1", asked(), () => opened);
  expect((await join(store, "team-2")).answer.data).toBe(1);
  open();
  expect((await held).answer.data).toBe(1);
});

it("handles the next command after one that failed", async () => {
  const { store } = countingStore();
  const failing = join(store, "team-1", asked(), () => Promise.reject(new Error("no picture")));
  const next = join(store, "team-1");
  await expect(failing).rejects.toThrow("no picture");
  expect((await next).answer.data).toBe(1);
});

it("decides two commands that take a step in each other's stream", async () => {
  const { store } = countingStore();
  const crossing = (own: string, other: string) => {
    const context = asked();
    return join(store, own, context, async () => {
      await join(store, other, stepOf(context, other));
    });
  };
  await Promise.all([crossing("team-1", "team-2"), crossing("team-2", "team-1")]);
  expect(
    await Promise.all(["team-1", "team-2"].map(async (stream) => (await store.read(stream)).revision)),
  ).toEqual([1, 1]);
});
