import { describe, expect, it } from "vitest";
import type { TeamAdmin } from "#contracts/team/api";
import type { TeamForm } from "#web/ui/team-form.ts";
import { formOf, isChanged, partsOf } from "./team-change.ts";

const stored: TeamAdmin = {
  teamId: 12,
  teamName: "새벽네시반",
  teamExplain: "하루를 한 문제로 시작해요",
  topic: "코딩테스트",
  memberLimit: 12,
  password: "4821",
  teamIconUrl: "/images/default/team.png",
  revision: 3,
};
const typed = (change: Partial<TeamForm>): TeamForm => ({ ...formOf(stored), ...change });

describe("saving a team", () => {
  it("works only when something has changed", () => {
    expect(isChanged(formOf(stored), null, stored)).toBe(false);
    expect(isChanged(formOf(stored), new Blob(), stored)).toBe(true);
    const changes: Partial<TeamForm>[] = [
      { teamName: "자정의큐" },
      { teamExplain: "저녁에 풀어요" },
      { topic: "스터디" },
      { memberLimit: "13" },
      { password: "0000" },
      { password: "12" },
      { memberLimit: "" },
    ];
    for (const change of changes)
      expect(isChanged(typed(change), null, stored), JSON.stringify(change)).toBe(true);
  });

  it("counts what would change nothing as unchanged: blanks around, emptied fields, decomposed Hangul", () => {
    const same: Partial<TeamForm>[] = [
      { teamName: " 새벽네시반 " },
      { teamName: "" },
      { teamExplain: "  " },
      { password: "" },
      { teamName: "새벽네시반".normalize("NFD") },
    ];
    for (const change of same)
      expect(isChanged(typed(change), null, stored), JSON.stringify(change)).toBe(false);
  });

  it("falls back to the present name and description when they are emptied", () => {
    const parts = partsOf(typed({ teamName: " ", teamExplain: "", memberLimit: "20" }), stored);
    expect(parts).toEqual({
      teamName: "새벽네시반",
      teamExplain: "하루를 한 문제로 시작해요",
      topic: "코딩테스트",
      memberLimit: "20",
    });
  });

  it("sends the password only when it was typed and differs", () => {
    expect(partsOf(typed({ password: "4821" }), stored)).not.toHaveProperty("password");
    expect(partsOf(typed({ password: "" }), stored)).not.toHaveProperty("password");
    expect(partsOf(typed({ password: "1357" }), stored).password).toBe("1357");
  });
});
