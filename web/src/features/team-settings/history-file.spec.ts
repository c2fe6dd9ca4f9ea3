import { describe, expect, it } from "vitest";
import type { RoleHistoryEntry } from "#contracts/membership/api";
import { csvOf, jsonOf } from "./history-file.ts";
import { sentenceOf, toneOf } from "./history-texts.ts";

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
  invitedBy: null,
  position: "00000000000000004127",
  ...change,
});
const joined = entry({ action: "JOINED", actor: bamtol, before: null, after: "MEMBER", reason: null });

it.each<[Partial<RoleHistoryEntry>, string, string]>([
  [{}, "도토리 님이 밤톨 님을 일반 회원에서 방장으로 바꿨어요", "up"],
  [joined, "밤톨 님이 팀에 들어왔어요", "plain"],
  [{ action: "SUCCEEDED", actor: null }, "밤톨 님이 일반 회원에서 방장으로 바뀌었어요", "up"],
  [{ action: "KICKED", after: null }, "도토리 님이 밤톨 님을 팀에서 내보냈어요", "out"],
])("formats an entry as one sentence with a tone: %j", (change, sentence, tone) => {
  expect([sentenceOf(entry(change)), toneOf(entry(change))]).toEqual([sentence, tone]);
});

describe("the history as a file", () => {
  it("is CSV with a byte order mark, a header row and every cell quoted", () => {
    expect(csvOf([]).charCodeAt(0)).toBe(0xfeff);
    const [head, first, end] = csvOf([entry()]).slice(1).split("\r\n");
    expect(head).toBe(
      '"일시","행동","행한 사람","행한 사람 ID","대상","대상 ID","이전 역할","이후 역할","사유","초대한 사람","초대한 사람 ID","항목 ID","위치"',
    );
    expect(first).toContain('"2025-09-03T21:07:45+09:00","공동 방장 지정","도토리"');
    expect(end).toBe("");
  });

  it.each([
    ...["=1+1", "+82", "-3", "@SUM(A1)", "\t=1", "  =cmd|' /C calc'!A0"].map((text) => [text, `"'${text}"`]),
    ["1-2", '"1-2"'],
    ['그는 "네, 할게요"\n라고 했다', '"그는 ""네, 할게요""\n라고 했다"'],
  ])("keeps the text %j in its cell and prevents texts from being read as formulas", (text, cell) => {
    expect(csvOf([entry({ reason: text })])).toContain(cell);
    expect(csvOf([entry({ actor: { ...dotori, memberName: text as string } })])).toContain(cell);
  });

  it("contains the entries in the format of the API if it is JSON", () => {
    const team = { teamId: 12, teamName: "새벽네시반" };
    expect(JSON.parse(jsonOf(team, [joined]))).toEqual({ ...team, entries: [joined] });
  });
});
