import { teamDeleted } from "#tests/examples/memberships";
import { bamtol, dotori } from "#tests/examples/people";
import * as post from "#tests/examples/posts";
import { itProjects, itTouches, positionOf } from "#tests/support/projected";
import { myArticles } from "./my-articles.ts";

const row = { member_id: dotori, article_id: 301, team_id: 12, position: positionOf(1) };
const two = [post.posted(), post.posted({ articleId: 302, authorId: bamtol })];
const other = { ...row, member_id: bamtol, article_id: 302, position: positionOf(2) };

itProjects(myArticles, [
  ["lists the articles of each author", two, [row, other]],
  ["keeps the place of an edited article", [...two, post.edited], [row, other]],
  ["has no article whose author's key is destroyed", [{ withoutKey: post.posted() }], []],
  ["loses a deleted article", [...two, post.deleted], [other]],
  ["ends with the team", [...two, teamDeleted], []],
  ["ends with the withdrawal of its author", [...two, post.withdrawn()], [other]],
]);
itTouches(myArticles, [[[dotori], post.posted(), post.edited, post.deleted]]);
