import { describe, expect, it } from "vitest";
import { limits } from "#contracts/limits";
import { bamtol, dotori, hodu, janmul, stranger } from "#tests/examples/people";
import {
  accepted,
  autoPosting,
  entryEdited,
  entryPosted,
  entryRemoved,
  moved,
  proposed,
  queued,
  texts,
} from "#tests/examples/queued-problems";
import { itDecides } from "#tests/support/given";
import type { Roster } from "../team/facts.ts";
import { type QueueCommand, queue } from "./queue.ts";

const teamId = 12;
const team: Roster = {
  phase: "live",
  members: new Map([
    [dotori, "MANAGER"],
    [bamtol, "MEMBER"],
    [hodu, "MEMBER"],
  ]),
};
const by = (callerId: string, over: Partial<Roster> = {}) => ({
  teamId,
  callerId,
  team: { ...team, ...over },
});
const deleted = { phase: "deleted", members: new Map() } as const;
const given = { ...texts, category: undefined, body: undefined };
const propose = (callerId: string, entries = [given] as object[], over = {}): QueueCommand => ({
  type: "ProposeProblems",
  ...by(callerId, over),
  entries: entries as Extract<QueueCommand, { type: "ProposeProblems" }>["entries"],
});
const unchanged = { title: undefined, category: undefined, problems: undefined, body: undefined };
const change = (entryId: number, over: object = {}, callerId = dotori, roster = {}): QueueCommand => ({
  type: "ChangeEntry",
  ...by(callerId, roster),
  entryId,
  accepted: undefined,
  before: undefined,
  texts: unchanged,
  ...over,
});
const remove = (entryId: number, callerId = dotori, roster = {}): QueueCommand => ({
  type: "RemoveEntry",
  ...by(callerId, roster),
  entryId,
});
const turn = (isOn: boolean, callerId = dotori, roster = {}): QueueCommand => ({
  type: "ChangeAutoPosting",
  ...by(callerId, roster),
  isOn,
});
const record = (entryId: number): QueueCommand => ({
  type: "RecordPosted",
  teamId,
  entryId,
  date: "2025-12-12",
});
const edit = (over: object) => ({ texts: { ...unchanged, ...over } });
const noTag = { category: "잡담" };

/** Switched on, with one entry of the manager and one proposal of a member. */
const used = [queued(), autoPosting(), proposed()];
const many = (count: number, from = 1, proposedBy = dotori) =>
  Array.from({ length: count }, (_, index) =>
    queued({ entryId: from + index, proposedBy, accepted: proposedBy === dotori }),
  );
const full = [autoPosting(), ...many(limits.queue)];
const ownFull = [autoPosting(), ...many(limits.openProposals, 1, bamtol)];

describe("adding to a queue", () => {
  itDecides(queue, [
    ["accepts a manager's entry at once, and switches on", [], propose(dotori), [queued(), autoPosting()]],
    [
      "leaves a member's as a proposal, which also switches on",
      [],
      propose(bamtol),
      [proposed({ entryId: 1 }), autoPosting(true, bamtol)],
    ],
    ["does not switch on again", [autoPosting(false)], propose(dotori, [{ ...given, body: "" }]), [queued()]],
    [
      "numbers several, and never takes a number again",
      [...used, entryRemoved()],
      propose(dotori, [given, { ...given, category: "스터디", body: "풀어요" }]),
      [queued({ entryId: 3 }), queued({ entryId: 4, category: "스터디", body: "풀어요" })],
    ],
    ["is refused in no team", [], propose(dotori, [given], deleted), "team-not-found"],
    ["is refused to others before the tag", [], propose(stranger, [noTag]), "caller-not-in-team"],
    [
      "is refused for an unknown tag, with all entries",
      [],
      propose(dotori, [given, noTag]),
      "unknown-category",
    ],
    ["is refused for an unknown tag before a full queue", full, propose(dotori, [noTag]), "unknown-category"],
    ["is refused to a full queue", full, propose(dotori), "queue-full"],
    [
      "is refused to a queue that has no room for all",
      [autoPosting(), ...many(limits.queue - 1)],
      propose(dotori, [given, given]),
      "queue-full",
    ],
    [
      "is possible again once an entry is posted",
      [...full, entryPosted(1)],
      propose(dotori),
      [queued({ entryId: limits.queue + 1 })],
    ],
    ["is refused to a member with many open proposals", ownFull, propose(bamtol), "queue-full"],
    [
      "is not refused because of proposals of others",
      ownFull,
      propose(hodu),
      [proposed({ entryId: limits.openProposals + 1, proposedBy: hodu })],
    ],
    [
      "is possible once a proposal is accepted",
      [...ownFull, accepted(1)],
      propose(bamtol),
      [proposed({ entryId: limits.openProposals + 1 })],
    ],
    [
      "is not bounded by proposals for a manager",
      [autoPosting(), ...many(limits.openProposals)],
      propose(dotori),
      [queued({ entryId: limits.openProposals + 1 })],
    ],
  ]);
});

