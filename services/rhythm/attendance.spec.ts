import { describe, expect, it } from "vitest";
import { daysAfter } from "#contracts/dates";
import type { TeamPromise } from "#contracts/rhythm/days";
import type { AttendanceEvent } from "#contracts/rhythm/events";
import { bamtol, dotori, hodu, stranger } from "#tests/examples/people";
import {
  dayExcused,
  excuseTakenBack,
  promiseEnded,
  promiseSet,
  restTaken,
  restTakenBack,
} from "#tests/examples/rhythm";
import { created, joined } from "#tests/examples/teams";
import { itDecides } from "#tests/support/given";
import { memoryEventStore } from "#tests/support/memory-store";
import { asNew, newCommand, tell } from "#tests/support/recorded";
import { type AttendanceCommand, attendance } from "./attendance.ts";
import { rhythmOf, type TeamRhythm } from "./facts.ts";

/** A Wednesday in the third week of the promise. */
const today = "2025-09-24";
const yesterday = "2025-09-23";
const workdays: TeamPromise = {
  startsOn: "2025-09-08",
  lastDay: null,
  weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri"],
  perWeek: null,
  restsPerMonth: 2,
};
const team: TeamRhythm = {
  roster: {
    phase: "live",
    members: new Map([
      [dotori, "MANAGER"],
      [hodu, "MANAGER"],
      [bamtol, "MEMBER"],
    ]),
  },
  dayEndsAt: "02:00",
  promises: [workdays],
  membershipsOf: (uuid) => (uuid === stranger ? [] : [{ joined: "2025-09-01", left: null }]),
};
const absent: TeamRhythm = { ...team, roster: { phase: "absent", members: new Map() } };
const alone: TeamRhythm = { ...team, roster: { phase: "live", members: new Map([[dotori, "MANAGER"]]) } };
const thrice: TeamRhythm = { ...team, promises: [{ ...workdays, weekdays: null, perWeek: 3 }] };
const joinedToday: TeamRhythm = { ...team, membershipsOf: () => [{ joined: today, left: null }] };

const facts = { teamId: 12, team, now: new Date(`${today}T12:00:00+09:00`) };
type Over = Partial<{ date: string; callerId: string; team: TeamRhythm; now: Date; memberId: string }>;
const rest = (over: Over = {}): AttendanceCommand => ({
  type: "TakeRest",
  ...facts,
  callerId: bamtol,
  date: today,
  ...over,
});
const restBack = (over: Over = {}): AttendanceCommand => ({ ...rest(over), type: "TakeBackRest" }) as never;
const excuse = (over: Over = {}): AttendanceCommand => ({
  type: "ExcuseDay",
  ...facts,
  callerId: dotori,
  memberId: bamtol,
  date: yesterday,
  reason: "예비군",
  ...over,
});
const excuseBack = (over: Over = {}): AttendanceCommand =>
  ({ ...excuse(over), type: "TakeBackExcuse" }) as never;
const both = [restTaken("2025-09-22"), restTaken("2025-09-23")];
const firstOfMonth = "2025-10-01";

