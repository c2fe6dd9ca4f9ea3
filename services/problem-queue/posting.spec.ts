import { expect, it } from "vitest";
import { studyDayBegin } from "#contracts/dates";
import type { DomainEvent } from "#contracts/events";
import type { EventStore } from "#services/event-store/event-store";
import { left } from "#tests/examples/memberships";
import { bamtol, dotori } from "#tests/examples/people";
import { accepted, autoPosting, moved, proposed, queued } from "#tests/examples/queued-problems";
import { promiseSet } from "#tests/examples/rhythm";
import { created, joined, promoted } from "#tests/examples/teams";
import { memoryEventStore } from "#tests/support/memory-store";
import { tell } from "#tests/support/recorded";
import { until } from "#tests/support/until";
import { createClocks } from "../platform/clock.ts";
import { postQueuedProblem } from "../subject/queued-problem.ts";
import { problemClock, queueReactors } from "./posting.ts";

const day = "2099-12-12";
const teamId = 12;
const began = studyDayBegin(day, "02:00");

async function storeWith(team: DomainEvent[], queue: DomainEvent[]): Promise<EventStore> {
  const store = memoryEventStore();
  await tell(store, "team-12", created, ...team);
  await tell(store, "problem-queue-12", ...queue);
  return store;
}

/** Runs the clock of a process once; the read model still says that the problem is due. */
async function runClock(store: EventStore, at = began, now = at): Promise<void> {
  let next = 77;
  const errors: unknown[] = [];
  let hasRun = 0;
  const clock = problemClock({
    store,
    readModels: [],
    readDue: async () => [{ teamId, day, began: at }],
    post: postQueuedProblem(store, { next: async () => next++ }),
  });
  const clocks = createClocks({
    clocks: [
      {
        ...clock,
        async command(item, context) {
          await clock.command(item as Parameters<typeof clock.command>[0], context);
          hasRun += 1;
        },
      },
    ],
    store,
    haveReached: async () => true,
    isOff: async () => false,
    tickMs: 60_000,
    now: () => new Date(now.getTime() + 1000),
    log: { error: (...given: unknown[]) => errors.push(given) },
    onFailure() {},
  });
  clocks.start();
  await until(() => expect(hasRun).toBe(1));
  await clocks.stop();
  expect(errors).toEqual([]);
}

async function react(store: EventStore): Promise<void> {
  const { events } = await store.read(`subject-12_${day}`);
  for (const reactor of queueReactors())
    for (const event of events) if (reactor.takes?.(event)) await reactor.on(event, store);
}

const posted = async (store: EventStore) =>
  (await store.read(`subject-12_${day}`)).events.map(({ data }) => `${data["title"]} ${data["authorId"]}`);
const recorded = async (store: EventStore) =>
  (await store.read("problem-queue-12")).events
    .filter(({ type }) => type === "ProblemEntryPosted")
    .map(({ data }) => data);

it("posts a problem once and records its entry once, also after a restart between the two", async () => {
  const store = await storeWith([], [queued(), queued({ entryId: 2, title: "둘" }), autoPosting()]);
  await runClock(store);
  await runClock(store);
  expect(await posted(store)).toEqual([`프로그래머스 67259 ${dotori}`]);
  for (let starts = 0; starts < 2; starts += 1) {
    await react(store);
    await runClock(store);
  }
  expect(await posted(store)).toHaveLength(1);
  expect(await recorded(store)).toEqual([{ teamId, entryId: 1, date: day }]);
});

it("posts none of a day that has ended meanwhile", async () => {
  const store = await storeWith([], [queued(), autoPosting()]);
  await runClock(store, began, new Date(began.getTime() + 86_400_000));
  expect(await posted(store)).toEqual([]);
});

it("posts once where two processes run at once, and each sees another order", async () => {
  const store = await storeWith([], [queued(), queued({ entryId: 2, title: "둘" }), autoPosting()]);
  const other = {
    ...store,
    append: async (...given: Parameters<EventStore["append"]>) => {
      await tell(store, "problem-queue-12", moved());
      return store.append(...given);
    },
  };
  await Promise.all([runClock(other), runClock(store)]);
  await react(store);
  expect(await posted(store)).toHaveLength(1);
  expect(await recorded(store)).toHaveLength(1);
});

it("posts in the name of the manager who accepted, or else of the first manager", async () => {
  const queue = [proposed({ entryId: 1, proposedBy: dotori }), autoPosting()];
  const byBamtol: DomainEvent = { type: "ProblemAccepted", data: { teamId, entryId: 1, acceptedBy: bamtol } };
  const managers = [joined(bamtol), promoted(bamtol)];
  const present = await storeWith(managers, [...queue, byBamtol]);
  await runClock(present);
  expect(await posted(present)).toEqual([`프로그래머스 67259 ${bamtol}`]);
  const gone = await storeWith([...managers, left(false, bamtol)], [...queue, byBamtol]);
  await runClock(gone);
  expect(await posted(gone)).toEqual([`프로그래머스 67259 ${dotori}`]);
});

it.each<[what: string, team: DomainEvent[], queue: DomainEvent[], at?: Date]>([
  ["without an accepted entry", [], [proposed(), autoPosting()]],
  ["once it is switched off", [], [queued(), autoPosting(), autoPosting(false)]],
  // The day is a Saturday.
  ["on a day without a promise to write", [promiseSet()], [queued(), autoPosting()]],
  ["in a deleted team", [{ type: "TeamDeleted", data: { teamId } }], [queued(), autoPosting()]],
  ["of an entry that was accepted on that day", [], [proposed(), autoPosting(), accepted()], new Date(0)],
])("posts nothing %s, whatever the read model says", async (_, team, queue, at) => {
  const store = await storeWith(team, queue);
  await runClock(store, at);
  expect(await posted(store)).toEqual([]);
});

it("leaves the problem that a manager posts meanwhile, and records no entry for it", async () => {
  const store = await storeWith([], [queued(), autoPosting()]);
  const data = { subjectId: 5, teamId, date: day, authorId: dotori, category: "스터디", title: "손으로" };
  const byHand = { ...data, body: "<p>손</p>", imageUrl: null, revision: 1, problems: [] };
  await tell(store, `subject-12_${day}`, { type: "SubjectPosted", data: byHand } as DomainEvent);
  await runClock(store);
  await react(store);
  expect(await posted(store)).toEqual([`손으로 ${dotori}`]);
  expect(await recorded(store)).toEqual([]);
});
