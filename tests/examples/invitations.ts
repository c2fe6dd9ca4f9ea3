import type { TeamEvent } from "#contracts/team/events";
import { bamtol, dotori } from "./people.ts";

const teamId = 12;
export const invitationId = "b0c2f7de-55b6-4d0a-9d3e-7f7c1a0e2a01";

/** Made by the manager of 아침반. */
export const invitationCreated = (
  data: Partial<Extract<TeamEvent, { type: "InvitationCreated" }>["data"]> = {},
): TeamEvent => ({
  type: "InvitationCreated",
  data: {
    teamId,
    invitationId,
    tokenDigest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    token: "sealed-token",
    createdBy: dotori,
    expiresAt: "2025-09-10T12:30:00.000Z",
    maxUses: 3,
    ...data,
  },
});

export const invitationRevoked = (revokedBy: string | null = dotori): TeamEvent => ({
  type: "InvitationRevoked",
  data: { teamId, invitationId, revokedBy },
});

export const joinedByInvitation = (memberId = bamtol): TeamEvent => ({
  type: "MemberJoined",
  data: { teamId, memberId, invitationId, invitedBy: dotori },
});
