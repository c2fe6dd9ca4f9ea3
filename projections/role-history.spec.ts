import { expect, it } from "vitest";
import type { DomainEvent } from "#contracts/events";
import { roleActions } from "#contracts/membership/api";
import { joinedByInvitation } from "#tests/examples/invitations";
import * as team from "#tests/examples/memberships";
import { bamtol, dotori, hodu, janmul } from "#tests/examples/people";
import { withdrawn } from "#tests/examples/posts";
import { created, joined } from "#tests/examples/teams";
import { at, itProjects, itTouches, positionOf, type RowsRule, rowsAfter } from "#tests/support/projected";
import { roleHistory } from "./role-history.ts";

/** action, actor, target, before, after, reason, inviter: the table of spec/wire-contract.md §4.15. */
type Entered = [
  string,
  string | null,
  string,
  string | null,
  string | null,
  (string | null)?,
  (string | null)?,
];
const entered: readonly (readonly [event: DomainEvent, ...Entered[]])[] = [
  [created, ["CREATED", dotori, dotori, null, "MANAGER"]],
  [joined(), ["JOINED", bamtol, bamtol, null, "MEMBER"]],
  [joinedByInvitation(), ["JOINED", bamtol, bamtol, null, "MEMBER", null, dotori]],
  [team.admitted, ["INVITED", dotori, hodu, null, "MEMBER"], ["INVITED", dotori, janmul, null, "MEMBER"]],
  [team.left(), ["LEFT", bamtol, bamtol, "MEMBER", null]],
  [team.left(true, bamtol, "MANAGER"), ["WITHDRAWN", bamtol, bamtol, "MANAGER", null]],
  [team.kicked, ["KICKED", dotori, bamtol, "MEMBER", null, "연락이 끊겼어요"]],
  [team.coManagerAdded, ["CO_MANAGER_ADDED", dotori, bamtol, "MEMBER", "MANAGER", "새 학기라 역할을 나눠요"]],
  [team.delegated, ["MANAGER_DELEGATED", dotori, bamtol, "MEMBER", "MANAGER"]],
  [team.demoted, ["DEMOTED", dotori, bamtol, "MANAGER", "MEMBER"]],
  [team.succeeded, ["SUCCEEDED", null, bamtol, "MEMBER", "MANAGER"]],
];
const entry = (n: number, index: number, entered: Entered) => {
  const [action, actor_id, target_id, before, after, reason = null, invited_by = null] = entered;
  return {
    entry_id: expect.any(String),
    team_id: 12,
    position: positionOf(n, index),
    occurred_at: at(n),
    action,
    actor_id,
    target_id,
    before,
    after,
    reason,
    invited_by,
  };
};
const rules = entered.map(([event, ...entries]): RowsRule => {
  const title = `enters ${entries.map(([action]) => action).join(" and ")}`;
  return [title, [event], entries.map((each, index) => entry(1, index, each))];
});
const ofKick = entered[6]?.[1] as Entered;
const ofCoManager = entered[7]?.[1] as Entered;

itProjects(roleHistory, [
  ...rules,
  [
    "keeps every entry",
    [created, joined(), team.coManagerAdded, team.demoted, team.coManagerAdded, team.kicked],
    [0, 1, 7, 9, 7, 6].map((which, index) => entry(index + 1, 0, entered[which]?.[1] as Entered)),
  ],
  [
    "loses the reasons that concern a member with their withdrawal, and no others",
    [team.coManagerAdded, team.kicked, withdrawn(), withdrawn(bamtol), team.coManagerAdded],
    [
      entry(1, 0, ofCoManager.with(5, null) as Entered),
      entry(2, 0, ofKick.with(5, null) as Entered),
      entry(5, 0, ofCoManager),
    ],
  ],
  ["keeps reasons at the withdrawal of who gave them", [team.kicked, withdrawn()], [entry(1, 0, ofKick)]],
  ["ends with its team", [created, joined(), team.teamDeleted], []],
]);
itTouches(roleHistory, [[["12"], ...entered.map(([event]) => event), team.teamDeleted]]);

it("covers every action", () => {
  const actions = entered.flatMap(([, ...entries]) => entries.map(([action]) => action));
  expect(new Set(actions)).toEqual(new Set(roleActions));
});

it("gives each entry a stable id of its own and a position in log order", () => {
  const events = [created, team.admitted, ...Array.from({ length: 99 }, () => joined())];
  const rows = rowsAfter(roleHistory, events);
  expect(new Set(rows.map((row) => row.entry_id)).size).toBe(102);
  expect(rowsAfter(roleHistory, events)).toEqual(rows);
  const positions = rows.map((row) => String(row.position));
  expect([...positions].sort()).toEqual(positions);
});
