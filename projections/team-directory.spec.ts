import { expect, it } from "vitest";
import type { DomainEvent } from "#contracts/events";
import * as team from "#tests/examples/memberships";
import { hodu } from "#tests/examples/people";
import { created, joined } from "#tests/examples/teams";
import { itProjects, itTouches, positionOf } from "#tests/support/projected";
import { searchable, teamDirectory } from "./team-directory.ts";

const row = {
  team_id: 12,
  name: "아침반",
  search_name: "아침반",
  member_count: 1,
  created_position: positionOf(1),
};
const another = { type: "TeamCreated", data: { ...created.data, teamId: 13 } } as DomainEvent;
const other = { ...row, team_id: 13, created_position: positionOf(2) };

itProjects(teamDirectory, [
  ["lists a team with its creator as the only member", [created], [row]],
  [
    "takes the last name, alone",
    [created, another, team.infoChanged],
    [{ ...row, name: "저녁 Java반", search_name: "저녁 java반" }, other],
  ],
  ["counts who joins", [created, another, joined(), joined(hodu)], [{ ...row, member_count: 3 }, other]],
  ["counts every admitted applicant", [created, team.admitted, joined()], [{ ...row, member_count: 4 }]],
  [
    "counts who leaves, withdraws or is kicked",
    [created, joined(), joined(), joined(), team.left(), team.left(true), team.kicked],
    [row],
  ],
  [
    "keeps the number of members when roles change",
    [created, joined(), team.coManagerAdded, team.demoted],
    [{ ...row, member_count: 2 }],
  ],
  ["does not list a deleted team", [created, another, team.teamDeleted], [other]],
]);
itTouches(teamDirectory, [
  [["all"], created, team.infoChanged, joined(), team.admitted, team.left(), team.kicked, team.teamDeleted],
  [["all"], team.announced, team.coManagerAdded, team.delegated, team.demoted, team.succeeded],
]);

it("normalises decomposed and upper-case letters for the search", () => {
  expect(searchable("아침반 JAVA".normalize("NFD"))).toBe("아침반 java");
});
