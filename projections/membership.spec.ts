import { describe, expect, it } from "vitest";
import {
  admitted,
  announced,
  coManagerAdded,
  delegated,
  demoted,
  kicked,
  left,
  succeeded,
  teamDeleted,
} from "#tests/examples/memberships";
import { bamtol, dotori, hodu, janmul } from "#tests/examples/people";
import { created, joined } from "#tests/examples/teams";
import { recorded } from "#tests/support/recorded";
import { myTeams } from "./my-teams.ts";
import { patch, remove, removeWhere, upsert } from "./projection.ts";
import { changesOf } from "./projector/apply.ts";
import { teamMembers } from "./team-members.ts";

const place = "00000000000000000001.00000000000000000700.00000000000000000001";
const row = (member_id: string, role: string, index = 0) =>
  upsert({
    team_id: 12,
    member_id,
    role,
    joined_at: "2025-09-03T12:30:00.000Z",
    joined_position: `${place}-00${index}`,
  });
const at = (member_id: string) => ({ team_id: 12, member_id });

describe.each([teamMembers, myTeams])("$name", (projection) => {
  it.each([
    ["the creator is manager", created, [row(dotori, "MANAGER")]],
    ["who joins is a member", joined(), [row(bamtol, "MEMBER")]],
    ["admitted people keep their order", admitted, [row(hodu, "MEMBER"), row(janmul, "MEMBER", 1)]],
    ["leaving ends the membership", left(), [remove(at(bamtol))]],
    ["so does a withdrawal", left(true), [remove(at(bamtol))]],
    ["and a kick", kicked, [remove(at(bamtol))]],
    ["a co-manager is manager", coManagerAdded, [patch(at(bamtol), { role: "MANAGER" })]],
    [
      "delegation changes both",
      delegated,
      [patch(at(dotori), { role: "MEMBER" }), patch(at(bamtol), { role: "MANAGER" })],
    ],
    ["a demoted manager is a member", demoted, [patch(at(bamtol), { role: "MEMBER" })]],
    ["a successor is manager", succeeded, [patch(at(bamtol), { role: "MANAGER" })]],
    ["nobody is left of a deleted team", teamDeleted, [removeWhere({ team_id: 12 })]],
    ["an announcement changes nobody", announced, []],
  ])("%s", (_, event, changes) => {
    expect(changesOf(projection, recorded(event))).toEqual(changes);
  });
});

it.each([
  [created, [dotori]],
  [joined(), [bamtol]],
  [admitted, [hodu, janmul]],
  [left(), [bamtol]],
  [kicked, [bamtol]],
  [delegated, [dotori, bamtol]],
  [announced, []],
])("tells team and people whose membership changed: $type", (event, people) => {
  expect(myTeams.touches(event)).toEqual(people);
  expect(teamMembers.touches(event)).toEqual(people.length > 0 ? ["12"] : []);
});
