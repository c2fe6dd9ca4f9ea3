import { describe } from "vitest";
import { quoteAt } from "#contracts/discussion/locate";
import { limits } from "#contracts/limits";
import {
  acknowledged,
  acknowledgementWithdrawn,
  commentDeleted,
  commentEdited,
  commented,
  reviewerAssigned,
  reviewerReleased,
} from "#tests/examples/discussions";
import { bamtol, dotori, hodu, janmul, stranger } from "#tests/examples/people";
import { itDecides } from "#tests/support/given";
import type { ArticleFacts } from "../article/facts.ts";
import type { Roster } from "../team/facts.ts";
import { type DiscussionCommand, discussion } from "./discussion.ts";

type CommandOf<T extends DiscussionCommand["type"]> = Extract<DiscussionCommand, { type: T }>;

const article: ArticleFacts = {
  articleId: 301,
  teamId: 12,
  authorId: dotori,
  date: "2025-09-03",
  revision: 1,
  body: "",
};
const team: Roster = {
  phase: "live",
  members: new Map([
    [dotori, "MEMBER"],
    [bamtol, "MEMBER"],
    [hodu, "MANAGER"],
  ]),
};
const facts = { callerId: bamtol, article, team, isVeiled: false };
const codeBlocks = [["def bfs():", "    while queue:", "        x = queue.popleft()", "", " "]];
const anchor = { articleRevision: 1, codeBlock: 0, fromLine: 2, toLine: 3 };
const text = "여기서 seen에 방향까지 넣은 이유가 궁금해요";

const post = (over: Partial<CommandOf<"PostComment">> = {}): DiscussionCommand => ({
  type: "PostComment",
  ...facts,
  commentId: 9001,
  threadId: null,
  text,
  mentionIds: [],
  anchor,
  quoteAt: (place) => quoteAt(place, codeBlocks),
  withdrawn: new Set(),
  ...over,
});
const reply = (over: Partial<CommandOf<"PostComment">> = {}) =>
  post({ callerId: hodu, commentId: 9002, threadId: 9001, anchor: null, ...over });
const replied = commented({ commentId: 9002, authorId: hodu, anchor: null, quote: null });
const edit = (over: Partial<CommandOf<"EditComment">> = {}): DiscussionCommand => ({
  type: "EditComment",
  ...facts,
  commentId: 9001,
  text: "고친 의견",
  mentionIds: [hodu],
  withdrawn: new Set(),
  ifMatch: undefined,
  ...over,
});
const remove = (over: Partial<CommandOf<"DeleteComment">> = {}): DiscussionCommand => ({
  type: "DeleteComment",
  ...facts,
  commentId: 9001,
  reason: "주제와 달라요",
  withdrawn: new Set(),
  ...over,
});
const acknowledge = (over: Partial<CommandOf<"Acknowledge">> = {}): DiscussionCommand => ({
  type: "Acknowledge",
  ...facts,
  acknowledged: true,
  ...over,
});
const full = Array.from({ length: limits.comments }, (_, n) =>
  commented({ commentId: 9001 + n, threadId: 9001 + n }),
);
const deletedTeam: Roster = { phase: "deleted", members: new Map() };

