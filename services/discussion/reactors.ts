import type { DomainEvent } from "#contracts/events";
import type { Checkpoint, EventStore, RecordedEvent } from "../event-store/event-store.ts";
import { handle } from "../platform/decider.ts";
import { type Reactor, reactionTo } from "../platform/reactors/reactor.ts";
import { type Roster, reviewingTeamAt } from "../team/facts.ts";
import { type DiscussionCommand, discussion } from "./discussion.ts";
import { streamOf } from "./facts.ts";

/** An article as it was posted. */
export interface Posted {
  readonly articleId: number;
  readonly teamId: number;
  readonly authorId: string;
  /** Seoul day, `yyyy-MM-dd`. */
  readonly date: string;
  /** ISO 8601, UTC. */
  readonly postedAt: string;
  /** Position of the posting in the log. */
  readonly checkpoint: Checkpoint;
}

/** A member who leaves a team, or with null all teams, at a time (ISO 8601, UTC). */
export interface Leaving {
  readonly memberId: string;
  readonly teamId: number | null;
  readonly at: string;
}

/** Each reads what the log contains up to a position. @throws while that is not reached yet */
interface DiscussionReactorDeps {
  /**
   * The writers of the articles of the same team and date that were posted earlier and existed when this one was posted,
   * that of the latest first.
   */
  readonly earlierWriters: (posted: Posted, upTo: Checkpoint) => Promise<readonly string[]>;
  /** The reviewers of the articles of the team in the 30 days before, one entry for each request. */
  readonly earlierReviewers: (posted: Posted, upTo: Checkpoint) => Promise<readonly string[]>;
  /** The articles whose reviewer a member is, among those whose open reviews are still shown. */
  readonly reviewsOf: (
    leaving: Leaving,
    upTo: Checkpoint,
  ) => Promise<readonly { readonly articleId: number; readonly teamId: number }[]>;
}

const name = "review-partner";

/**
 * Chooses a reviewer for each article of a team that asks for reviews, and releases those who leave
 * (spec/discussion.md rule 11, spec/discussion.md rule 12). What it chooses depends on the log up to the posting and on
 * its own earlier choices alone.
 */
const reviewPartner = ({ earlierWriters, earlierReviewers, reviewsOf }: DiscussionReactorDeps): Reactor => ({
  name,
  to: ["ArticlePosted", "MemberLeft", "MemberKicked", "MemberWithdrawn"],
  // A choice depends on earlier ones of its team. A withdrawal has no team and may be handled before articles that precede it:
  // what these then ask is released by the `MemberLeft` that follows it in each team.
  turnOf: ({ stream, data }) => (stream.startsWith("member-") ? stream : `team-${data["teamId"]}`),
  async on(event, store) {
    const fact = event as DomainEvent & RecordedEvent;
    if (fact.type === "ArticlePosted") {
      const { articleId, teamId, authorId, date } = fact.data;
      const posted = {
        articleId,
        teamId,
        authorId,
        date,
        postedAt: event.occurredAt,
        checkpoint: event.checkpoint,
      };
      const team = await reviewingTeamAt(store, teamId, event.checkpoint);
      if (!team?.asksForReviews) return;
      // Choices for earlier articles stand behind this event in the log.
      const head = await store.head();
      const reviewerId = chooseReviewer(
        team.roster,
        authorId,
        await earlierWriters(posted, head),
        await earlierReviewers(posted, head),
      );
      if (reviewerId !== undefined)
        await react(event, store, { type: "AssignReviewer", article: posted, reviewerId });
      return;
    }
    const leaving = leavingOf(fact);
    if (leaving === undefined) return;
    const { teamId, memberId } = leaving;
    if (teamId !== null && (await reviewingTeamAt(store, teamId, event.checkpoint)) === undefined) return;
    for (const article of await reviewsOf(leaving, await store.head()))
      await react(event, store, { type: "ReleaseReviewer", article, memberId });
  },
});

function react(
  event: RecordedEvent,
  store: EventStore,
  command: Extract<DiscussionCommand, { type: "AssignReviewer" | "ReleaseReviewer" }>,
) {
  const { articleId } = command.article;
  return handle(store, reactionTo(event, name, String(articleId)), {
    decider: discussion,
    stream: streamOf(articleId),
    command,
  });
}

function leavingOf({ type, data, occurredAt: at }: DomainEvent & RecordedEvent): Leaving | undefined {
  if (type === "MemberWithdrawn") return { memberId: data.memberId, teamId: null, at };
  if (type === "MemberLeft" || type === "MemberKicked")
    return { memberId: data.memberId, teamId: data.teamId, at };
  return undefined;
}

/**
 * The first of the earlier writers who is another member; without one, the other member with the fewest requests, of
 * several the earliest member; undefined in a team of one.
 */
function chooseReviewer(
  { members }: Roster,
  authorId: string,
  earlierWriters: readonly string[],
  earlierReviewers: readonly string[],
): string | undefined {
  const others = [...members.keys()].filter((uuid) => uuid !== authorId);
  const writer = earlierWriters.find((uuid) => others.includes(uuid));
  if (writer !== undefined) return writer;
  const requestsOf = (uuid: string) => earlierReviewers.filter((each) => each === uuid).length;
  const fewest = Math.min(...others.map(requestsOf));
  return others.find((uuid) => requestsOf(uuid) === fewest);
}

export const discussionReactors = (deps: DiscussionReactorDeps): Reactor[] => [reviewPartner(deps)];
