import { describe, expect, it } from "vitest";
import { applicationOf, recruitmentOf } from "#tests/support/views";
import { permissionsOf } from "./permissions.ts";

const others = recruitmentOf();
const mine = applicationOf(9, { isMyApply: true });
const other = applicationOf(8);
const visitor = { isLoggedIn: false, isInTeam: false };
const member = { isLoggedIn: true, isInTeam: false };

describe("the box for applying", () => {
  it.each([
    ["asks a visitor to log in", others, false, "visitor"],
    ["is open once logged in", others, true, "open"],
    [
      "waits while an own application is pending",
      recruitmentOf({ teamApplyResponses: [mine] }),
      true,
      "applied",
    ],
    [
      "stays open beside other people's applications",
      recruitmentOf({ teamApplyResponses: [other] }),
      true,
      "open",
    ],
    ["is not there for authors", recruitmentOf({ isAuthor: true }), true, "hidden"],
    ["is not there once recruiting has stopped", recruitmentOf({ isRecruiting: false }), true, "hidden"],
  ] as const)("%s", (_, recruitment, isLoggedIn, state) => {
    expect(permissionsOf(recruitment, { isLoggedIn, isInTeam: false }).applyBox).toBe(state);
  });
  it("is of no use to members of the linked team, and neither they nor authors are invited to apply", () => {
    const teammate = { isLoggedIn: true, isInTeam: true };
    const permissions = permissionsOf(others, teammate);
    expect([permissions.applyBox, permissions.isInviting]).toEqual(["member", false]);
    expect(permissionsOf(others, member).isInviting).toBe(true);
    expect(permissionsOf(others, visitor).isInviting).toBe(true);
    const author = permissionsOf(recruitmentOf({ isAuthor: true }), teammate);
    expect([author.applyBox, author.isInviting]).toEqual(["hidden", false]);
    expect(permissionsOf(recruitmentOf({ isRecruiting: false }), teammate).applyBox).toBe("hidden");
  });
});

describe("what is shown", () => {
  it("tells everybody how to make contact while recruiting, later only authors", () => {
    expect(permissionsOf(others, visitor).showsContact).toBe(true);
    expect(permissionsOf(recruitmentOf({ isRecruiting: false }), member).showsContact).toBe(false);
    expect(permissionsOf(recruitmentOf({ isRecruiting: false, isAuthor: true }), member).showsContact).toBe(
      true,
    );
  });

  it("lists applicants while recruiting; later for authors and for the applicant, not for others", () => {
    const closed = { isRecruiting: false };
    expect(permissionsOf(others, visitor).showsApplications).toBe(true);
    expect(permissionsOf(recruitmentOf(closed), member).showsApplications).toBe(false);
    expect(permissionsOf(recruitmentOf({ ...closed, isAuthor: true }), member).showsApplications).toBe(true);
    expect(
      permissionsOf(recruitmentOf({ ...closed, teamApplyResponses: [mine] }), member).showsApplications,
    ).toBe(true);
  });
});

describe("the authors' moves", () => {
  const moves = (change: Parameters<typeof recruitmentOf>[0]) => {
    const { may } = permissionsOf(recruitmentOf({ isAuthor: true, ...change }), member);
    return (["CLOSE", "RESUME", "EDIT", "DELETE", "CREATE_TEAM", "INVITE"] as const).filter(may);
  };
  it("make a team while there is none and invite once there is one", () => {
    expect(moves({})).toEqual(["CLOSE", "EDIT", "DELETE", "CREATE_TEAM"]);
    expect(moves({ teamId: 12 })).toEqual(["CLOSE", "EDIT", "DELETE", "INVITE"]);
    expect(moves({ isRecruiting: false })).toEqual(["RESUME", "EDIT", "DELETE", "CREATE_TEAM"]);
  });

  it("are for authors only", () => {
    expect(moves({ isAuthor: false })).toEqual([]);
  });
});