describe("a comment", () => {
  itDecides(discussion, [
    ["is posted with the lines of its anchor", [], post(), [commented()]],
    [
      "is posted about the whole article",
      [],
      post({ anchor: null }),
      [commented({ anchor: null, quote: null })],
    ],
    ["names its thread, never another reply", [commented()], reply(), [replied]],
    ["does not answer a reply", [commented(), replied], reply({ threadId: 9002 }), "comment-not-found"],
    ["does not answer a thread that does not exist", [], reply(), "comment-not-found"],
    [
      "answers a deleted root that has replies",
      [commented(), replied, commentDeleted()],
      reply({ commentId: 9003 }),
      [commented({ commentId: 9003, authorId: hodu, anchor: null, quote: null })],
    ],
    [
      "does not answer a thread without posted comments",
      [commented(), commentDeleted()],
      reply(),
      "comment-not-found",
    ],
    [
      "does not answer the root of a writer who has withdrawn, without posted replies",
      [commented(), replied, commentDeleted({ commentId: 9002, authorId: hodu, deletedBy: hodu })],
      reply({ commentId: 9003, withdrawn: new Set([bamtol]) }),
      "comment-not-found",
    ],
    [
      "answers the root of a writer who has withdrawn, with a posted reply",
      [commented(), replied],
      reply({ commentId: 9003, withdrawn: new Set([bamtol]) }),
      [commented({ commentId: 9003, authorId: hodu, anchor: null, quote: null })],
    ],
    ["is refused if the article does not exist", [], post({ article: undefined }), "article-not-found"],
    ["is refused if the team is deleted", [], post({ team: deletedTeam }), "article-not-found"],
    ["is refused to outsiders", [], post({ callerId: stranger }), "caller-not-in-team"],
    [
      "is refused to a former member who wrote the article",
      [],
      post({ callerId: janmul, article: { ...article, authorId: janmul } }),
      "caller-not-in-team",
    ],
    ["is refused about a veiled article", [], post({ isVeiled: true }), "article-veiled"],
    ["is refused as the 201st, of any writers", full, post({ commentId: 9999 }), "too-many-comments"],
    [
      "is posted beside those of a writer who has withdrawn",
      full,
      post({ commentId: 9999, callerId: hodu, withdrawn: new Set([bamtol]) }),
      [commented({ commentId: 9999, threadId: 9999, authorId: hodu })],
    ],
    [
      "is posted in the place of a deleted one",
      [...full, commentDeleted()],
      post({ commentId: 9999 }),
      [commented({ commentId: 9999, threadId: 9999 })],
    ],
  ]);
});

describe("an anchor", () => {
  const at = (over: Partial<typeof anchor>) => post({ anchor: { ...anchor, ...over } });
  const long = [Array.from({ length: 60 }, (_, n) => `line ${n}`)];
  const huge = "a".repeat(limits.quoteUnits + 1);
  itDecides(discussion, [
    ["is refused in a reply", [commented()], reply({ anchor }), "anchor-not-found"],
    ["is refused at another revision of the article", [], at({ articleRevision: 2 }), "stale-revision"],
    ["is refused in a block that does not exist", [], at({ codeBlock: 1 }), "anchor-not-found"],
    ["is refused in a negative block", [], at({ codeBlock: -1 }), "anchor-not-found"],
    ["is refused before the first line", [], at({ fromLine: 0 }), "anchor-not-found"],
    ["is refused beyond the last line", [], at({ toLine: 6 }), "anchor-not-found"],
    ["is refused backwards", [], at({ fromLine: 3, toLine: 2 }), "anchor-not-found"],
    ["is refused on blank lines alone", [], at({ fromLine: 4, toLine: 5 }), "anchor-not-found"],
    [
      "is refused on 51 lines",
      [],
      post({ quoteAt: (place) => quoteAt(place, long), anchor: { ...anchor, fromLine: 1, toLine: 51 } }),
      "anchor-not-found",
    ],
    [
      "is refused on a line of a megabyte",
      [],
      post({ quoteAt: (place) => quoteAt(place, [[huge]]), anchor: { ...anchor, fromLine: 1, toLine: 1 } }),
      "anchor-not-found",
    ],
    [
      "quotes 50 lines",
      [],
      post({ quoteAt: (place) => quoteAt(place, long), anchor: { ...anchor, fromLine: 1, toLine: 50 } }),
      [commented({ anchor: { ...anchor, fromLine: 1, toLine: 50 }, quote: long[0]?.slice(0, 50) ?? [] })],
    ],
  ]);
});

describe("an edit of a comment", () => {
  itDecides(discussion, [
    ["is made by its writer", [commented()], edit(), [commentEdited()]],
    ["with the present revision is made", [commented()], edit({ ifMatch: 1 }), [commentEdited()]],
    [
      "raises the revision again",
      [commented(), commentEdited()],
      edit({ ifMatch: 2 }),
      [commentEdited({ newMentionIds: [], revision: 3 })],
    ],
    [
      "tells neither the article's author nor earlier writers of the thread again, but later ones",
      [
        commented({ authorId: janmul }),
        commented({ commentId: 9002, authorId: bamtol }),
        commented({ commentId: 9003, authorId: hodu }),
      ],
      edit({ commentId: 9002, mentionIds: [dotori, janmul, hodu] }),
      [commentEdited({ commentId: 9002, mentionIds: [dotori, janmul, hodu], newMentionIds: [hodu] })],
    ],
    [
      "with an older revision is refused",
      [commented(), commentEdited()],
      edit({ ifMatch: 1 }),
      "stale-revision",
    ],
    ["is refused to a manager", [commented()], edit({ callerId: hodu }), "not-the-commenter"],
    [
      "of a comment whose writer has withdrawn is refused as missing",
      [commented()],
      edit({ callerId: hodu, withdrawn: new Set([bamtol]) }),
      "comment-not-found",
    ],
    ["of a deleted comment is refused", [commented(), commentDeleted()], edit(), "comment-not-found"],
    ["is refused while the article is veiled", [commented()], edit({ isVeiled: true }), "article-veiled"],
    [
      "is refused to a writer who has left",
      [commented({ authorId: janmul })],
      edit({ callerId: janmul }),
      "caller-not-in-team",
    ],
  ]);
});

