import { describe, expect, it } from "vitest";
import type { RoleHistoryEntry } from "#contracts/membership/api";
import { csvOf, fileNameOf, jsonOf } from "./history-file.ts";
import { isOwnDoing, minuteOf, sentenceOf, toneOf } from "./history-words.ts";

const dotori = { uuid: "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11", memberName: "도토리" };
const bamtol = { uuid: "2a7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c22", memberName: "밤톨" };
const entry = (change: Partial<RoleHistoryEntry> = {}): RoleHistoryEntry => ({
  entryId: "b0c2f6de-98a2-4f43-9a0f-31d6a7a3f1f0",
  occurredAt: "2025-09-03T21:07:45+09:00",
  action: "CO_MANAGER_ADDED",
  actor: dotori,
  target: bamtol,
  before: "MEMBER",
  after: "MANAGER",
  reason: "새 학기라 역할을 나눠요",
  position: "00000000000000004127",
  ...change,
});
const joined = entry({ action: "JOINED", actor: bamtol, before: null, after: "MEMBER", reason: null });

describe("sentences of the history", () => {
  it("name both people, the act and the roles", () => {
    expect(sentenceOf(entry())).toBe("도토리 → 밤톨 공동 방장 지정: 일반 회원 → 방장");
    expect(minuteOf(entry().occurredAt)).toBe("2025-09-03 21:07");
  });

  it("name a member who acted alone once", () => {
    expect(isOwnDoing(joined)).toBe(true);
    expect(sentenceOf(joined)).toBe("밤톨 가입: 없음 → 일반 회원");
  });

  it("call the absent actor 시스템", () => {
    expect(sentenceOf(entry({ action: "SUCCEEDED", actor: null }))).toMatch(/^시스템 → 밤톨 방장 승계/);
  });

  it("take their tone from where the person went", () => {
    expect([entry(), joined, entry({ after: null })].map(toneOf)).toEqual(["up", "plain", "out"]);
  });
});

describe("the history as CSV", () => {
  const lines = (entries: RoleHistoryEntry[]) => csvOf(entries).slice(1).split("\r\n");

  it("begins with a byte order mark and a head, and quotes every cell", () => {
    expect(csvOf([]).charCodeAt(0)).toBe(0xfeff);
    const [head, first, end] = lines([entry()]);
    expect(head).toBe(
      '"일시","행동","행한 사람","행한 사람 ID","대상","대상 ID","이전 역할","이후 역할","사유","항목 ID","위치"',
    );
    expect(first).toContain('"2025-09-03T21:07:45+09:00","공동 방장 지정","도토리"');
    expect(end).toBe("");
  });

  it("keeps quotes, commas and line ends inside their cell", () => {
    const text = csvOf([entry({ reason: '그는 "네, 할게요"\n라고 했다' })]);
    expect(text).toContain('"그는 ""네, 할게요""\n라고 했다"');
  });

  it("lets no text be taken for a formula, not even behind blanks", () => {
    for (const reason of ["=1+1", "+82", "-3", "@SUM(A1)", "\t=1", "  =cmd|' /C calc'!A0"]) {
      const text = csvOf([entry({ reason })]);
      expect(text, reason).toContain(`"'${reason}"`);
    }
    expect(csvOf([entry({ reason: "1-2" })])).toContain('"1-2"');
  });

  it("guards names as well", () => {
    expect(csvOf([entry({ actor: { ...dotori, memberName: "=도토리" } })])).toContain(`"'=도토리"`);
  });
});

describe("the history as a file", () => {
  it("is named after the team and the day, without anything a file system refuses", () => {
    expect(fileNameOf("새벽네시반", "2025-09-03", "csv")).toBe("새벽네시반-역할변경이력-2025-09-03.csv");
    expect(fileNameOf("../a:b\u202e *", "2025-09-03", "json")).toBe("a-b-역할변경이력-2025-09-03.json");
    expect(fileNameOf("///", "2025-09-03", "json")).toBe("팀-역할변경이력-2025-09-03.json");
  });

  it("holds the entries as the API gives them when it is JSON", () => {
    expect(JSON.parse(jsonOf({ teamId: 12, teamName: "새벽네시반" }, [joined]))).toEqual({
      teamId: 12,
      teamName: "새벽네시반",
      entries: [joined],
    });
  });
});
