import { describe, expect, it } from "vitest";
import type { Member } from "./queries.ts";
import { chosen, isPossible, offeredChanges, stillOffered } from "./role-changes.ts";

const member = (uuid: string, isTeamManager = false): Member => ({
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

describe("what a row offers", () => {
  it("follows the role: members up or out, managers down or out, oneself nothing", () => {
    expect(offeredChanges(regular, team, "me")).toEqual(["coManager", "delegate", "kick"]);
    expect(offeredChanges(other, team, "me")).toEqual(["demote", "kick"]);
    expect(offeredChanges(me, team, "me")).toEqual([]);
  });

  it("still offers co-managers when three managers are there, but does not let it be chosen", () => {
    const full = [...team, member("third", true)];
    expect(offeredChanges(regular, full, "me")).toContain("coManager");
    expect(isPossible("coManager", regular, full)).toBe(false);
    expect(isPossible("delegate", regular, full)).toBe(true);
    expect(isPossible("coManager", regular, team)).toBe(true);
  });
});

describe("the selection", () => {
  it("is one change: another row or another kind drops the former", () => {
    const first = { ...chosen(null, "regular", "coManager"), reason: "평일을 나눠요" };
    expect(chosen(first, "regular", "kick")).toEqual({
      uuid: "regular",
      change: "kick",
      reason: "평일을 나눠요",
    });
    expect(chosen(first, "other", "demote")).toEqual({ uuid: "other", change: "demote", reason: "" });
  });

  it("ends when another manager has changed the role or removed the member, and stays otherwise", () => {
    const selection = chosen(null, "regular", "coManager");
    expect(stillOffered(selection, team, "me")).toBe(selection);
    expect(stillOffered(selection, [me, other, member("regular", true)], "me")).toBeNull();
    expect(stillOffered(selection, [me, other], "me")).toBeNull();
    expect(stillOffered(null, team, "me")).toBeNull();
  });

  it("of a kick stands when the person was promoted meanwhile", () => {
    const selection = chosen(null, "regular", "kick");
    expect(stillOffered(selection, [me, other, member("regular", true)], "me")).toBe(selection);
  });
});
