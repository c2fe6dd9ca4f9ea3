import { reviewerAssigned, reviewerReleased } from "#tests/examples/discussions";
import * as team from "#tests/examples/memberships";
import { bamtol, hodu } from "#tests/examples/people";
import { at, itProjects, itTouches, positionOf } from "#tests/support/projected";
import { reviews } from "./reviews.ts";

const row = {
  article_id: 301,
  team_id: 12,
  reviewer_id: bamtol,
  date: "2025-09-03",
  assigned_at: at(1),
  position: positionOf(1),
  released_at: null,
};
const two = [reviewerAssigned(), reviewerAssigned({ articleId: 302, reviewerId: hodu, authorId: bamtol })];
const other = {
  ...row,
  article_id: 302,
  reviewer_id: hodu,
  assigned_at: at(2),
  position: positionOf(2),
};

itProjects(reviews, [
  ["has the reviewer of an article", two, [row, other]],
  [
    "keeps the request of a reviewer who is released",
    [...two, reviewerReleased()],
    [{ ...row, released_at: at(3) }, other],
  ],
  ["ends with the team", [...two, team.teamDeleted], []],
]);
itTouches(reviews, []);
