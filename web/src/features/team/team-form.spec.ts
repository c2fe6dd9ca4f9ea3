import { describe, expect, it } from "vitest";
import { emptyTeamForm, fulfilled, lacksOf, type TeamForm } from "./team-form.ts";

const complete: TeamForm = {
  teamName: "새벽네시반",
  teamExplain: "하루를 한 문제로 시작해요",
  topic: "코딩테스트",
  memberLimit: "12",
  password: "4821",
};

describe("the form of a new team", () => {
  it("is complete only if all five rules hold", () => {
    expect(lacksOf(complete)).toEqual([]);
    expect(lacksOf(emptyTeamForm)).toEqual(["팀 이름", "팀 설명", "주제", "인원 제한", "입장 비밀번호"]);
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
      expect(lacksOf({ ...complete, ...invalid }), JSON.stringify(invalid)).toHaveLength(1);
  });

  it("counts visible characters: ten family emoji fit into a name of ten", () => {
    expect(fulfilled({ ...complete, teamName: "👨‍👩‍👧".repeat(10) }).teamName).toBe(true);
    expect(fulfilled({ ...complete, teamName: "👨‍👩‍👧".repeat(11) }).teamName).toBe(false);
  });

  it("keeps what a stored team has where a text is blank, but not a wrong one", () => {
    expect(lacksOf({ ...complete, teamName: "", teamExplain: " ", password: "" }, true)).toEqual([]);
    expect(lacksOf({ ...complete, memberLimit: "", password: "48a1" }, true)).toEqual([
      "인원 제한",
      "입장 비밀번호",
    ]);
  });
});
