import { describe, expect, it } from "vitest";
import { applicationOf, recruitmentOf } from "#tests/support/views";
import { applicationMoves, standingOf } from "./standing.ts";

const nobody = recruitmentOf();
const mine = applicationOf(9, { isMyApply: true });
const other = applicationOf(8);
const visitor = { isLoggedIn: false, isInTeam: false };
const member = { isLoggedIn: true, isInTeam: false };

describe("the box for applying", () => {
  it.each([
    ["asks a visitor to log in", nobody, false, "visitor"],
    ["is open for somebody logged in", nobody, true, "open"],
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
    expect(standingOf(recruitment, { isLoggedIn, isInTeam: false }).applyBox).toBe(state);
  });
  it("gives way to a word for those who are in the linked team, whom nothing invites to apply, and authors neither", () => {
    const teammate = { isLoggedIn: true, isInTeam: true };
    const standing = standingOf(nobody, teammate);
    expect([standing.applyBox, standing.isInviting]).toEqual(["member", false]);
    expect(standingOf(nobody, member).isInviting).toBe(true);
    expect(standingOf(nobody, visitor).isInviting).toBe(true);
    const author = standingOf(recruitmentOf({ isAuthor: true }), teammate);
    expect([author.applyBox, author.isInviting]).toEqual(["hidden", false]);
    expect(standingOf(recruitmentOf({ isRecruiting: false }), teammate).applyBox).toBe("hidden");
  });
});

describe("what is shown", () => {
  it("tells everybody how to make contact while recruiting, later only authors", () => {
    expect(standingOf(nobody, visitor).showsContact).toBe(true);
    expect(standingOf(recruitmentOf({ isRecruiting: false }), member).showsContact).toBe(false);
    expect(standingOf(recruitmentOf({ isRecruiting: false, isAuthor: true }), member).showsContact).toBe(
      true,
    );
  });

  it("lists applicants while recruiting; later for authors and for the applicant, not for others", () => {
    const closed = { isRecruiting: false };
    expect(standingOf(nobody, visitor).showsApplications).toBe(true);
    expect(standingOf(recruitmentOf(closed), member).showsApplications).toBe(false);
    expect(standingOf(recruitmentOf({ ...closed, isAuthor: true }), member).showsApplications).toBe(true);
    expect(
      standingOf(recruitmentOf({ ...closed, teamApplyResponses: [mine] }), member).showsApplications,
    ).toBe(true);
  });
});

describe("the authors' moves", () => {
  const moves = (change: Parameters<typeof recruitmentOf>[0]) => {
    const { may } = standingOf(recruitmentOf({ isAuthor: true, ...change }), member);
    return (["CLOSE", "RESUME", "EDIT", "DELETE", "CREATE_TEAM", "INVITE"] as const).filter(may);
  };
  it("make a team while there is none and invite once there is one", () => {
    expect(moves({})).toEqual(["CLOSE", "EDIT", "DELETE", "CREATE_TEAM"]);
    expect(moves({ teamId: 12 })).toEqual(["CLOSE", "EDIT", "DELETE", "INVITE"]);
    expect(moves({ isRecruiting: false })).toEqual(["RESUME", "EDIT", "DELETE", "CREATE_TEAM"]);
  });

  it("are nobody else's", () => {
    expect(moves({ isAuthor: false })).toEqual([]);
  });
});

it("lets applicants change and take back their own, and authors remove the others", () => {
  expect(applicationMoves(mine, false)).toEqual({ edit: true, withdraw: true, remove: false });
  expect(applicationMoves(other, false)).toEqual({ edit: false, withdraw: false, remove: false });
  expect(applicationMoves(other, true)).toEqual({ edit: false, withdraw: false, remove: true });
});
