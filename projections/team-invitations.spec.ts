import { expect } from "vitest";
import {
  invitationCreated,
  invitationId,
  invitationRevoked,
  joinedByInvitation,
} from "#tests/examples/invitations";
import * as team from "#tests/examples/memberships";
import { bamtol, dotori, hodu } from "#tests/examples/people";
import { joined } from "#tests/examples/teams";
import { at, itProjects, itTouches, positionOf } from "#tests/support/projected";
import { teamInvitations } from "./team-invitations.ts";

const row = {
  id: invitationId,
  team_id: 12,
  token: "sealed-token",
  created_by: dotori,
  token_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  expires_at: "2025-09-10T12:30:00.000Z",
  max_uses: 3,
  uses: 0,
  last_used_at: null,
  revoked_at: null,
  position: positionOf(1),
};
const otherId = "b0c2f7de-55b6-4d0a-9d3e-7f7c1a0e2a02";
const two = [invitationCreated(), invitationCreated({ invitationId: otherId })];
const other = { ...row, id: otherId, position: positionOf(2) };

itProjects(teamInvitations, [
  ["is unused at first", [invitationCreated()], [row]],
  ["is revoked alone", [...two, invitationRevoked()], [{ ...row, revoked_at: at(3) }, other]],
  [
    "counts who joins by it, and knows the last time",
    [...two, ...[bamtol, hodu, dotori].map(joinedByInvitation)],
    [{ ...row, uses: 3, last_used_at: at(5) }, other],
  ],
  ["is not used by a join without an invitation", [invitationCreated(), joined()], [row]],
  ["ends with its team", [...two, team.teamDeleted], []],
]);
itTouches(teamInvitations, [
  [["12"], invitationCreated(), invitationRevoked(), joinedByInvitation(), joined(), team.teamDeleted],
  // Whether an invitation is valid depends on its creator's role, and its free seats on the members.
  [["12"], team.coManagerAdded, team.delegated, team.demoted, team.succeeded, team.left(), team.kicked],
]);