describe("a deletion of a comment", () => {
  itDecides(discussion, [
    ["by its writer has no reason", [commented()], remove(), [commentDeleted()]],
    [
      "by a manager has a reason",
      [commented()],
      remove({ callerId: hodu }),
      [commentDeleted({ deletedBy: hodu, reason: "주제와 달라요" })],
    ],
    [
      "is made by a writer who has left the team",
      [commented({ authorId: janmul })],
      remove({ callerId: janmul }),
      [commentDeleted({ authorId: janmul, deletedBy: janmul })],
    ],
    [
      "is refused the second time to a writer who has left the team",
      [
        commented({ authorId: janmul }),
        commentDeleted({ authorId: janmul, deletedBy: janmul }),
        commented({ commentId: 9002 }),
      ],
      remove({ callerId: janmul }),
      "comment-not-found",
    ],
    [
      "of another member is refused to a writer who has left the team",
      [commented(), commentDeleted({ commentId: 9002, authorId: janmul, deletedBy: janmul })],
      remove({ callerId: janmul }),
      "caller-not-in-team",
    ],
    ["is refused to other members", [commented()], remove({ callerId: dotori }), "not-the-commenter"],
    ["is refused to outsiders", [commented()], remove({ callerId: stranger }), "caller-not-in-team"],
    ["is refused the second time", [commented(), commentDeleted()], remove(), "comment-not-found"],
    ["of an unknown comment is refused", [], remove(), "comment-not-found"],
    [
      "of a comment whose writer has withdrawn is refused as missing",
      [commented()],
      remove({ callerId: dotori, withdrawn: new Set([bamtol]) }),
      "comment-not-found",
    ],
    [
      "is refused once the article is deleted",
      [commented()],
      remove({ article: undefined }),
      "article-not-found",
    ],
  ]);
});

describe("an acknowledgement", () => {
  itDecides(discussion, [
    ["is given once", [], acknowledge(), [acknowledged()]],
    ["changes nothing the second time", [acknowledged()], acknowledge(), []],
    ["is withdrawn", [acknowledged()], acknowledge({ acknowledged: false }), [acknowledgementWithdrawn()]],
    [
      "that was not given cannot be withdrawn",
      [acknowledged(hodu)],
      acknowledge({ acknowledged: false }),
      [],
    ],
    ["is given again", [acknowledged(), acknowledgementWithdrawn()], acknowledge(), [acknowledged()]],
    ["is refused to the article's author", [], acknowledge({ callerId: dotori }), "own-article"],
    ["is refused while the article is veiled", [], acknowledge({ isVeiled: true }), "article-veiled"],
    ["is refused to outsiders", [], acknowledge({ callerId: stranger }), "caller-not-in-team"],
  ]);
});

describe("the reviewer of an article", () => {
  const assign: DiscussionCommand = { type: "AssignReviewer", article, reviewerId: bamtol };
  const release: DiscussionCommand = { type: "ReleaseReviewer", article, memberId: bamtol };
  itDecides(discussion, [
    ["is assigned", [], assign, [reviewerAssigned()]],
    ["is assigned once", [reviewerAssigned({ reviewerId: hodu })], assign, []],
    ["is not replaced after the release", [reviewerAssigned(), reviewerReleased()], assign, []],
    ["is released", [reviewerAssigned()], release, [reviewerReleased()]],
    ["is released once", [reviewerAssigned(), reviewerReleased()], release, []],
    ["stays when another member leaves", [reviewerAssigned({ reviewerId: hodu })], release, []],
  ]);
});
