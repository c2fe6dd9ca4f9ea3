import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { seoulDate } from "#contracts/dates";
import type { DomainEvent } from "#contracts/events";
import { limits } from "#contracts/limits";
import { reviewerAssigned } from "#tests/examples/discussions";
import { bamtol, dotori, hodu, janmul } from "#tests/examples/people";
import { posted, withdrawn } from "#tests/examples/posts";
import { created, joined } from "#tests/examples/teams";
import { memoryEventStore } from "#tests/support/memory-store";
import { asNew, newCommand } from "#tests/support/recorded";
import type { EventStore, RecordedEvent } from "../event-store/event-store.ts";
import type { Reactor } from "../platform/reactors/reactor.ts";
import { discussionReactors, type Leaving, type Posted } from "./reactors.ts";

const dayMs = 86_400_000;
const begun = Date.parse("2025-09-03T01:00:00.000Z");
type Fact = DomainEvent & RecordedEvent;

/** A team whose log is read by the reactor as the read models read it. */
class ReviewedTeam {
  readonly store: EventStore = memoryEventStore();
  readonly #log: Fact[] = [];
  #handled = this.store.start;
  readonly #reactor = discussionReactors({
    earlierWriters: (about) => this.#earlierWriters(about),
    earlierReviewers: (about) => this.#earlierReviewers(about),
    reviewsOf: (about) => this.#reviewsOf(about),
  })[0] as Reactor;

  /** All events up to now. */
  async log(): Promise<readonly Fact[]> {
    const { events } = await this.store.readAll(this.#log.at(-1)?.checkpoint ?? this.store.start, 100_000);
    this.#log.push(...(events as Fact[]));
    return this.#log;
  }

  async tell(stream: string, event: DomainEvent, at: number): Promise<void> {
    const { revision } = await this.store.read(stream);
    await this.store.append(stream, [asNew(event)], revision, newCommand(new Date(at).toISOString()));
  }

  /** Lets the reactor handle what it has not handled yet, or everything again. */
  async react(isAgain = false): Promise<void> {
    if (isAgain) this.#handled = this.store.start;
    const { events, checkpoint } = await this.store.readAll(this.#handled, 100_000);
    const { to, turnOf, on } = this.#reactor;
    const taken = events.filter((event) => to.some((type) => type === event.type));
    const turns = [...new Set(taken.map((event) => turnOf?.(event)))];
    // Only events of one turn keep their order.
    for (const turn of turns.reverse())
      for (const event of taken.filter((each) => turnOf?.(each) === turn)) await on(event, this.store);
    this.#handled = checkpoint;
  }

  /** Who was asked for and released from each article, in log order. */
  async reviews(): Promise<string[]> {
    return (await this.log()).flatMap(({ type, data }) =>
      type === "ReviewerAssigned" || type === "ReviewerReleased"
        ? [`${type} ${data.articleId} ${data.reviewerId}`]
        : [],
    );
  }

  async #earlierWriters({ teamId, date, postedAt, checkpoint }: Posted): Promise<string[]> {
    const log = await this.log();
    const isThere = (articleId: number) =>
      !log.some(
        ({ type, data, occurredAt }) =>
          type === "ArticleDeleted" && data.articleId === articleId && occurredAt <= postedAt,
      );
    return log
      .filter((event) => this.store.compare(event.checkpoint, checkpoint) < 0)
      .flatMap(({ type, data }) =>
        type === "ArticlePosted" && data.teamId === teamId && data.date === date && isThere(data.articleId)
          ? [data.authorId]
          : [],
      )
      .reverse();
  }

  async #earlierReviewers({ teamId, articleId, postedAt }: Posted): Promise<string[]> {
    const since = Date.parse(postedAt) - 30 * dayMs;
    return (await this.log()).flatMap(({ type, data, occurredAt }) =>
      type === "ReviewerAssigned" &&
      data.teamId === teamId &&
      data.articleId !== articleId &&
      occurredAt <= postedAt &&
      Date.parse(occurredAt) > since
        ? [data.reviewerId]
        : [],
    );
  }

  async #reviewsOf({ memberId, teamId, at }: Leaving) {
    const asked = Date.parse(at) - limits.reviewDays * dayMs;
    return (await this.log()).flatMap(({ type, data, occurredAt }) =>
      type === "ReviewerAssigned" &&
      data.reviewerId === memberId &&
      data.teamId === (teamId ?? data.teamId) &&
      occurredAt <= at &&
      Date.parse(occurredAt) > asked
        ? [{ articleId: data.articleId, teamId: data.teamId }]
        : [],
    );
  }
}

let team: ReviewedTeam;
let now: number;
beforeEach(async () => {
  team = new ReviewedTeam();
  now = begun;
  await inTeam(created, joined(bamtol), joined(hodu));
});

