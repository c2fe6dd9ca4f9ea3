import type { DomainEvent } from "#contracts/events";
import { teamDeleted } from "#tests/examples/memberships";
import { dotori } from "#tests/examples/people";
import { promiseEnded, promiseSet, promiseWithdrawn } from "#tests/examples/rhythm";
import { itProjects, itTouches } from "#tests/support/projected";
import { promises } from "./promises.ts";

const row = {
  team_id: 12,
  starts_on: "2025-09-08",
  weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri"],
  per_week: null,
  rests_per_month: 2,
};
const later = { ...row, starts_on: "2025-09-15", weekdays: null, per_week: 3 };
const changed = promiseSet({ startsOn: "2025-09-15", weekdays: null, perWeek: 3 });
const end = { ...later, per_week: null, rests_per_month: null };

itProjects(promises, [
  ["has a promise from its Monday on", [promiseSet(), changed], [row, later]],
  [
    "has the last one that was set for a Monday",
    [promiseSet(), promiseSet({ restsPerMonth: 3 })],
    [{ ...row, rests_per_month: 3 }],
  ],
  ["loses one that is withdrawn", [promiseSet(), promiseWithdrawn()], []],
  [
    "has none from the end on, not one that waited either",
    [promiseSet(), changed, promiseEnded()],
    [row, end],
  ],
  ["has one again that is set after an end", [promiseSet(), promiseEnded(), changed], [row, later]],
  ["ends with the team", [promiseSet(), teamDeleted], []],
]);

const by = { teamId: 12 };
const entry = { ...by, entryId: 1 };
const others = [
  { type: "DayEndChanged", data: { ...by, dayEndsAt: "02:00", changedBy: dotori } },
  { type: "DiscordLinked", data: { ...by, address: "sealed", linkedBy: dotori } },
  { type: "DiscordUnlinked", data: { ...by, because: "refused", unlinkedBy: null } },
  { type: "ProblemProposed", data: entry },
  { type: "ProblemAccepted", data: entry },
  { type: "ProblemEntryEdited", data: entry },
  { type: "ProblemEntryMoved", data: entry },
  { type: "ProblemEntryRemoved", data: entry },
  { type: "ProblemEntryPosted", data: entry },
  { type: "AutoPostingChanged", data: { ...by, isOn: true, changedBy: dotori } },
  { type: "SubjectPosted", data: by },
  { type: "SubjectDeleted", data: by },
] as DomainEvent[];
itTouches(promises, [[["12"], promiseSet(), promiseWithdrawn(), promiseEnded(), teamDeleted, ...others]]);
