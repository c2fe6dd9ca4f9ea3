import type { TeamEvent } from "#contracts/team/events";
import { teamDeleted } from "#tests/examples/memberships";
import { bamtol, dotori } from "#tests/examples/people";
import { subjectDeleted, subjectPosted, withdrawn } from "#tests/examples/posts";
import {
  accepted,
  autoPosting,
  entryEdited,
  entryPosted,
  entryRemoved,
  moved,
  proposed,
  queued,
  texts,
} from "#tests/examples/queued-problems";
import { at, itProjects, itTouches } from "#tests/support/projected";
import { problemQueue } from "./problem-queue.ts";
import { removedProblems } from "./removed-problems.ts";

const first = {
  team_id: 12,
  entry_id: 1,
  place: 1,
  ...texts,
  proposed_by: dotori,
  accepted_by: dotori,
  accepted_at: at(1),
};
const second = {
  ...first,
  entry_id: 2,
  place: 2,
  proposed_by: bamtol,
  accepted_by: null,
  accepted_at: null,
};
const two = [queued(), proposed()];

itProjects(problemQueue, [
  ["has entries of managers and proposals of members", two, [first, second]],
  [
    "has who accepted a proposal and when",
    [...two, accepted()],
    [first, { ...second, accepted_by: dotori, accepted_at: at(3) }],
  ],
  [
    "has the last texts",
    [...two, entryEdited()],
    [{ ...first, title: "경주로 건설", body: "벽을 세워요" }, second],
  ],
  [
    "has the order after a move, and new entries behind it",
    [...two, moved(), queued({ entryId: 3 })],
    [
      { ...first, place: 2 },
      { ...second, place: 1 },
      { ...first, entry_id: 3, place: 3, accepted_at: at(4) },
    ],
  ],
  ["loses a removed entry", [...two, entryRemoved()], [first]],
  ["loses a posted entry", [...two, entryPosted()], [second]],
  ["keeps the entries of a member who withdraws", [...two, withdrawn(bamtol)], [first, second]],
  ["ends with its team", [...two, teamDeleted], []],
]);
const ofDays: TeamEvent[] = [
  { type: "DayEndChanged", data: { teamId: 12, dayEndsAt: "02:00", changedBy: dotori } },
  {
    type: "PromiseSet",
    data: {
      teamId: 12,
      startsOn: "2025-12-15",
      weekdays: ["Mon"],
      perWeek: null,
      restsPerMonth: 2,
      setBy: dotori,
    },
  },
  { type: "PromiseWithdrawn", data: { teamId: 12, startsOn: "2025-12-15", withdrawnBy: dotori } },
  { type: "PromiseEnded", data: { teamId: 12, lastDay: "2025-12-21", endedBy: dotori } },
];
itTouches(problemQueue, [
  [
    ["12"],
    ...two,
    accepted(),
    entryEdited(),
    moved(),
    entryRemoved(),
    entryPosted(),
    autoPosting(),
    ...ofDays,
    subjectPosted(),
    subjectDeleted,
    teamDeleted,
  ],
]);

const removed = { team_id: 12, date: "2025-09-03", removed_at: at(2) };
itProjects(removedProblems, [
  ["has when a day's problem was deleted", [subjectPosted(), subjectDeleted], [removed]],
  [
    "has when the last one was",
    [subjectPosted(), subjectDeleted, subjectPosted(), subjectDeleted],
    [{ ...removed, removed_at: at(4) }],
  ],
  ["ends with its team", [subjectPosted(), subjectDeleted, teamDeleted], []],
]);
itTouches(removedProblems, []);
