import { describe } from "vitest";
import type { DomainEvent } from "#contracts/events";
import * as team from "#tests/examples/memberships";
import { bamtol, dotori, hodu, janmul } from "#tests/examples/people";
import { created, joined, promoted } from "#tests/examples/teams";
import { at, itProjects, itTouches, positionOf } from "#tests/support/projected";
import { myTeams } from "./my-teams.ts";
import { teamMembers } from "./team-members.ts";

const member = (member_id: string, role: string, n: number, index = 0) => ({
  team_id: 12,
  member_id,
  role,
  joined_at: at(n),
  joined_position: positionOf(n, index),
});
const manager = member(dotori, "MANAGER", 1);
const two = [created, joined()];
const another = { type: "TeamCreated", data: { ...created.data, teamId: 13 } } as DomainEvent;

describe.each([teamMembers, myTeams])("$name", (projection) => {
  itProjects(projection, [
    ["has the creator as manager", [created], [manager]],
    ["adds who joins", two, [manager, member(bamtol, "MEMBER", 2)]],
    [
      "adds admitted applicants in their order",
      [created, team.admitted],
      [manager, member(hodu, "MEMBER", 2), member(janmul, "MEMBER", 2, 1)],
    ],
    [
      "removes who leaves, and no others",
      [...two, joined(hodu), team.left()],
      [manager, member(hodu, "MEMBER", 3)],
    ],
    ["removes who withdraws", [...two, team.left(true)], [manager]],
    ["removes who is kicked", [...two, team.kicked], [manager]],
    [
      "has a member who returns by the later join",
      [...two, team.left(), joined()],
      [manager, member(bamtol, "MEMBER", 4)],
    ],
    [
      "makes a member manager beside the first",
      [...two, team.coManagerAdded],
      [manager, member(bamtol, "MANAGER", 2)],
    ],
    [
      "swaps the roles at a delegation",
      [...two, team.delegated],
      [{ ...manager, role: "MEMBER" }, member(bamtol, "MANAGER", 2)],
    ],
    [
      "makes a demoted manager a member",
      [...two, promoted(bamtol), team.demoted],
      [manager, member(bamtol, "MEMBER", 2)],
    ],
    [
      "follows a role through several changes",
      [...two, promoted(bamtol), team.demoted, promoted(bamtol)],
      [manager, member(bamtol, "MANAGER", 2)],
    ],
    [
      "makes the successor of a manager manager",
      [...two, team.left(true, dotori, "MANAGER"), team.succeeded],
      [member(bamtol, "MANAGER", 2)],
    ],
    [
      "loses all members of a deleted team, and none of another",
      [...two, another, team.teamDeleted],
      [{ ...member(dotori, "MANAGER", 3), team_id: 13 }],
    ],
  ]);
});

const all = [created, joined(), team.admitted, team.left(), team.kicked, team.coManagerAdded, team.delegated];
itTouches(teamMembers, [[["12"], ...all, team.demoted, team.succeeded, team.teamDeleted]]);
itTouches(myTeams, [
  [[dotori], created],
  [[bamtol], joined(), team.left(), team.kicked, team.coManagerAdded, team.demoted, team.succeeded],
  [[hodu, janmul], team.admitted],
  [[dotori, bamtol], team.delegated],
  [[], team.teamDeleted],
]);