describe("changing an entry", () => {
  itDecides(queue, [
    ["accepts a proposal", used, change(2, { accepted: true }), [accepted()]],
    ["accepts once", [...used, accepted()], change(2, { accepted: true }), []],
    [
      "puts an accepted one behind the others",
      [queued(), proposed(), queued({ entryId: 3 })],
      change(2, { accepted: true }),
      [accepted(), moved(2, null, [1, 3, 2])],
    ],
    [
      "puts an accepted one where it is told",
      used,
      change(2, { accepted: true, before: 1 }),
      [accepted(), moved()],
    ],
    ["moves before another", used, change(2, { before: 1 }), [moved()]],
    ["moves to the end", [...used, moved()], change(2, { before: null }), [moved(2, null, [1, 2])]],
    ["does not move to its own place", used, change(1, { before: 2 }), []],
    ["does not move before itself", used, change(1, { before: 1 }), []],
    ["does not move before one that is not there", used, change(1, { before: 9 }), "entry-not-found"],
    [
      "edits, and keeps what is left out",
      used,
      change(1, edit({ title: "경주로 건설", body: "벽을 세워요" })),
      [entryEdited()],
    ],
    [
      "takes the text away",
      [queued(), entryEdited()],
      change(1, edit({ body: "" })),
      [entryEdited({ body: null })],
    ],
    ["changes nothing where nothing differs", used, change(1, edit(texts)), []],
    ["is refused for an unknown tag", used, change(1, edit(noTag)), "unknown-category"],
    ["is refused in no team", used, change(1, {}, dotori, deleted), "team-not-found"],
    ["is refused to others before the entry", used, change(9, {}, stranger), "caller-not-in-team"],
    ["is refused for an unknown entry before the right", used, change(9, {}, bamtol), "entry-not-found"],
    ["is refused to its proposer", used, change(2, { before: 1 }, bamtol), "not-a-manager"],
    ["is refused for a posted one", [...used, entryPosted()], change(1), "entry-not-found"],
  ]);
});

describe("removing an entry", () => {
  itDecides(queue, [
    ["is for managers", used, remove(2), [entryRemoved(2, dotori)]],
    ["is for its proposer", used, remove(2, bamtol), [entryRemoved()]],
    [
      "is for its proposer once it is accepted, too",
      [...used, accepted()],
      remove(2, bamtol),
      [entryRemoved()],
    ],
    ["is refused to other members", used, remove(2, hodu), "not-a-manager"],
    ["is refused to others", used, remove(2, janmul), "caller-not-in-team"],
    [
      "is refused once it is removed, before the right",
      [...used, entryRemoved()],
      remove(2, hodu),
      "entry-not-found",
    ],
    ["is refused in no team", used, remove(2, dotori, deleted), "team-not-found"],
  ]);
});

describe("automatic posting", () => {
  itDecides(queue, [
    ["is switched off", used, turn(false), [autoPosting(false)]],
    ["is switched off before the first entry", [], turn(false), [autoPosting(false)]],
    ["does not change where nothing differs", used, turn(true), []],
    ["is refused to members", used, turn(false, bamtol), "not-a-manager"],
    ["is refused to others as to members", used, turn(false, stranger), "not-a-manager"],
    ["is refused in no team", used, turn(false, dotori, deleted), "team-not-found"],
    ["is recorded of an entry", used, record(1), [entryPosted()]],
    ["is recorded once", [...used, entryPosted()], record(1), []],
    ["is not recorded of an entry that was removed meanwhile", [...used, entryRemoved()], record(2), []],
  ]);
});

it("keeps its order over several moves", () => {
  const order = [
    ...many(4),
    moved(4, 2, [1, 4, 2, 3]),
    moved(1, 3, [4, 2, 1, 3]),
    entryRemoved(2),
    queued({ entryId: 5 }),
  ].reduce(queue.evolve, queue.initial);
  expect(order.entries.map(({ entryId }) => entryId)).toEqual([4, 1, 3, 5]);
});
