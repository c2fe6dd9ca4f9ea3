import { z } from "zod";
import {
  command,
  json,
  optionalText,
  pageOf,
  paging,
  pathId,
  query,
  requiredWord,
  wrongType,
} from "../endpoint.ts";
import type { RefusalCode } from "../errors.ts";
import { limits } from "../limits.ts";

const teamId = z.object({ teamId: pathId() });

/** spec/wire-contract.md §4.9 */
export const joinTeam = command("POST", {
  name: "joinTeam",
  summary: "Join a team with its four-digit entry password",
  path: "/v1/teams/{teamId}/join",
  access: "profile",
  params: teamId,
  body: json(z.object({ password: requiredWord("팀 비밀번호는 필수 항목입니다.") })),
  message: "팀에 성공적으로 가입했습니다.",
  returns: z.object({ teamId: z.number().int() }),
  refusals: ["team-not-found", "too-many-guesses", "wrong-entry-password", "already-joined", "team-full"],
});

/** spec/wire-contract.md §4.10 */
export const getMyTeams = query({
  name: "getMyTeams",
  summary: "The caller's memberships, latest joined first",
  path: "/v1/teams/my-page",
  access: "profile",
  returns: z.array(
    z.object({
      teamId: z.number().int(),
      teamName: z.string(),
      teamManager: z.boolean(),
      registerDate: z.string(),
    }),
  ),
});

/** spec/wire-contract.md §4.11 */
export const leaveTeam = command("DELETE", {
  name: "leaveTeam",
  summary: "Leave a team",
  path: "/v1/teams/{teamId}/members/me",
  access: "profile",
  params: teamId,
  message: "팀을 성공적으로 탈퇴했습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "caller-not-in-team", "manager-cannot-leave"],
});

/** spec/wire-contract.md §4.12 */
export const getTeamMembers = query({
  name: "getTeamMembers",
  summary: "Members of a team, managers first, then by join time",
  path: "/v1/teams/{teamId}/members",
  access: "profile",
  params: teamId,
  returns: z.array(
    z.object({
      uuid: z.uuid(),
      memberName: z.string(),
      memberExplain: z.string(),
      imageUrl: z.string(),
      registerDate: z.string(),
      isTeamManager: z.boolean(),
    }),
  ),
  refusals: ["team-not-found", "not-a-manager"],
});

const roleChange = json(
  z.object({
    memberInfo: requiredWord("회원 정보는 필수입니다."),
    reason: optionalText(limits.reason),
  }),
);

const beforeTarget = [
  "team-not-found",
  "not-a-manager",
  "target-is-self",
  "member-not-found",
  "target-not-in-team",
] as const;

/** Commands of managers on a member (spec/wire-contract.md §4.13). */
const roleCommand = (
  method: "POST" | "PUT",
  what: { name: string; summary: string; path: string; message: string; refusals?: readonly RefusalCode[] },
) =>
  command(method, {
    ...what,
    path: `/v1/teams/{teamId}/${what.path}`,
    access: "profile",
    params: teamId,
    body: roleChange,
    returns: z.null(),
    refusals: [...beforeTarget, ...(what.refusals ?? [])],
  });

export const addCoManager = roleCommand("POST", {
  name: "addCoManager",
  summary: "Make a member co-manager",
  path: "team-manager",
  message: "팀장 등록 성공",
  refusals: ["already-manager", "too-many-managers"],
});

export const delegateManager = roleCommand("PUT", {
  name: "delegateManager",
  summary: "Hand the caller's manager role to a member",
  path: "team-manager",
  message: "팀장 위임 성공",
  refusals: ["already-manager"],
});

export const demoteManager = roleCommand("POST", {
  name: "demoteManager",
  summary: "Make a manager a regular member",
  path: "team-manager/demotion",
  message: "팀장 강등 성공",
  refusals: ["target-not-manager"],
});

export const kickMember = roleCommand("POST", {
  name: "kickMember",
  summary: "Remove a member from the team",
  path: "remove/team-member",
  message: "팀원 내보내기 성공",
});

export const roles = ["MANAGER", "MEMBER"] as const;
export type Role = (typeof roles)[number];

export const roleActions = [
  "CREATED",
  "JOINED",
  "INVITED",
  "LEFT",
  "KICKED",
  "CO_MANAGER_ADDED",
  "MANAGER_DELEGATED",
  "DEMOTED",
  "SUCCEEDED",
  "WITHDRAWN",
] as const;
export type RoleAction = (typeof roleActions)[number];

const person = z.object({ uuid: z.uuid(), memberName: z.string() });

export const roleHistoryEntryView = z.object({
  entryId: z.uuid(),
  occurredAt: z.string(),
  action: z.enum(roleActions),
  actor: person.nullable(),
  target: person,
  before: z.enum(roles).nullable(),
  after: z.enum(roles).nullable(),
  reason: z.string().nullable(),
  /** The creator of the invitation by which a member JOINED. */
  invitedBy: person.nullable(),
  position: z.string(),
});
export type RoleHistoryEntry = z.infer<typeof roleHistoryEntryView>;

/** Only entries with this member as actor or target; blank means no filter, an unknown member has an empty page. */
const memberFilter = z.preprocess(
  (value) => (value === "" ? undefined : value),
  z
    .uuid({ error: () => wrongType })
    .toLowerCase()
    .optional(),
);

/** spec/wire-contract.md §4.15 */
export const getRoleHistory = query({
  name: "getRoleHistory",
  summary:
    "Who changed whose role, when and why; newest first; `member` leaves only what was done by or to that member",
  path: "/v1/teams/{teamId}/role-history",
  access: "profile",
  params: teamId,
  query: z.object({ member: memberFilter, ...paging(limits.roleHistoryPageSize) }),
  returns: pageOf(roleHistoryEntryView),
  refusals: ["team-not-found", "not-a-manager"],
});