const inTeam = async (...events: DomainEvent[]) => {
  for (const event of events) await team.tell("team-12", event, now);
};
const options = (reviewPartner: boolean): DomainEvent => ({
  type: "DiscussionOptionsChanged",
  data: { teamId: 12, reviewPartner, solveFirst: false, changedBy: dotori },
});
const left = (memberId: string, teamId = 12): DomainEvent => ({
  type: "MemberLeft",
  data: { teamId, memberId, role: "MEMBER", withdrawn: false },
});
const kicked = (memberId: string): DomainEvent => ({
  type: "MemberKicked",
  data: { teamId: 12, memberId, role: "MEMBER", kickedBy: dotori, reason: null },
});
const post = async (articleId: number, authorId: string) => {
  now += 60_000;
  const date = seoulDate(new Date(now));
  await team.tell(`article-${articleId}`, posted({ articleId, authorId, date }), now);
};
const asked = (articleId: number, reviewerId: string) => `ReviewerAssigned ${articleId} ${reviewerId}`;
const released = (articleId: number, reviewerId: string) => `ReviewerReleased ${articleId} ${reviewerId}`;

describe("a team that asks for reviews", () => {
  beforeEach(() => inTeam(options(true)));

  it("asks the author of the latest article of the day, without one the earliest member with the fewest requests", async () => {
    await post(301, dotori);
    await post(302, hodu);
    await post(303, hodu);
    now += dayMs;
    await post(304, dotori);
    await team.react();
    expect(await team.reviews()).toEqual([
      ...[asked(301, bamtol), asked(302, dotori), asked(303, dotori), asked(304, hodu)],
    ]);
  });

  it("asks once, however often the reactor handles the log", async () => {
    await post(301, dotori);
    await team.react();
    await post(302, bamtol);
    await team.react(true);
    await team.react(true);
    expect(await team.reviews()).toEqual([asked(301, bamtol), asked(302, dotori)]);
  });

  it("asks no member who joined after the posting, and nobody in a team of one", async () => {
    await inTeam(left(bamtol), left(hodu));
    await post(301, dotori);
    await inTeam(joined(janmul));
    await team.react();
    expect(await team.reviews()).toEqual([]);
  });

  it("passes over an article that was deleted before, but not one that was deleted later", async () => {
    const deleted: DomainEvent = {
      type: "ArticleDeleted",
      data: { articleId: 302, teamId: 12, authorId: hodu, date: "2025-09-03" },
    } as DomainEvent;
    await post(301, bamtol);
    await post(302, hodu);
    await post(303, dotori);
    now += 1000;
    await team.tell("article-302", deleted, now);
    await post(304, dotori);
    await team.react();
    expect((await team.reviews()).slice(2)).toEqual([asked(303, hodu), asked(304, bamtol)]);
  });

  it.each([
    ["leaves", left(bamtol), "team-12"],
    ["is kicked", kicked(bamtol), "team-12"],
    ["withdraws", withdrawn(bamtol), `member-${bamtol}`],
  ])("releases a reviewer who %s, once, from what is still shown", async (_, event, stream) => {
    await post(301, dotori);
    now += limits.reviewDays * dayMs;
    await post(302, dotori);
    await post(303, hodu);
    await team.react();
    expect(await team.reviews()).toEqual([asked(301, bamtol), asked(302, hodu), asked(303, dotori)]);
    await team.tell("discussion-304", reviewerAssigned({ articleId: 304 }), now);
    await team.tell("discussion-305", reviewerAssigned({ articleId: 305, reviewerId: hodu }), now);
    now += 60_000;
    await team.tell(stream, event, now);
    await team.react();
    await team.react(true);
    expect((await team.reviews()).slice(5)).toEqual([released(304, bamtol)]);
  });

  it("releases a reviewer whose withdrawal is handled before the articles, because it has another turn", async () => {
    for (const articleId of [301, 302, 303]) await post(articleId, dotori);
    await team.tell(`member-${bamtol}`, withdrawn(bamtol), now);
    await inTeam(left(bamtol));
    await team.react();
    expect(await team.reviews()).toEqual([
      ...[asked(301, bamtol), asked(302, hodu), asked(303, bamtol)],
      ...[released(301, bamtol), released(303, bamtol)],
    ]);
    await team.react(true);
    expect(await team.reviews()).toHaveLength(5);
  });

  it("keeps the reviews of a member who left another team", async () => {
    await post(301, dotori);
    await team.react();
    await team.tell("team-13", left(bamtol, 13), now);
    await team.react();
    expect(await team.reviews()).toEqual([asked(301, bamtol)]);
  });
});

