import { describe, expect, it } from "vitest";
import { foundersOf, recruitIdOf } from "./founders.ts";

describe("founders carried by the navigation", () => {
  it("are taken over from a recruitment", () => {
    expect(foundersOf({ teamMemberUuids: ["a", "b"], teamRecruitId: 5 })).toEqual({
      teamMemberUuids: ["a", "b"],
      teamRecruitId: 5,
    });
    expect(foundersOf({ teamMemberUuids: ["a"], teamRecruitId: "5" }).teamRecruitId).toBe(5);
  });

  it("are none when nothing or nonsense was carried", () => {
    for (const state of [null, undefined, "x", {}, { teamMemberUuids: "a", teamRecruitId: "?" }])
      expect(foundersOf(state)).toEqual({ teamMemberUuids: [], teamRecruitId: null });
  });
});

it("a recruitment is named by the address, by nothing malformed", () => {
  expect(recruitIdOf("?recruitId=5")).toBe(5);
  for (const search of ["", "?recruitId=", "?recruitId=x", "?recruitId=-5"])
    expect(recruitIdOf(search)).toBeNull();
});
