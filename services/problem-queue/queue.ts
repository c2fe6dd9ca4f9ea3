import { isDeepStrictEqual } from "node:util";
import { Refused } from "#contracts/errors";
import { limits } from "#contracts/limits";
import type { ProblemQueueEvent } from "#contracts/problem-queue/events";
import type { Problem } from "#contracts/problems";
import { type Category, categories, isCategory } from "#contracts/subject/api";
import type { Decider } from "../platform/decider.ts";
import { assertManager, assertMember, isManager, type Roster } from "../team/facts.ts";

export interface QueueEntry {
  readonly entryId: number;
  readonly title: string;
  readonly category: Category;
  readonly problems: readonly Problem[];
  /** Plain text; null for one line per link. */
  readonly body: string | null;
  readonly proposedBy: string;
  /** Null while it is a proposal. */
  readonly accepted: { readonly by: string; readonly at: string } | null;
}

export interface QueueState {
  readonly lastEntryId: number;
  /** In order, proposals among them. */
  readonly entries: readonly QueueEntry[];
  /** Whether the problem of the day is posted automatically; null as long as that was never switched. */
  readonly isOn: boolean | null;
}

interface ByCaller {
  readonly teamId: number;
  readonly callerId: string;
  readonly team: Roster;
}

interface GivenTexts {
  readonly title: string | undefined;
  readonly category: string | undefined;
  readonly problems: readonly Problem[] | undefined;
  /** Blank for none. */
  readonly body: string | undefined;
}

export type QueueCommand =
  | (ByCaller & {
      readonly type: "ProposeProblems";
      readonly entries: readonly (GivenTexts & { readonly title: string })[];
    })
  | (ByCaller & {
      readonly type: "ChangeEntry";
      readonly entryId: number;
      readonly accepted: true | undefined;
      /** The entry before which it is placed; null for the end. */
      readonly before: number | null | undefined;
      readonly texts: GivenTexts;
    })
  | (ByCaller & { readonly type: "RemoveEntry"; readonly entryId: number })
  | (ByCaller & { readonly type: "ChangeAutoPosting"; readonly isOn: boolean })
  | {
      readonly type: "RecordPosted";
      readonly teamId: number;
      readonly entryId: number;
      readonly date: string;
    };

/** `occurredAt` is absent of events that a decision has just made. */
type Recorded = ProblemQueueEvent & { readonly occurredAt?: string };

export const streamOf = (teamId: number) => `problem-queue-${teamId}`;

/**
 * The problem queue of a team (spec/rhythm.md rules 9–10). Members propose, managers accept, edit, order and remove, and
 * a proposer may remove.
 */
export const queue: Decider<QueueState, QueueCommand, Recorded> = {
  initial: { lastEntryId: 0, entries: [], isOn: null },
  isRemembered: true,

  decide(command, state) {
    switch (command.type) {
      case "ProposeProblems":
        return propose(command, state);
      case "ChangeEntry":
        return change(command, state);
      case "RemoveEntry": {
        const { teamId, entryId, callerId, team } = command;
        const entry = entryOf(command, state);
        if (entry.proposedBy !== callerId) assertManager(team, callerId);
        return [{ type: "ProblemEntryRemoved", data: { teamId, entryId, removedBy: callerId } }];
      }
      case "ChangeAutoPosting": {
        const { teamId, isOn, callerId, team } = command;
        assertManager(team, callerId);
        return state.isOn === isOn
          ? []
          : [{ type: "AutoPostingChanged", data: { teamId, isOn, changedBy: callerId } }];
      }
      case "RecordPosted": {
        const { teamId, entryId, date } = command;
        return state.entries.some((entry) => entry.entryId === entryId)
          ? [{ type: "ProblemEntryPosted", data: { teamId, entryId, date } }]
          : [];
      }
    }
  },

  evolve(state, { type, data, occurredAt = "" }) {
    const withEntries = (entries: readonly QueueEntry[]): QueueState => ({ ...state, entries });
    const changed = (entryId: number, change: Partial<QueueEntry>) =>
      withEntries(
        state.entries.map((entry) => (entry.entryId === entryId ? { ...entry, ...change } : entry)),
      );
    switch (type) {
      case "ProblemProposed": {
        const { entryId, title, category, problems, body, proposedBy } = data;
        const accepted = data.accepted ? { by: proposedBy, at: occurredAt } : null;
        const entry = { entryId, title, category, problems, body, proposedBy, accepted };
        return { ...state, lastEntryId: entryId, entries: [...state.entries, entry] };
      }
      case "ProblemAccepted":
        return changed(data.entryId, { accepted: { by: data.acceptedBy, at: occurredAt } });
      case "ProblemEntryEdited": {
        const { title, category, problems, body } = data;
        return changed(data.entryId, { title, category, problems, body });
      }
      case "ProblemEntryMoved":
        return withEntries(
          state.entries.toSorted((a, b) => data.order.indexOf(a.entryId) - data.order.indexOf(b.entryId)),
        );
      case "ProblemEntryRemoved":
      case "ProblemEntryPosted":
        return withEntries(state.entries.filter(({ entryId }) => entryId !== data.entryId));
      case "AutoPostingChanged":
        return { ...state, isOn: data.isOn };
      default:
        return state;
    }
  },
};

