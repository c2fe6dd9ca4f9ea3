import * as talk from "#tests/examples/discussions";
import * as team from "#tests/examples/memberships";
import { dotori } from "#tests/examples/people";
import * as post from "#tests/examples/posts";
import { joined } from "#tests/examples/teams";
import { at, itProjects, itTouches, positionOf, sealedOf } from "#tests/support/projected";
import { teamArticles } from "./team-articles.ts";

const boj = { provider: "boj", number: "1260" };
const codeforces = { provider: "codeforces", number: "4A" };
const row = {
  article_id: 301,
  team_id: 12,
  author_id: dotori,
  date: "2025-09-03",
  sealed: sealedOf(1),
  problems: [boj],
  revision: 1,
  created_at: at(1),
  position: positionOf(1),
};
const edited = { ...row, problems: [boj, codeforces], revision: 2 };
const two = [post.posted(), post.posted({ articleId: 302 })];
const other = { ...row, article_id: 302, sealed: sealedOf(2), created_at: at(2), position: positionOf(2) };

itProjects(teamArticles, [
  ["has an article with its text sealed", [post.posted()], [row]],
  [
    "has the last text, alone, and keeps time and place",
    [...two, post.edited],
    [{ ...edited, sealed: sealedOf(3) }, other],
  ],
  [
    "has the last of several texts",
    [post.posted(), post.edited, post.edited, post.edited],
    [{ ...edited, sealed: sealedOf(4) }],
  ],
  ["has no article whose author's key is destroyed", [{ withoutKey: post.posted() }], []],
  ["loses an article whose edited text cannot be decrypted", [...two, { withoutKey: post.edited }], [other]],
  ["loses a deleted article", [...two, post.deleted], [other]],
  [
    "ends with its team",
    [...two, post.posted({ articleId: 303, teamId: 13 }), team.teamDeleted],
    [
      {
        ...row,
        article_id: 303,
        team_id: 13,
        sealed: sealedOf(3),
        created_at: at(3),
        position: positionOf(3),
      },
    ],
  ],
  ["loses the articles of a member who withdraws", [...two, post.withdrawn()], []],
  ["keeps the articles of a member who leaves", [post.posted(), team.left(false, dotori)], [row]],
]);
itTouches(teamArticles, [
  [["12"], post.posted(), post.edited, post.deleted, team.teamDeleted],
  // Members of the team see the bodies.
  [["12"], joined(), team.admitted, team.left(false, dotori), team.kicked],
  // Cards show counts, reviewers and what is veiled.
  [["12"], team.discussionOptionsChanged, talk.commented(), talk.commentEdited(), talk.commentDeleted()],
  [["12"], talk.acknowledged(), talk.acknowledgementWithdrawn()],
  [["12"], talk.reviewerAssigned(), talk.reviewerReleased()],
]);
