import { v5 as uuidv5 } from "uuid";
import { studyDay } from "#contracts/dates";
import type { DomainEvent } from "#contracts/events";
import { entryOfToday } from "#contracts/problem-queue/days";
import type { Problem } from "#contracts/problems";
import type { TeamPromise } from "#contracts/rhythm/days";
import type { Category } from "#contracts/subject/api";
import type { EventStore, RecordedEvent } from "../event-store/event-store.ts";
import type { Clock, DueItem } from "../platform/clock.ts";
import { type CommandContext, handle } from "../platform/decider.ts";
import { load } from "../platform/folding.ts";
import { type Reactor, reactionTo } from "../platform/reactors/reactor.ts";
import { rhythmOf } from "../rhythm/facts.ts";
import { isManager, type Roster } from "../team/facts.ts";
import { postedBody } from "./posted-body.ts";
import { type QueueEntry, type QueueState, queue, streamOf } from "./queue.ts";

/** A team whose day has no problem, and when that day began. */
interface DueTeam {
  readonly teamId: number;
  /** The team's day, `yyyy-MM-dd`. */
  readonly day: string;
  readonly began: Date;
}

interface DueProblem extends DueItem, DueTeam {}

/** The problem of a day as it is posted. */
interface QueuedProblem {
  readonly teamId: number;
  readonly date: string;
  readonly callerId: string;
  readonly team: Roster;
  readonly category: Category;
  readonly title: string;
  readonly body: string;
  readonly problems: readonly Problem[];
}

interface PostingDeps {
  readonly store: EventStore;
  /** The read models that `readDue` reads. */
  readonly readModels: readonly string[];
  readonly readDue: (now: Date) => Promise<readonly DueTeam[]>;
  /** Posts a problem by the ordinary command, unless its day has one. */
  readonly post: (context: CommandContext, problem: QueuedProblem) => Promise<unknown>;
}

const name = "problem-of-the-day";

/** Namespace of the ids by which a posted problem names its entry. It never changes. */
const namespace = "0d2b54c6-7c8e-5b0c-9c3c-9b7f2f3c1d58";
const causeOf = (teamId: number, entryId: number) => uuidv5(`entry ${teamId} ${entryId}`, namespace);

const queueOf = async (store: EventStore, teamId: number): Promise<QueueState> =>
  (await load(store, queue, streamOf(teamId))).state;

/** The entry of a day, unless the promises have none on it. The command refuses a day that has a problem. */
function entryFor(
  { entries }: QueueState,
  promises: readonly TeamPromise[],
  { day, began }: Pick<DueTeam, "day" | "began">,
): QueueEntry | undefined {
  const accepted = entries.flatMap((entry) =>
    entry.accepted === null ? [] : [{ ...entry, acceptedAt: new Date(entry.accepted.at) }],
  );
  return entryOfToday({ promises, today: day, todayBegan: began, taken: new Set() }, accepted);
}

/** Who posts an entry: the manager who accepted it, or the first manager. */
const posterOf = (team: Roster, { accepted }: QueueEntry): string | undefined =>
  accepted && isManager(team, accepted.by)
    ? accepted.by
    : [...team.members.keys()].find((memberId) => isManager(team, memberId));

/**
 * Posts the problem of the day of each team from its queue (spec/rhythm.md rule 10). The id of the command comes from team
 * and day, so that several processes post it once.
 */
export const problemClock = ({ store, readModels, readDue, post }: PostingDeps): Clock<DueProblem> => ({
  name,
  waitsFor: readModels,
  async dueItems(now) {
    return (await readDue(now)).map(({ teamId, day, began }) => ({
      name: `problem ${teamId} ${day}`,
      owner: `team ${teamId}`,
      dueAt: began,
      teamId,
      day,
      began,
    }));
  },
  async command({ teamId, day, began }, context) {
    const [state, { roster: team, dayEndsAt, promises }] = await Promise.all([
      queueOf(store, teamId),
      rhythmOf(store, teamId),
    ]);
    // It may have ended while earlier items were recorded.
    if (studyDay(context.now, dayEndsAt) !== day) return;
    const entry = entryFor(state, promises, { day, began });
    const callerId = entry && posterOf(team, entry);
    if (!state.isOn || team.phase !== "live" || !callerId) return;
    const { title, category, problems } = entry;
    await post(
      { ...context, causationId: causeOf(teamId, entry.entryId) },
      { teamId, date: day, callerId, team, title, category, problems, body: postedBody(entry) },
    );
  },
});

/** Records which entry has become the problem of a day. */
export const queueReactors = (): Reactor[] => [
  {
    name,
    to: ["SubjectPosted"],
    // Members post the others.
    takes: ({ meta }) => meta.actor === "system",
    turnOf: ({ data }) => `team-${data["teamId"]}`,
    async on(event, store) {
      const { data } = event as Extract<DomainEvent, { type: "SubjectPosted" }> & RecordedEvent;
      const { teamId, date } = data;
      const { entries } = await queueOf(store, teamId);
      const posted = entries.find(({ entryId }) => causeOf(teamId, entryId) === event.meta.causationId);
      if (!posted) return;
      await handle(store, reactionTo(event, name, `${teamId} ${posted.entryId}`), {
        decider: queue,
        stream: streamOf(teamId),
        command: { type: "RecordPosted", teamId, entryId: posted.entryId, date },
      });
    },
  },
];
