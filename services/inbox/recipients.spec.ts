import { beforeEach, describe, expect, it } from "vitest";
import type { DomainEvent } from "#contracts/events";
import { commentEdited, commented, reviewerAssigned } from "#tests/examples/discussions";
import { announced, coManagerAdded, discordUnlinked } from "#tests/examples/memberships";
import { bamtol, dotori, hodu, janmul } from "#tests/examples/people";
import { posted } from "#tests/examples/posts";
import { created, joined } from "#tests/examples/teams";
import { memoryEventStore } from "#tests/support/memory-store";
import { tell } from "#tests/support/recorded";
import type { EventStore } from "../event-store/event-store.ts";
import { announcementsOf } from "./recipients.ts";

let store: EventStore;
beforeEach(async () => {
  store = memoryEventStore();
  await tell(store, "team-12", created, joined(bamtol), joined(hodu), joined(janmul));
  await tell(store, "article-301", posted());
});

/** The recipients of an event by kind, without kinds that have none. */
async function toldOf(stream: string, event: DomainEvent) {
  await tell(store, stream, event);
  const recorded = (await store.read(stream)).events.at(-1);
  if (!recorded) throw new Error("no event");
  const announcements = await announcementsOf(recorded, { store, choosing: async () => [] });
  const told = announcements.filter(({ recipients }) => recipients.length > 0);
  return told.map(({ kind, recipients }) => [kind, ...recipients]);
}
const inDiscussion = (event: DomainEvent) => toldOf("discussion-301", event);
const leaves = (memberId: string) =>
  tell(store, "team-12", {
    type: "MemberLeft",
    data: { teamId: 12, memberId, role: "MEMBER", withdrawn: false },
  });
const reply = (mentionIds: string[] = []) =>
  commented({ commentId: 9003, authorId: hodu, anchor: null, quote: null, mentionIds });

describe("a comment", () => {
  beforeEach(async () => {
    const answer = { anchor: null, quote: null };
    await tell(
      store,
      "discussion-301",
      commented(),
      commented({ commentId: 9002, authorId: dotori, ...answer }),
    );
    await tell(store, "discussion-301", commented({ commentId: 9004, authorId: janmul, ...answer }));
  });

  it("tells the article's author, and the other writers of its thread, never its own writer", async () => {
    expect(await inDiscussion(reply())).toEqual([
      ["COMMENT", dotori],
      ["REPLY", bamtol, janmul],
    ]);
    const ofAuthor = commented({ commentId: 9005, authorId: dotori, anchor: null, quote: null });
    expect(await inDiscussion(ofAuthor)).toEqual([["REPLY", bamtol, janmul, hodu]]);
  });

  it("tells those whom it names of nothing else", async () => {
    expect(await inDiscussion(reply([dotori, bamtol]))).toEqual([
      ["MENTION", dotori, bamtol],
      ["REPLY", janmul],
    ]);
  });

  it("tells present members only", async () => {
    await leaves(bamtol);
    expect(await inDiscussion(reply([bamtol]))).toEqual([
      ["COMMENT", dotori],
      ["REPLY", janmul],
    ]);
    expect(await inDiscussion(commentEdited({ newMentionIds: [bamtol, hodu] }))).toEqual([["MENTION", hodu]]);
  });

  it("tells of an edit only those whom it names first", async () => {
    const edit = commentEdited({ mentionIds: [dotori, hodu, bamtol], newMentionIds: [hodu, bamtol] });
    expect(await inDiscussion(edit)).toEqual([["MENTION", hodu]]);
    expect(await inDiscussion(commentEdited({ newMentionIds: [], revision: 3 }))).toEqual([]);
  });

  it("tells no member of an article that was deleted meanwhile", async () => {
    const { articleId, teamId, authorId, date } = posted().data as Extract<
      DomainEvent,
      { type: "ArticleDeleted" }
    >["data"];
    await tell(store, "article-301", { type: "ArticleDeleted", data: { articleId, teamId, authorId, date } });
    expect(await inDiscussion(reply([bamtol]))).toEqual([]);
    expect(await inDiscussion(reviewerAssigned())).toEqual([]);
  });
});

it("a request for a review tells the reviewer, unless they have left", async () => {
  expect(await inDiscussion(reviewerAssigned())).toEqual([["REVIEW_ASKED", bamtol]]);
  await leaves(hodu);
  expect(await inDiscussion(reviewerAssigned({ reviewerId: hodu }))).toEqual([]);
});

it("a Discord webhook that is gone tells the managers, one that a manager unlinked nobody", async () => {
  await tell(store, "team-12", coManagerAdded);
  expect(await toldOf("team-12", discordUnlinked("refused"))).toEqual([["DISCORD_STOPPED", dotori, bamtol]]);
  expect(await toldOf("team-12", discordUnlinked("manager"))).toEqual([]);
});

it("an announcement that is emptied tells no member", async () => {
  const { type, data } = announced as Extract<DomainEvent, { type: "AnnouncementChanged" }>;
  expect(await toldOf("team-12", { type, data })).not.toEqual([]);
  expect(await toldOf("team-12", { type, data: { ...data, announcement: " " } })).toEqual([]);
});
