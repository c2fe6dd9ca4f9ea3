import { describe, expect, it } from "vitest";
import type { PromiseTerms } from "#contracts/rhythm/days";
import type { TeamEvent } from "#contracts/team/events";
import { bamtol, dotori, stranger } from "#tests/examples/people";
import { promiseEnded, promiseSet, promiseWithdrawn } from "#tests/examples/rhythm";
import { created, joined } from "#tests/examples/teams";
import { itDecides } from "#tests/support/given";
import { lastDayOf, type PromiseCommand, promise, startOf } from "./promise.ts";

const team = [created, joined()];
const weekdays: PromiseTerms = {
  weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri"],
  perWeek: null,
  restsPerMonth: 2,
};
const thrice: PromiseTerms = { weekdays: null, perWeek: 3, restsPerMonth: 2 };
/** Noon of Seoul. */
const noonOf = (day: string) => new Date(`${day}T12:00:00+09:00`);
const wednesday = noonOf("2025-09-03");
/** A day on which the promise of `promiseSet` is in force. */
const tuesday = noonOf("2025-09-09");

interface Over {
  readonly callerId?: string;
  readonly now?: Date;
}
const set = (terms: PromiseTerms = weekdays, over: Over = {}): PromiseCommand => ({
  type: "SetPromise",
  teamId: 12,
  callerId: dotori,
  now: wednesday,
  terms,
  ...over,
});
const end = (now: Date, callerId: string = dotori): PromiseCommand => ({
  type: "EndPromise",
  teamId: 12,
  callerId,
  now,
});
const dayEndsAt = (text: string): TeamEvent => ({
  type: "DayEndChanged",
  data: { teamId: 12, dayEndsAt: text, changedBy: dotori },
});
const lateMonday = new Date("2025-09-08T01:59:59+09:00");

describe("setting", () => {
  itDecides(promise, [
    ["counts from the next Monday on", team, set(), [promiseSet()]],
    ["a Monday, from the one after", team, set(weekdays, { now: noonOf("2025-09-01") }), [promiseSet()]],
    ["a Sunday, from the next day", team, set(weekdays, { now: noonOf("2025-09-07") }), [promiseSet()]],
    [
      "at 01:59 of a day that ends at 02:00",
      [...team, dayEndsAt("02:00")],
      set(weekdays, { now: lateMonday }),
      [promiseSet()],
    ],
    [
      "at 02:00, from the Monday after",
      [...team, dayEndsAt("02:00")],
      set(weekdays, { now: new Date("2025-09-08T02:00:00+09:00") }),
      [promiseSet({ startsOn: "2025-09-15" })],
    ],
    [
      "replaces one that waits",
      [...team, promiseSet()],
      set(thrice),
      [promiseSet({ weekdays: null, perWeek: 3 })],
    ],
    ["the same that waits, nothing", [...team, promiseSet()], set(), []],
    ["the same that is in force, nothing", [...team, promiseSet()], set(weekdays, { now: tuesday }), []],
    [
      "the one in force, again, while another waits",
      [...team, promiseSet(), promiseSet({ startsOn: "2025-09-15", weekdays: null, perWeek: 3 })],
      set(weekdays, { now: tuesday }),
      [promiseSet({ startsOn: "2025-09-15" })],
    ],
    [
      "the one in force, again, after its end was set",
      [...team, promiseSet(), promiseEnded()],
      set(weekdays, { now: tuesday }),
      [promiseSet({ startsOn: "2025-09-15" })],
    ],
    [
      "other rests are another promise",
      [...team, promiseSet()],
      set({ ...weekdays, restsPerMonth: 3 }, { now: tuesday }),
      [promiseSet({ startsOn: "2025-09-15", restsPerMonth: 3 })],
    ],
    [
      "withdraws one that waits for a later Monday, since the day ends later",
      [...team, promiseSet({ startsOn: "2025-09-15" }), dayEndsAt("06:00")],
      set(thrice, { now: new Date("2025-09-08T03:00:00+09:00") }),
      [promiseWithdrawn("2025-09-15"), promiseSet({ weekdays: null, perWeek: 3 })],
    ],
    [
      "the same as one that waits for a later Monday",
      [...team, promiseSet({ startsOn: "2025-09-15" }), dayEndsAt("06:00")],
      set(weekdays, { now: new Date("2025-09-08T03:00:00+09:00") }),
      [promiseWithdrawn("2025-09-15"), promiseSet()],
    ],
    ["of an unknown team", [], set(), "team-not-found"],
    ["of a deleted team", [...team, { type: "TeamDeleted", data: { teamId: 12 } }], set(), "team-not-found"],
    ["by a member", team, set(weekdays, { callerId: bamtol }), "not-a-manager"],
    ["by another", team, set(weekdays, { callerId: stranger }), "not-a-manager"],
  ]);
});

describe("ending", () => {
  const changed = [...team, promiseSet(), promiseSet({ startsOn: "2025-09-15", weekdays: null, perWeek: 3 })];
  itDecides(promise, [
    ["nothing without a promise", team, end(wednesday), []],
    ["withdraws a first one that waits", [...team, promiseSet()], end(wednesday), [promiseWithdrawn()]],
    ["ends with the Sunday of the week", [...team, promiseSet()], end(tuesday), [promiseEnded()]],
    ["on that Sunday as well", [...team, promiseSet()], end(noonOf("2025-09-14")), [promiseEnded()]],
    ["ends both, if a changed one waits", changed, end(tuesday), [promiseEnded()]],
    ["nothing if it has been ended", [...team, promiseSet(), promiseEnded()], end(tuesday), []],
    ["nothing after it has ended", [...team, promiseSet(), promiseEnded()], end(noonOf("2025-09-15")), []],
    [
      "withdraws one that waits after an end",
      [...team, promiseSet(), promiseEnded(), promiseSet({ startsOn: "2025-09-22" })],
      end(noonOf("2025-09-16")),
      [promiseWithdrawn("2025-09-22")],
    ],
    ["by a member", [...team, promiseSet()], end(tuesday, bamtol), "not-a-manager"],
    ["of an unknown team", [], end(tuesday), "team-not-found"],
  ]);
});

it("answers when the promise begins, and when the one in force ends", () => {
  const after = (...events: TeamEvent[]) => events.reduce(promise.evolve, promise.initial);
  expect(startOf(after(...team, promiseSet()))).toBe("2025-09-08");
  expect(startOf(after(...team, promiseSet(), promiseSet({ startsOn: "2025-09-15" })))).toBe("2025-09-15");
  const ended = after(...team, promiseSet(), promiseSet({ startsOn: "2025-09-15" }), promiseEnded());
  expect(lastDayOf(ended, tuesday)).toBe("2025-09-14");
  expect(lastDayOf(ended, noonOf("2025-09-15"))).toBeNull();
  expect(lastDayOf(after(...team, promiseSet(), promiseWithdrawn()), wednesday)).toBeNull();
});
