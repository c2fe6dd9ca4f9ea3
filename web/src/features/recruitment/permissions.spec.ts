import { expect, it } from "vitest";
import { applicationOf, recruitmentOf } from "#tests/support/views";
import { type Permissions, permissionsOf } from "./permissions.ts";

const visitor = { isLoggedIn: false, isInTeam: false };
const member = { isLoggedIn: true, isInTeam: false };
const teammate = { isLoggedIn: true, isInTeam: true };
const closed = { isRecruiting: false };
const author = { isAuthor: true };
const own = { teamApplyResponses: [applicationOf(9, { isMyApply: true })] };
const others = { teamApplyResponses: [applicationOf(8)] };

it.each<[string, typeof visitor, Parameters<typeof recruitmentOf>[0], Partial<Permissions>]>([
  [
    "a visitor",
    visitor,
    {},
    { applyBox: "visitor", isInviting: true, showsContact: true, showsApplications: true },
  ],
  [
    "a member",
    member,
    {},
    { applyBox: "open", isInviting: true, showsContact: true, showsApplications: true },
  ],
  ["a member beside other applicants", member, others, { applyBox: "open" }],
  ["an applicant", member, own, { applyBox: "applied" }],
  ["a member of the linked team", teammate, {}, { applyBox: "member", isInviting: false }],
  ["an author", teammate, author, { applyBox: "hidden", isInviting: false }],
  [
    "a visitor, closed",
    visitor,
    closed,
    { applyBox: "hidden", showsContact: false, showsApplications: false },
  ],
  ["a member, closed", member, closed, { applyBox: "hidden", showsContact: false, showsApplications: false }],
  ["a member of the linked team, closed", teammate, closed, { applyBox: "hidden" }],
  ["an applicant, closed", member, { ...closed, ...own }, { showsContact: false, showsApplications: true }],
  ["an author, closed", member, { ...closed, ...author }, { showsContact: true, showsApplications: true }],
])("%s has the expected permissions", (_, who, change, expected) => {
  expect(permissionsOf(recruitmentOf(change), who)).toMatchObject(expected);
});

it.each([
  ["an author", author, ["CLOSE", "EDIT", "DELETE", "CREATE_TEAM"]],
  ["an author with a team", { ...author, teamId: 12 }, ["CLOSE", "EDIT", "DELETE", "INVITE"]],
  ["an author, closed", { ...author, ...closed }, ["RESUME", "EDIT", "DELETE", "CREATE_TEAM"]],
  ["another member", {}, []],
])("%s is allowed these transitions", (_, change, moves) => {
  const { may } = permissionsOf(recruitmentOf(change), member);
  expect((["CLOSE", "RESUME", "EDIT", "DELETE", "CREATE_TEAM", "INVITE"] as const).filter(may)).toEqual(
    moves,
  );
});
