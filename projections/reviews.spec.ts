import { reviewerAssigned, reviewerReleased } from "#tests/examples/discussions";
import * as team from "#tests/examples/memberships";
import { bamtol, dotori, hodu } from "#tests/examples/people";
import * as post from "#tests/examples/posts";
import { at, itProjects, itTouches, positionOf } from "#tests/support/projected";
import { reviews } from "./reviews.ts";

const row = {
  article_id: 301,
  team_id: 12,
  reviewer_id: bamtol,
  author_id: dotori,
  date: "2025-09-03",
  assigned_at: at(1),
  position: positionOf(1),
};
const two = [reviewerAssigned(), reviewerAssigned({ articleId: 302, reviewerId: hodu, authorId: bamtol })];
const other = {
  ...row,
  article_id: 302,
  reviewer_id: hodu,
  author_id: bamtol,
  assigned_at: at(2),
  position: positionOf(2),
};

itProjects(reviews, [
  ["has the reviewer of an article", two, [row, other]],
  ["loses a reviewer who is released", [...two, reviewerReleased()], [other]],
  ["ends with the article", [...two, post.deleted], [other]],
  ["ends with the team", [...two, team.teamDeleted], []],
  ["loses the reviews of and for a member who withdraws", [...two, post.withdrawn(bamtol)], []],
]);
itTouches(reviews, []);