type CommandOf<Type extends QueueCommand["type"]> = Extract<QueueCommand, { type: Type }>;

function propose(
  { teamId, callerId, team, entries }: CommandOf<"ProposeProblems">,
  state: QueueState,
): readonly ProblemQueueEvent[] {
  assertMember(team, callerId);
  const isAccepted = isManager(team, callerId);
  const proposed = entries.map(
    ({ title, category, problems = [], body }, index): ProblemQueueEvent => ({
      type: "ProblemProposed",
      data: {
        teamId,
        entryId: state.lastEntryId + index + 1,
        title,
        category: assertCategory(category ?? categories[0]),
        problems: [...problems],
        body: body || null,
        proposedBy: callerId,
        accepted: isAccepted,
      },
    }),
  );
  const ownProposals = state.entries.filter(
    ({ accepted, proposedBy }) => accepted === null && proposedBy === callerId,
  );
  const isFull = state.entries.length + proposed.length > limits.queue;
  const hasTooMany = !isAccepted && ownProposals.length + proposed.length > limits.openProposals;
  if (isFull || hasTooMany) throw new Refused("queue-full");
  return state.isOn === null
    ? [...proposed, { type: "AutoPostingChanged", data: { teamId, isOn: true, changedBy: callerId } }]
    : proposed;
}

function change(
  { accepted, before, texts, ...command }: CommandOf<"ChangeEntry">,
  state: QueueState,
): readonly ProblemQueueEvent[] {
  const { teamId, entryId, callerId, team } = command;
  const entry = entryOf(command, state);
  assertManager(team, callerId);
  const events: ProblemQueueEvent[] = [];
  const known = { title: entry.title, category: entry.category, problems: entry.problems, body: entry.body };
  const next = {
    title: texts.title ?? entry.title,
    category: assertCategory(texts.category ?? entry.category),
    problems: [...(texts.problems ?? entry.problems)],
    body: texts.body === undefined ? entry.body : texts.body || null,
  };
  if (!isDeepStrictEqual(next, known))
    events.push({ type: "ProblemEntryEdited", data: { teamId, entryId, ...next, editedBy: callerId } });
  const isAccepting = accepted === true && entry.accepted === null;
  if (isAccepting) events.push({ type: "ProblemAccepted", data: { teamId, entryId, acceptedBy: callerId } });
  // A proposal that is accepted displaces no entry that has its day already.
  const place = before === undefined && isAccepting ? null : before;
  if (place !== undefined) {
    const present = state.entries.map((each) => each.entryId);
    const order = moved(present, entryId, place);
    if (!isDeepStrictEqual(order, present))
      events.push({ type: "ProblemEntryMoved", data: { teamId, entryId, before: place, order } });
  }
  return events;
}

/** @throws Refused `entry-not-found` if there is no entry before which to place it */
function moved(present: readonly number[], entryId: number, before: number | null): number[] {
  if (before === entryId) return [...present];
  const others = present.filter((each) => each !== entryId);
  const place = before === null ? others.length : others.indexOf(before);
  if (place === -1) throw new Refused("entry-not-found");
  return others.toSpliced(place, 0, entryId);
}

function entryOf(
  { entryId, callerId, team }: ByCaller & { readonly entryId: number },
  { entries }: QueueState,
): QueueEntry {
  assertMember(team, callerId);
  const entry = entries.find((each) => each.entryId === entryId);
  if (!entry) throw new Refused("entry-not-found");
  return entry;
}

function assertCategory(category: string): Category {
  if (!isCategory(category)) throw new Refused("unknown-category");
  return category;
}