describe("a rest", () => {
  itDecides(attendance, [
    ["is taken today", [], rest(), [restTaken(today)]],
    [
      "is taken ahead",
      [],
      rest({ date: daysAfter(today, 60), team: thrice }),
      [restTaken(daysAfter(today, 60))],
    ],
    [
      "counts until the day ends",
      [],
      rest({ now: new Date("2025-09-25T01:59:59+09:00") }),
      [restTaken(today)],
    ],
    ["is over with the day", [], rest({ now: new Date("2025-09-25T02:00:00+09:00") }), "day-over"],
    ["is not taken twice", [restTaken(today)], rest(), []],
    ["is not taken twice, the last one included", [restTaken("2025-09-22"), restTaken(today)], rest(), []],
    ["is taken again", [restTaken(today), restTakenBack(today)], rest(), [restTaken(today)]],
    ["is one of few in a month", both, rest(), "no-rests-left"],
    ["is one of few in its own month", both, rest({ date: firstOfMonth }), [restTaken(firstOfMonth)]],
    [
      "that was taken back does not count",
      [...both, restTakenBack("2025-09-22")],
      rest(),
      [restTaken(today)],
    ],
    ["on a past day", [], rest({ date: yesterday }), "day-over"],
    ["further ahead", [], rest({ date: daysAfter(today, 61) }), "impossible-date"],
    ["on a day that does not exist", [], rest({ date: "2025-09-31" }), "impossible-date"],
    ["on a Saturday", [], rest({ date: "2025-09-27" }), "day-off"],
    [
      "on a Saturday, with so many days of a week",
      [],
      rest({ date: "2025-09-27", team: thrice }),
      [restTaken("2025-09-27")],
    ],
    ["without a promise", [], rest({ team: { ...team, promises: [] } }), "day-off"],
    [
      "after the last day",
      [],
      rest({ team: { ...team, promises: [{ ...workdays, lastDay: yesterday }] } }),
      "day-off",
    ],
    ["on the day of joining", [], rest({ team: joinedToday }), "day-off"],
    ["on a Saturday, without rests left", both, rest({ date: "2025-09-27" }), "day-off"],
    ["of a member of no team", [], rest({ team: absent, date: "never" }), "team-not-found"],
    ["of another", [], rest({ callerId: stranger, date: "never" }), "caller-not-in-team"],
  ]);
});

describe("taking a rest back", () => {
  itDecides(attendance, [
    ["until the day ends", [restTaken(today)], restBack(), [restTakenBack(today)]],
    ["not after it", [restTaken(yesterday)], restBack({ date: yesterday }), "day-over"],
    ["nothing, if there is none", [], restBack(), []],
    ["nothing, whatever the date", [], restBack({ date: "2020-01-01" }), []],
    ["nothing, however far ahead", [], restBack({ date: "2030-01-01" }), []],
    [
      "on a day that is off by now",
      [restTaken(today)],
      restBack({ team: { ...team, promises: [] } }),
      [restTakenBack(today)],
    ],
    ["on a day that does not exist", [], restBack({ date: "2025-09-31" }), "impossible-date"],
    ["of a member of no team", [], restBack({ team: absent }), "team-not-found"],
    ["of another", [], restBack({ callerId: stranger }), "caller-not-in-team"],
  ]);
});

describe("an excuse", () => {
  const excused = dayExcused({ date: yesterday });
  const ofDotori = { memberId: dotori, date: yesterday };
  itDecides(attendance, [
    ["of a past day", [], excuse(), [excused]],
    ["of 60 days ago", [], excuse({ now: new Date("2025-11-22T12:00:00+09:00") }), [excused]],
    ["of 61 days ago", [], excuse({ now: new Date("2025-11-23T12:00:00+09:00") }), "impossible-date"],
    ["of today", [], excuse({ date: today }), "impossible-date"],
    [
      "of today, as long as it has not ended",
      [],
      excuse({ now: new Date("2025-09-24T01:59:59+09:00") }),
      "impossible-date",
    ],
    ["has another reason", [excused], excuse(), [excused]],
    ["of a Sunday", [], excuse({ date: "2025-09-21" }), "day-off"],
    [
      "of the day of joining",
      [],
      excuse({ team: { ...team, membershipsOf: () => [{ joined: yesterday, left: null }] } }),
      "day-off",
    ],
    ["of oneself", [], excuse({ memberId: dotori }), "own-excuse"],
    ["of oneself on a Sunday", [], excuse({ memberId: dotori, date: "2025-09-21" }), "day-off"],
    ["of oneself, the only manager", [], excuse({ memberId: dotori, team: alone }), [dayExcused(ofDotori)]],
    ["of nobody in the team", [], excuse({ memberId: stranger, date: "never" }), "target-not-in-team"],
    ["by a member, of nobody", [], excuse({ callerId: bamtol, memberId: stranger }), "not-a-manager"],
    ["in no team", [], excuse({ team: absent, memberId: stranger }), "team-not-found"],
    ["of a day that does not exist", [], excuse({ date: "2025-09-31" }), "impossible-date"],
  ]);
});

