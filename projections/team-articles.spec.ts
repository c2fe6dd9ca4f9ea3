import { expect, it } from "vitest";
import { left, teamDeleted } from "#tests/examples/memberships";
import { dotori } from "#tests/examples/people";
import { deleted, edited, editedWithoutKey, posted, withdrawn } from "#tests/examples/posts";
import { recorded } from "#tests/support/recorded";
import { myArticles } from "./my-articles.ts";
import { patch, remove, removeWhere, upsert } from "./projection.ts";
import { changesOf } from "./projector/apply.ts";
import { teamArticles } from "./team-articles.ts";

const position = "00000000000000000001.00000000000000000700.00000000000000000001-000";
const row = {
  article_id: 301,
  team_id: 12,
  author_id: dotori,
  date: "2025-09-03",
  sealed: "ArticlePosted article-301 …",
  revision: 1,
  created_at: "2025-09-03T12:30:00.000Z",
  position,
};
const mine = { member_id: dotori, article_id: 301 };

it.each([
  ["a posted article", posted(), [upsert(row)], [upsert({ ...mine, team_id: 12, position })]],
  ["an article whose author's key is gone has no row", posted({ title: null, body: null }), [], []],
  [
    "an edit keeps day and place",
    edited,
    [patch({ article_id: 301 }, { sealed: "ArticlePosted article-301 …", revision: 2 })],
    [],
  ],
  ["an edit whose author's key is gone removes the row", editedWithoutKey, [remove({ article_id: 301 })], []],
  ["a deleted article", deleted, [remove({ article_id: 301 })], [remove(mine)]],
  [
    "a deleted team takes its articles along",
    teamDeleted,
    [removeWhere({ team_id: 12 })],
    [removeWhere({ team_id: 12 })],
  ],
  [
    "a withdrawn member too",
    withdrawn(),
    [removeWhere({ author_id: dotori })],
    [removeWhere({ member_id: dotori })],
  ],
  ["whoever leaves leaves the articles behind", left(false, dotori), [], []],
])("%s", (_, event, ofTeam, ofMember) => {
  const isOpenable = "title" in event.data && event.data.title !== null;
  const given = { ...recorded(event), ...(isOpenable && { sealed: row.sealed }) };
  expect(changesOf(teamArticles, given)).toEqual(ofTeam);
  expect(changesOf(myArticles, given)).toEqual(ofMember);
});

it("tells team and writer", () => {
  for (const event of [posted(), edited, deleted]) {
    expect(teamArticles.touches(event)).toEqual(["12"]);
    expect(myArticles.touches(event)).toEqual([dotori]);
  }
  expect(teamArticles.touches(teamDeleted)).toEqual(["12"]);
});
