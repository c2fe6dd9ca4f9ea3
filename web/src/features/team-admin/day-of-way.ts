import { isRealDate } from "#contracts/dates";

/** The day that somebody comes back to from writing its problem; null for those who come from elsewhere. */
export function dayOfWay(state: unknown): string | null {
  const day = typeof state === "object" && state !== null && "day" in state ? state.day : null;
  return typeof day === "string" && isRealDate(day) ? day : null;
}
