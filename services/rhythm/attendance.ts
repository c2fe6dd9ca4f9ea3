import { daysAfter, daysBefore, isRealDate, studyDay } from "#contracts/dates";
import { Refused } from "#contracts/errors";
import { limits } from "#contracts/limits";
import { isDuty, restsLeft } from "#contracts/rhythm/days";
import type { AttendanceEvent } from "#contracts/rhythm/events";
import type { Decider } from "../platform/decider.ts";
import { assertManager, assertMember, isMember, managersOf } from "../team/facts.ts";
import { type Marks, marks, type TeamRhythm } from "./facts.ts";

interface OfDay {
  readonly teamId: number;
  readonly callerId: string;
  readonly team: TeamRhythm;
  /** As typed. */
  readonly date: string;
  readonly now: Date;
}

interface OfOther extends OfDay {
  /** The member to whom the stream belongs. */
  readonly memberId: string;
}

export type AttendanceCommand =
  | (OfDay & { readonly type: "TakeRest" | "TakeBackRest" })
  | (OfOther & { readonly type: "ExcuseDay"; readonly reason: string })
  | (OfOther & { readonly type: "TakeBackExcuse" });

/** Rests and excused days of a member (spec/rhythm.md rules 4–6). */
export const attendance: Decider<Marks, AttendanceCommand, AttendanceEvent> = {
  ...marks,

  decide(command, state) {
    switch (command.type) {
      case "TakeRest":
        return takeRest(command, state);
      case "TakeBackRest":
        return takeBackRest(command, state);
      case "ExcuseDay":
        return excuse(command);
      case "TakeBackExcuse":
        return takeBackExcuse(command, state);
    }
  },
};

const todayOf = ({ now, team }: OfDay) => studyDay(now, team.dayEndsAt);

function assertReal({ date }: OfDay): void {
  if (!isRealDate(date)) throw new Refused("impossible-date");
}

function takeRest(command: OfDay, { rests }: Marks): readonly AttendanceEvent[] {
  const { teamId, callerId: memberId, team, date } = command;
  assertMember(team.roster, memberId);
  assertReal(command);
  const today = todayOf(command);
  if (date < today) throw new Refused("day-over");
  if (date > daysAfter(today, limits.attendanceDays)) throw new Refused("impossible-date");
  assertDuty(team, memberId, date);
  if (rests.has(date)) return [];
  if (restsLeft(team.promises, { rests }, date) === 0) throw new Refused("no-rests-left");
  return [{ type: "RestTaken", data: { teamId, memberId, date } }];
}

function takeBackRest(command: OfDay, { rests }: Marks): readonly AttendanceEvent[] {
  const { teamId, callerId: memberId, team, date } = command;
  assertMember(team.roster, memberId);
  assertReal(command);
  if (!rests.has(date)) return [];
  if (date < todayOf(command)) throw new Refused("day-over");
  return [{ type: "RestTakenBack", data: { teamId, memberId, date } }];
}

function excuse(command: OfOther & { readonly reason: string }): readonly AttendanceEvent[] {
  const { teamId, callerId: excusedBy, memberId, team, date, reason } = command;
  permitsExcuse(command);
  const today = todayOf(command);
  if (date >= today || date < daysBefore(today, limits.attendanceDays)) throw new Refused("impossible-date");
  assertDuty(team, memberId, date);
  assertOthers(command);
  return [{ type: "DayExcused", data: { teamId, memberId, date, reason, excusedBy } }];
}

function takeBackExcuse(command: OfOther, { excused }: Marks): readonly AttendanceEvent[] {
  const { teamId, callerId: by, memberId, date } = command;
  permitsExcuse(command);
  if (!excused.has(date)) return [];
  assertOthers(command);
  return [{ type: "ExcuseTakenBack", data: { teamId, memberId, date, by } }];
}

function permitsExcuse(command: OfOther): void {
  const { team, callerId, memberId } = command;
  assertManager(team.roster, callerId);
  if (!isMember(team.roster, memberId)) throw new Refused("target-not-in-team");
  assertReal(command);
}

function assertDuty({ promises, membershipsOf }: TeamRhythm, memberId: string, date: string): void {
  if (!isDuty(promises, { memberships: membershipsOf(memberId) }, date)) throw new Refused("day-off");
}

/** Own days are excused by another manager; without one, by oneself. */
function assertOthers({ team: { roster }, callerId, memberId }: OfOther): void {
  if (callerId === memberId && managersOf(roster) > 1) throw new Refused("own-excuse");
}
