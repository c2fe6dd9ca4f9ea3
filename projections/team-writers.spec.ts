import { teamDeleted } from "#tests/examples/memberships";
import { dotori } from "#tests/examples/people";
import * as post from "#tests/examples/posts";
import { at, itProjects, itTouches, positionOf } from "#tests/support/projected";
import { teamWriters } from "./team-writers.ts";

const row = {
  article_id: 301,
  team_id: 12,
  author_id: dotori,
  date: "2025-09-03",
  posted_at: at(1),
  deleted_at: null,
  position: positionOf(1),
};

itProjects(teamWriters, [
  ["has who wrote on a day", [post.posted()], [row]],
  ["keeps a deleted article as written", [post.posted(), post.deleted], [{ ...row, deleted_at: at(2) }]],
  ["has no article whose author's key is destroyed", [{ withoutKey: post.posted() }], []],
  ["ends with its team", [post.posted(), teamDeleted], []],
  ["loses a member who withdraws", [post.posted(), post.withdrawn()], []],
]);
itTouches(teamWriters, [[["12"], post.posted(), post.deleted, teamDeleted]]);
