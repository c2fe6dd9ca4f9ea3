// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { applicationOf, recruitmentOf } from "#tests/support/views";
import { bodyTemplate, sections, withoutUntouchedParts } from "./body-template.ts";
import { outcomeOf } from "./outcome-note.tsx";
import { sampleBody } from "./sample-recruitment.ts";
import { changesBetween } from "./use-change-text.ts";
import { writeTargetOf } from "./write-target.ts";

describe("the target of the write screen", () => {
  it("is a new recruitment, a new one of a team, or an edited one", () => {
    expect(writeTargetOf(null, "")).toEqual({ recruitId: null, teamId: null });
    expect(writeTargetOf({ teamId: 12 }, "").teamId).toBe(12);
    expect(writeTargetOf(null, "?teamId=12").teamId).toBe(12);
    expect(writeTargetOf({ recruitId: 5 }, "")).toEqual({ recruitId: 5, teamId: null });
    expect(writeTargetOf(null, "?recruitId=5").recruitId).toBe(5);
    expect(writeTargetOf(null, "?recruitId=5;drop").recruitId).toBeNull();
  });
});

describe("template and sample", () => {
  it("share their headings; the template has two empty bullets under each", () => {
    for (const heading of sections) {
      expect(bodyTemplate(false)).toContain(`font-size: 18px;">${heading}`);
      expect(bodyTemplate(true)).toContain(`font-size: 14px;">${heading}`);
      expect(sampleBody).toContain(heading);
    }
    expect(bodyTemplate(false).match(/<li><\/li>/g)).toHaveLength(10);
  });

  it("publishes no part of the template that nothing was written under", () => {
    expect(withoutUntouchedParts(bodyTemplate(true))).toBe("");
    expect(withoutUntouchedParts("<p>안녕하세요</p><p>✅ 참여 조건</p><p><br></p>")).toBe(
      "<p>안녕하세요</p>",
    );
    const touched = bodyTemplate(false).replace("<li></li>", "<li>매일</li>");
    expect(withoutUntouchedParts(touched)).toBe(
      `<h5><span style="font-size: 18px;">${sections[0]}</span></h5><ul><li>매일</li></ul>`,
    );
    const own = "<p>글</p><ul><li>하나</li><li></li></ul>";
    expect(withoutUntouchedParts(own)).toBe(own);
    expect(withoutUntouchedParts(sampleBody)).toBe(sampleBody);
    const withPicture = `${bodyTemplate(false)}<p><img src="?" alt="이미지"></p>`;
    expect(withoutUntouchedParts(withPicture)).toContain("<img");
  });
});

describe("news", () => {
  const before = recruitmentOf({
    teamApplyResponses: [applicationOf(7), applicationOf(8, { isMyApply: true })],
  });

  it("announces new and removed applications of others, not the own accepted one", () => {
    const after = recruitmentOf({ teamApplyResponses: [applicationOf(9, { memberName: "호두" })] });
    expect(changesBetween(before, after)).toEqual([
      "호두 님이 신청했어요.",
      "지원자 7 님의 신청이 목록에서 빠졌어요.",
    ]);
  });

  it("announces the number of applications removed at once, without names", () => {
    const invited = recruitmentOf({ teamApplyResponses: [] });
    const waiting = recruitmentOf({ teamApplyResponses: [applicationOf(7), applicationOf(9)] });
    expect(changesBetween(waiting, invited)).toEqual(["신청 2건이 목록에서 빠졌어요."]);
  });

  it("announces only the number of changes of a list of which one page is shown", () => {
    const shown = (total: number, ...ids: number[]) =>
      recruitmentOf({
        teamApplyResponses: ids.map((id) => applicationOf(id)),
        applicationList: {
          page: { size: 2, number: 0, totalElements: total, totalPages: 2 },
          total,
          seats: 4,
        },
      });
    const at = shown(4, 9, 8);
    expect(changesBetween(at, shown(6, 11, 10))).toEqual(["신청 2건이 새로 들어왔어요."]);
    // Application 7 was on the second page.
    expect(changesBetween(at, shown(3, 9, 7))).toEqual(["신청 1건이 목록에서 빠졌어요."]);
    // Another page is shown.
    expect(changesBetween(at, shown(4, 7, 6))).toEqual([]);
    expect(changesBetween(shown(2, 9, 8), shown(1, 8))).toEqual(["지원자 9 님의 신청이 목록에서 빠졌어요."]);
  });

  it("announces the end of recruiting, not removed applications", () => {
    const closed = recruitmentOf({
      isRecruiting: false,
      teamApplyResponses: [applicationOf(8, { isMyApply: true })],
    });
    expect(changesBetween(before, closed)).toEqual(["모집이 중단되었어요."]);
    expect(changesBetween(closed, before)).toEqual(["모집이 다시 시작되었어요."]);
    expect(changesBetween(before, before)).toEqual([]);
  });
});

it("returns the outcome of the latest application to a recruitment", () => {
  const one = {
    teamRecruitTitle: "평일 아침",
    teamId: null,
    teamApplyBody: "지원합니다",
    appliedAt: "2025-09-03T21:07:45+09:00",
    changedAt: "2025-09-04T21:07:45+09:00",
    membership: null,
    endedAt: null,
    reason: null,
  };
  const removed = { ...one, teamApplyId: 8, recruitmentId: 5, state: "removed" } as const;
  const again = { ...one, teamApplyId: 9, recruitmentId: 5, state: "pending" } as const;
  const elsewhere = { ...one, teamApplyId: 10, recruitmentId: 6, state: "accepted" } as const;
  expect(outcomeOf([removed, elsewhere], 5, false)).toBe("removed");
  expect(outcomeOf([removed, again], 5, false)).toBeNull();
  expect(outcomeOf([elsewhere], 6, true)).toBe("accepted");
  expect(outcomeOf([elsewhere], 6, false)).toBeNull();
  expect(outcomeOf(undefined, 5, false)).toBeNull();
});
