import { describe, expect, it } from "vitest";
import { foundersOf, recruitIdOf } from "./founders.ts";

describe("founders in the navigation state", () => {
  it("are parsed from the state of a recruitment", () => {
    expect(foundersOf({ teamMemberUuids: ["a", "b"], teamRecruitId: 5 })).toEqual({
      teamMemberUuids: ["a", "b"],
      teamRecruitId: 5,
    });
    expect(foundersOf({ teamMemberUuids: ["a"], teamRecruitId: "5" }).teamRecruitId).toBe(5);
  });

  it("are empty without a state or with a malformed one", () => {
    for (const state of [null, undefined, "x", {}, { teamMemberUuids: "a", teamRecruitId: "?" }])
      expect(foundersOf(state)).toEqual({ teamMemberUuids: [], teamRecruitId: null });
  });
});

it("reads the recruitment id from the address and ignores a malformed one", () => {
  expect(recruitIdOf("?recruitId=5")).toBe(5);
  for (const search of ["", "?recruitId=", "?recruitId=x", "?recruitId=-5"])
    expect(recruitIdOf(search)).toBeNull();
});