it("asks for no review while the option is off, and for none of earlier articles once it is on", async () => {
  await post(301, dotori);
  await inTeam(options(true), options(false));
  await post(302, dotori);
  await inTeam(options(true));
  await team.react();
  expect(await team.reviews()).toEqual([]);
});

interface Step {
  readonly what: "post" | "join" | "leave" | "delete" | "react";
  readonly who: number;
  readonly minutes: number;
}
const people = [dotori, bamtol, hodu, janmul, ...["5", "6"].map((n) => dotori.replace(/.$/, n))];
const steps = fc.array(
  fc.record({
    what: fc.oneof(
      { weight: 8, arbitrary: fc.constant("post" as const) },
      { weight: 3, arbitrary: fc.constantFrom("join" as const, "leave" as const, "delete" as const) },
      { weight: 2, arbitrary: fc.constant("react" as const) },
    ),
    who: fc.nat(people.length - 1),
    minutes: fc.integer({ min: 1, max: 2000 }),
  }),
  { minLength: 80, maxLength: 80 },
);

/** Plays the steps that are possible; the first member never leaves. */
async function play(all: readonly Step[]): Promise<void> {
  let members: string[] = [dotori, bamtol, hodu];
  const articles: Posted[] = [];
  await inTeam(options(true));
  for (const { what, who, minutes } of all) {
    now += minutes * 60_000;
    const member = people[who] as string;
    const isIn = members.includes(member);
    if (what === "react") await team.react();
    if (what === "join" && !isIn) {
      members.push(member);
      await inTeam(joined(member));
    }
    if (what === "leave" && isIn && who > 0) {
      members = members.filter((each) => each !== member);
      await inTeam(left(member));
    }
    const articleId = 301 + articles.length;
    const date = seoulDate(new Date(now + 60_000));
    if (what === "post") {
      const authorId = members[who % members.length] as string;
      articles.push({ articleId, teamId: 12, authorId, date, postedAt: "", checkpoint: "" });
      await post(articleId, authorId);
    }
    const deleted = what === "delete" ? articles.at(-1 - who) : undefined;
    if (deleted) {
      const { postedAt: _, checkpoint: __, ...data } = deleted;
      await team.tell(`article-${data.articleId}`, { type: "ArticleDeleted", data } as DomainEvent, now);
    }
  }
  await team.react();
}

/** The reviewer of each article by spec/discussion.md rule 11, from a whole log. */
function reviewersBy(log: readonly Fact[]): Map<number, string> {
  const requests: { readonly reviewerId: string; readonly at: number }[] = [];
  const members = new Set<string>();
  let articles: { readonly articleId: number; readonly authorId: string; readonly date: string }[] = [];
  const chosen = new Map<number, string>();
  for (const { type, data, occurredAt } of log) {
    if (type === "TeamCreated") members.add(data.creatorId);
    if (type === "MemberJoined") members.add(data.memberId);
    if (type === "MemberLeft") members.delete(data.memberId);
    if (type === "ArticleDeleted") articles = articles.filter((each) => each.articleId !== data.articleId);
    if (type !== "ArticlePosted") continue;
    const at = Date.parse(occurredAt);
    const others = [...members].filter((each) => each !== data.authorId);
    const last = articles.findLast(({ date, authorId }) => date === data.date && others.includes(authorId));
    const asks = (member: string) =>
      requests.filter((each) => each.reviewerId === member && each.at > at - 30 * dayMs).length;
    const byRequests = [...others].sort((one, other) => asks(one) - asks(other));
    const reviewerId = last?.authorId ?? byRequests[0];
    articles.push(data);
    if (reviewerId === undefined) continue;
    expect(reviewerId).not.toBe(data.authorId);
    expect(members.has(reviewerId)).toBe(true);
    chosen.set(data.articleId, reviewerId);
    requests.push({ reviewerId, at });
  }
  return chosen;
}
const assignedIn = (log: readonly Fact[]) =>
  new Map(
    log.flatMap(({ type, data }) =>
      type === "ReviewerAssigned" ? [[data.articleId, data.reviewerId] as const] : [],
    ),
  );

it("asks over 1,000 random articles never the author or a former member, and the same from the log again", async () => {
  let asks = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      team = new ReviewedTeam();
      now = begun;
      await inTeam(created, joined(bamtol), joined(hodu));
      await play(all);
      const log = await team.log();
      const before = assignedIn(log);
      expect(before).toEqual(reviewersBy(log));
      asks += before.size;
      const reviews = new Set(await team.reviews());
      const again = new ReviewedTeam();
      for (const event of log.filter(({ stream }) => !stream.startsWith("discussion-")))
        await again.tell(event.stream, event, Date.parse(event.occurredAt));
      await again.react();
      expect(new Set(await again.reviews())).toEqual(reviews);
    }),
    { numRuns: 25 },
  );
  expect(asks).toBeGreaterThan(1000);
});
