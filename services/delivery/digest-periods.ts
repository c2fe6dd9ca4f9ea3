import { createHash } from "node:crypto";
import { daysAfter, seoulDate } from "#contracts/dates";
import { mondayOf } from "#contracts/rhythm/days";

export type DigestChoice = "daily" | "weekly";

/** The time that a digest covers: from `from` until before `to`, which is 08:00 in Seoul. */
export interface DigestPeriod {
  /** The date of its end, or its ISO week. */
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
}

const hourMs = 3_600_000;
const dayMs = 86_400_000;
/** A digest that has not begun within this time is missed. */
const openMs = 12 * hourMs;
/** Digests are distributed over this time by member. */
const shiftedMs = 600_000;

/** 08:00 in Seoul is an hour before midnight UTC. */
const lastEnd = (now: Date) => Math.floor((now.getTime() + hourMs) / dayMs) * dayMs - hourMs;

/** The ISO week that begins on a Monday: it is counted in the year of its Thursday. */
function weekNameOf(monday: string): string {
  const thursday = daysAfter(monday, 3);
  const year = thursday.slice(0, 4);
  const week = 1 + Math.floor((Date.parse(thursday) - Date.parse(`${year}-01-01`)) / (7 * dayMs));
  return `${year}-W${String(week).padStart(2, "0")}`;
}

/** The period that ended at this 08:00; undefined if none of that length did. */
function periodUntil(choice: DigestChoice, to: number): DigestPeriod | undefined {
  const day = seoulDate(new Date(to));
  if (choice === "daily") return { name: day, from: new Date(to - dayMs), to: new Date(to) };
  if (mondayOf(day) !== day) return undefined;
  return { name: weekNameOf(day), from: new Date(to - 7 * dayMs), to: new Date(to) };
}

/** The period whose digest the member gets now; undefined if none ended today, or it is too early. */
export function periodAt(choice: DigestChoice, member: string, now: Date): DigestPeriod | undefined {
  const end = lastEnd(now);
  const shift = createHash("sha256").update(member).digest().readUInt32BE() % shiftedMs;
  return now.getTime() < end + shift ? undefined : periodUntil(choice, end);
}

/** The period with this name and end. */
export const periodNamed = (name: string, to: Date): DigestPeriod & { readonly choice: DigestChoice } => {
  const choice = name.includes("W") ? "weekly" : "daily";
  return { choice, name, to, from: new Date(to.getTime() - (choice === "weekly" ? 7 : 1) * dayMs) };
};

/** Whether it is too late to begin. */
export const isMissed = ({ to }: Pick<DigestPeriod, "to">, now: Date): boolean =>
  now.getTime() >= to.getTime() + openMs;
