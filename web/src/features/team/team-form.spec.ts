import { describe, expect, it } from "vitest";
import {
  emptyTeamForm,
  fulfilled,
  isComplete,
  type TeamForm,
  takeMemberLimit,
  takePassword,
} from "./team-form.ts";

const complete: TeamForm = {
  teamName: "새벽네시반",
  teamExplain: "하루를 한 문제로 시작해요",
  topic: "코딩테스트",
  memberLimit: "12",
  password: "4821",
};

describe("the form of a new team", () => {
  it("is complete only if all five rules hold", () => {
    expect(isComplete(complete)).toBe(true);
    expect(isComplete(emptyTeamForm)).toBe(false);
    const invalidFields: Partial<TeamForm>[] = [
      { teamName: "   " },
      { teamName: "열한글자로된팀이름이다" },
      { teamExplain: "\n" },
      { topic: null },
      { memberLimit: "" },
      { memberLimit: "51" },
      { memberLimit: "0" },
      { memberLimit: "3.5" },
      { password: "482" },
      { password: "48a1" },
      { password: "48211" },
    ];
    for (const invalid of invalidFields)
      expect(isComplete({ ...complete, ...invalid }), JSON.stringify(invalid)).toBe(false);
  });

  it("counts visible characters: ten family emoji fit into a name of ten", () => {
    expect(fulfilled({ ...complete, teamName: "👨‍👩‍👧".repeat(10) }).teamName).toBe(true);
    expect(fulfilled({ ...complete, teamName: "👨‍👩‍👧".repeat(11) }).teamName).toBe(false);
  });

  it("accepts member limits from 1 to 50 and keeps the previous value otherwise", () => {
    expect(takeMemberLimit("50", "5")).toBe("50");
    expect(takeMemberLimit("51", "5")).toBe("5");
    expect(takeMemberLimit("0", "")).toBe("");
    expect(takeMemberLimit("-1", "")).toBe("");
    expect(takeMemberLimit("1e", "1")).toBe("1");
    expect(takeMemberLimit("", "5")).toBe("");
  });

  it("accepts four digits as password", () => {
    expect(takePassword("4a82-13")).toBe("4821");
  });
});
