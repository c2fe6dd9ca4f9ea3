import { describe, expect, it } from "vitest";
import type { TeamMember } from "./queries.ts";
import { chosen, isPossible, offeredChanges, stillOffered } from "./role-changes.ts";

const member = (uuid: string, isTeamManager = false): TeamMember => ({
  uuid,
  memberName: uuid,
  memberExplain: "",
  imageUrl: "",
  registerDate: "2025-09-01",
  isTeamManager,
});
const me = member("me", true);
const other = member("other", true);
const regular = member("regular");
const team = [me, other, regular];

describe("the changes offered in a row", () => {
  it("depend on the role: promotion or kick for members, demotion or kick for managers, none for the caller", () => {
    expect(offeredChanges(regular, team, "me")).toEqual(["coManager", "delegate", "kick"]);
    expect(offeredChanges(other, team, "me")).toEqual(["demote", "kick"]);
    expect(offeredChanges(me, team, "me")).toEqual([]);
  });

  it("still include co-manager when there are three managers, but it cannot be chosen", () => {
    const full = [...team, member("third", true)];
    expect(offeredChanges(regular, full, "me")).toContain("coManager");
    expect(isPossible("coManager", regular, full)).toBe(false);
    expect(isPossible("delegate", regular, full)).toBe(true);
    expect(isPossible("coManager", regular, team)).toBe(true);
  });
});

describe("the selection", () => {
  it("is one change: another row or another kind replaces it", () => {
    const first = { ...chosen(null, "regular", "coManager"), reason: "평일을 나눠요" };
    expect(chosen(first, "regular", "kick")).toEqual({
      uuid: "regular",
      change: "kick",
      reason: "평일을 나눠요",
    });
    expect(chosen(first, "other", "demote")).toEqual({ uuid: "other", change: "demote", reason: "" });
  });

  it("ends when another manager has changed the role or removed the member, and is kept otherwise", () => {
    const selection = chosen(null, "regular", "coManager");
    expect(stillOffered(selection, team, "me")).toBe(selection);
    expect(stillOffered(selection, [me, other, member("regular", true)], "me")).toBeNull();
    expect(stillOffered(selection, [me, other], "me")).toBeNull();
    expect(stillOffered(null, team, "me")).toBeNull();
  });

  it("of a kick is kept when the member was promoted meanwhile", () => {
    const selection = chosen(null, "regular", "kick");
    expect(stillOffered(selection, [me, other, member("regular", true)], "me")).toBe(selection);
  });
});
