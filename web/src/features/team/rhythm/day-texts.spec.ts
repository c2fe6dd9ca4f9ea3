import { describe, expect, it } from "vitest";
import { lastMinute, restsLeftText, timeLeft } from "./day-texts.ts";

describe("the end of a day", () => {
  it("is its last minute in Seoul", () => {
    expect(lastMinute("2025-12-11T17:00:00.000Z")).toBe("01:59");
    expect(lastMinute("2025-12-11T15:00:00.000Z")).toBe("23:59");
  });

  it.each([
    ["2025-12-11T12:10:00.000Z", "마감까지 4시간 50분"],
    ["2025-12-11T13:00:00.000Z", "마감까지 4시간"],
    ["2025-12-11T16:10:01.000Z", "마감까지 50분"],
    ["2025-12-11T16:59:59.000Z", "마감까지 1분"],
    ["2025-12-11T17:00:05.000Z", "마감까지 1분"],
  ])("is counted in begun minutes at %s", (now, text) => {
    expect(timeLeft("2025-12-11T17:00:00.000Z", Date.parse(now))).toBe(text);
  });
});

it("names the month of the rests that are left, unless it is this one", () => {
  expect(restsLeftText(2, "2025-12-19", "2025-12-11")).toBe("이번 달에 2일 더 쉴 수 있어요");
  expect(restsLeftText(1, "2026-01-05", "2025-12-11")).toBe("1월에 1일 더 쉴 수 있어요");
  expect(restsLeftText(0, "2025-12-19", "2025-12-11")).toBe("이번 달에 쓸 수 있는 쉬는 날이 없습니다.");
});
