import { z } from "zod";
import { command, json, pathId, query } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { topics } from "../team/api.ts";
import { invitationStates } from "./state.ts";

const ofTeam = z.object({ teamId: pathId() });
/** A malformed token counts as unknown. */
const byToken = z.object({ token: z.string() });
const person = z.object({ uuid: z.uuid(), memberName: z.string() });

/** A whole number from 1 to `max`; `usual` by default. */
const upTo = (max: number, usual: number) => {
  const hint = `1 ~ ${max} 사이의 숫자를 입력해주세요.`;
  return z
    .number({ error: hint })
    .int(hint)
    .min(1, hint)
    .max(max, hint)
    .nullish()
    .transform((value) => value ?? usual);
};

export const invitationView = z.object({
  invitationId: z.uuid(),
  /** Null unless the invitation is usable. */
  link: z.string().nullable(),
  createdBy: person,
  expiresAt: z.string(),
  maxUses: z.number().int(),
  uses: z.number().int(),
  state: z.enum(invitationStates),
});
export type Invitation = z.infer<typeof invitationView>;

export const invitedView = z.object({
  teamId: z.number().int(),
  teamName: z.string(),
  teamExplain: z.string(),
  imageUrl: z.string(),
  topic: z.enum(topics),
  memberCount: z.number().int(),
  memberLimit: z.number().int(),
  invitedBy: z.string(),
  expiresAt: z.string(),
  isMember: z.boolean(),
  isFull: z.boolean(),
});
export type Invited = z.infer<typeof invitedView>;

/** spec/daily-use.md §5 calls 3–7 */
export const createInvitation = command("POST", {
  name: "createInvitation",
  summary: "Make a link by which people join without the entry password",
  path: "/v1/teams/{teamId}/invitations",
  access: "profile",
  params: ofTeam,
  body: json(z.object({ days: upTo(limits.invitationDays, 7), maxUses: upTo(limits.invitationUses, 10) })),
  status: 201,
  message: "초대 링크를 만들었습니다.",
  returns: invitationView,
  refusals: ["team-not-found", "not-a-manager", "too-many-invitations"],
});

export const getInvitations = query({
  name: "getInvitations",
  summary: "Usable invitations of a team, newest first, then ended ones of 30 days",
  path: "/v1/teams/{teamId}/invitations",
  access: "profile",
  params: ofTeam,
  returns: z.array(invitationView),
  refusals: ["team-not-found", "not-a-manager"],
});

export const revokeInvitation = command("DELETE", {
  name: "revokeInvitation",
  summary: "End an invitation; those who have joined by it stay",
  path: "/v1/teams/{teamId}/invitations/{invitationId}",
  access: "profile",
  params: ofTeam.extend({ invitationId: z.string().toLowerCase() }),
  message: "초대 링크를 멈췄습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "not-a-manager", "invitation-not-found"],
});

export const getInvitation = query({
  name: "getInvitation",
  summary: "What the holder of a link sees of the team",
  path: "/v1/invitations/{token}",
  access: "public",
  params: byToken,
  returns: invitedView,
  refusals: ["invitation-not-found", "invitation-revoked", "invitation-expired", "invitation-used-up"],
});

export const joinByInvitation = command("POST", {
  name: "joinByInvitation",
  summary: "Join a team by a link",
  path: "/v1/invitations/{token}/join",
  access: "profile",
  params: byToken,
  message: "팀에 성공적으로 가입했습니다.",
  returns: z.object({ teamId: z.number().int() }),
  refusals: [
    "invitation-not-found",
    "already-joined",
    "invitation-revoked",
    "invitation-expired",
    "invitation-used-up",
    "kicked-from-team",
    "team-full",
  ],
});
