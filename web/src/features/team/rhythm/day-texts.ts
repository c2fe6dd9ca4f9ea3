import { refusals } from "#contracts/errors";
import { clockTime } from "#web/ui/date-texts.ts";
import type { SignKind } from "./sign.tsx";

/** What the signs mean, in words (spec/rhythm.md §5). */
export const signNames: Readonly<Record<SignKind, string>> = {
  wrote: "썼어요",
  excused: "출석 인정",
  rest: "쉬는 날",
  missed: "안 썼어요",
  open: "아직 안 썼어요",
};

const minuteMs = 60_000;

/** `01:59`, the last minute of a day that ends at an instant. */
export const lastMinute = (endsAt: string): string => clockTime(new Date(Date.parse(endsAt) - minuteMs));

/** `마감까지 4시간 50분`; a begun minute counts. */
export function timeLeft(endsAt: string, now: number): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(endsAt) - now) / minuteMs));
  const parts = [
    [Math.floor(minutes / 60), "시간"],
    [minutes % 60, "분"],
  ] as const;
  return `마감까지 ${parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join(" ")}`;
}

/** `이번 달에 2일 더 쉴 수 있어요`, of another month with its number. */
export function restsLeftText(left: number, day: string, today: string): string {
  if (left === 0) return refusals["no-rests-left"].message;
  const month = day.slice(0, 7) === today.slice(0, 7) ? "이번 달" : `${Number(day.slice(5, 7))}월`;
  return `${month}에 ${left}일 더 쉴 수 있어요`;
}
