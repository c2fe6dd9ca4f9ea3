import { describe, expect, it } from "vitest";
import { isMissed, periodAt, periodNamed } from "./digest-periods.ts";

const at = (seoul: string) => new Date(`${seoul}+09:00`);
const member = "b0c2f6de-98a2-4f43-9a0f-31d6a7a3f1f0";

describe("a period of a digest", () => {
  it.each([
    ["daily", "2025-12-11T08:10:00", "2025-12-11", "2025-12-10T08:00:00"],
    ["daily", "2025-12-11T07:59:59", "2025-12-10", "2025-12-09T08:00:00"],
    ["weekly", "2025-12-08T08:10:00", "2025-W50", "2025-12-01T08:00:00"],
    ["weekly", "2025-12-09T07:59:59", "2025-W50", "2025-12-01T08:00:00"],
    ["weekly", "2024-12-30T08:10:00", "2025-W01", "2024-12-23T08:00:00"],
    ["weekly", "2027-01-04T08:10:00", "2027-W01", "2026-12-28T08:00:00"],
  ] as const)("%s at %s is %s", (choice, now, name, from) => {
    const found = periodAt(choice, member, at(now));
    expect(found).toMatchObject({ name, from: at(from) });
    expect(periodNamed(name, found?.to as Date)).toEqual({ ...found, choice });
  });

  it("of a week has its digest only on Monday", () => {
    expect(periodAt("weekly", member, at("2025-12-09T08:10:00"))).toBeUndefined();
    expect(periodAt("weekly", member, at("2025-12-14T12:00:00"))).toBeUndefined();
  });

  it("has its digest at a fixed time of each member within ten minutes", () => {
    const minuteOf = (one: string) => {
      const isPast = (minute: number) =>
        periodAt("daily", one, at(`2025-12-11T08:${String(minute).padStart(2, "0")}:00`));
      return Array.from({ length: 11 }, (_, minute) => minute).find((minute) => isPast(minute));
    };
    const minutes = Array.from({ length: 40 }, (_, n) => minuteOf(`${member}${n}`));
    expect(new Set(minutes).size).toBeGreaterThan(5);
    expect(minutes).not.toContain(undefined);
    expect(minutes).toEqual(Array.from({ length: 40 }, (_, n) => minuteOf(`${member}${n}`)));
  });

  it("is missed from 20:00 on", () => {
    const { to } = periodAt("daily", member, at("2025-12-11T19:59:59")) ?? { to: at("2025-01-01T08:00:00") };
    expect([
      isMissed({ to }, at("2025-12-11T19:59:59")),
      isMissed({ to }, at("2025-12-11T20:00:00")),
    ]).toEqual([false, true]);
  });
});
