import { expect, it } from "vitest";
import * as talk from "#tests/examples/discussions";
import * as team from "#tests/examples/memberships";
import { bamtol, dotori, hodu } from "#tests/examples/people";
import * as post from "#tests/examples/posts";
import { at, itProjects, itTouches, positionOf, sealedOf } from "#tests/support/projected";
import { recorded } from "#tests/support/recorded";
import { discussion } from "./discussion.ts";
import { changesOf } from "./projector/apply.ts";

const row = {
  comment_id: 9001,
  thread_id: 9001,
  article_id: 301,
  team_id: 12,
  author_id: bamtol,
  article_author_id: dotori,
  anchor: { articleRevision: 1, codeBlock: 0, fromLine: 2, toLine: 3 },
  sealed: sealedOf(1),
  sealed_quote: null,
  mention_ids: [],
  graphemes: 26,
  revision: 1,
  created_at: at(1),
  position: positionOf(1),
  edited_at: null,
  deleted_by: null,
  sealed_reason: null,
};
const replied = talk.commented({ commentId: 9002, authorId: hodu, anchor: null, quote: null });
const reply = {
  ...row,
  comment_id: 9002,
  author_id: hodu,
  anchor: null,
  sealed: sealedOf(2),
  created_at: at(2),
  position: positionOf(2),
};
const two = [talk.commented(), replied];
const byManager = talk.commentDeleted({ deletedBy: hodu, reason: "주제와 달라요" });
const root = { ...row, sealed: null };

itProjects(discussion, [
  ["has comments with their texts sealed", two, [row, reply]],
  [
    "has the last text, alone, and keeps time and place",
    [...two, talk.commentEdited()],
    [
      { ...row, sealed: sealedOf(3), mention_ids: [hodu], graphemes: 5, revision: 2, edited_at: at(3) },
      reply,
    ],
  ],
  [
    "keeps a deleted root without its text",
    [...two, talk.commentDeleted()],
    [{ ...root, deleted_by: bamtol }, reply],
  ],
  [
    "has the reason of a manager sealed",
    [...two, byManager],
    [{ ...root, deleted_by: hodu, sealed_reason: sealedOf(3) }, reply],
  ],
  [
    "loses a deleted reply",
    [...two, talk.commentDeleted({ commentId: 9002, authorId: hodu, deletedBy: hodu })],
    [row],
  ],
  ["keeps a comment whose text cannot be decrypted, without it", [{ withoutKey: talk.commented() }], [root]],
  [
    "keeps the comments of a member who withdraws, without their texts and reasons",
    [...two, byManager, post.withdrawn(bamtol)],
    [{ ...root, deleted_by: hodu }, reply],
  ],
  ["ends with the article's author", [...two, post.withdrawn(dotori)], []],
  ["ends with the article", [...two, post.deleted], []],
  ["ends with the team", [...two, team.teamDeleted], []],
]);
itTouches(discussion, [
  [["301"], talk.commented(), talk.commentEdited(), talk.commentDeleted(), talk.acknowledged()],
  [["301"], talk.acknowledgementWithdrawn(), talk.reviewerAssigned(), talk.reviewerReleased()],
  [["301"], post.edited, post.deleted],
]);

it("has the quote sealed apart from the text, for the article's author", () => {
  const parts = { sealed: "text", sealedParts: ["text", "quote"] };
  const rowOf = (event: Parameters<typeof recorded>[0]) => {
    const [change] = changesOf(discussion, { ...recorded(event, 1), ...parts });
    return change?.change === "upsert" ? change.row : undefined;
  };
  expect(rowOf(talk.commented())).toMatchObject({ sealed: "text", sealed_quote: "quote" });
  expect(rowOf(replied)).toMatchObject({ sealed: "text", sealed_quote: null });
  // The quote tells where the thread of a deleted root stands.
  const [deleted] = changesOf(discussion, recorded(talk.commentDeleted(), 2));
  expect(Object.keys(deleted ?? {})).toContain("change");
  expect(JSON.stringify(deleted)).not.toContain("sealed_quote");
});