describe("taking an excuse back", () => {
  const excused = dayExcused({ date: yesterday });
  const back = excuseTakenBack({ date: yesterday });
  const own = dayExcused({ memberId: dotori, date: yesterday, excusedBy: hodu });
  const ofOneself = excuseBack({ memberId: dotori });
  itDecides(attendance, [
    ["once", [excused], excuseBack(), [back]],
    ["nothing, if there is none", [excused, back], excuseBack(), []],
    ["nothing, whatever the date", [], excuseBack({ date: "2030-01-01" }), []],
    ["one's own", [own], ofOneself, "own-excuse"],
    ["one's own, if there is none", [], ofOneself, []],
    [
      "one's own, as the only manager",
      [own],
      excuseBack({ memberId: dotori, team: alone }),
      [excuseTakenBack({ memberId: dotori, date: yesterday })],
    ],
    ["of nobody in the team", [], excuseBack({ memberId: stranger }), "target-not-in-team"],
    ["by a member", [excused], excuseBack({ callerId: bamtol }), "not-a-manager"],
    ["in no team", [], excuseBack({ team: absent }), "team-not-found"],
    ["of a day that does not exist", [], excuseBack({ date: "2025-09-31" }), "impossible-date"],
  ]);
  it("leaves a rest of the same day", () => {
    const given: AttendanceEvent[] = [restTaken(yesterday), excused, back];
    expect([...given.reduce(attendance.evolve, attendance.initial).rests]).toEqual([yesterday]);
  });
});

it("reads the rhythm of a team from its stream", async () => {
  const store = memoryEventStore();
  const left = {
    type: "MemberLeft",
    data: { teamId: 12, memberId: bamtol, role: "MEMBER", withdrawn: false },
  } as const;
  const at = [
    [created, "2025-09-01T00:00:00Z"],
    [joined(), "2025-09-03T16:59:59Z"],
    [promiseSet(), "2025-09-04T00:00:00Z"],
    [left, "2025-09-05T17:00:00Z"],
    [joined(), "2025-09-10T03:00:00Z"],
    [left, "2025-09-10T04:00:00Z"],
    [joined(), "2025-09-10T05:00:00Z"],
    [promiseEnded(), "2025-09-11T03:00:00Z"],
  ] as const;
  for (const [n, [event, time]] of at.entries())
    await store.append("team-12", [asNew(event)], n - 1, newCommand(time));
  const before = await rhythmOf(store, 12);
  expect(before.membershipsOf(bamtol)).toEqual([
    { joined: "2025-09-04", left: "2025-09-06" },
    { joined: "2025-09-10", left: "2025-09-10" },
    { joined: "2025-09-10", left: null },
  ]);
  await tell(store, "team-12", {
    type: "DayEndChanged",
    data: { teamId: 12, dayEndsAt: "02:00", changedBy: dotori },
  });
  const { dayEndsAt, membershipsOf, promises, roster } = await rhythmOf(store, 12);
  expect(dayEndsAt).toBe("02:00");
  expect(membershipsOf(bamtol)).toEqual([
    { joined: "2025-09-03", left: "2025-09-06" },
    { joined: "2025-09-10", left: "2025-09-10" },
    { joined: "2025-09-10", left: null },
  ]);
  expect(membershipsOf(stranger)).toEqual([]);
  expect([...roster.members.keys()]).toEqual([dotori, bamtol]);
  expect(promises).toEqual([{ ...workdays, lastDay: "2025-09-14" }]);
});
