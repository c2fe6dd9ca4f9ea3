import { expect, it } from "vitest";
import { roleActions } from "#contracts/membership/api";
import {
  admitted,
  coManagerAdded,
  delegated,
  demoted,
  infoChanged,
  kicked,
  left,
  succeeded,
  teamDeleted,
} from "#tests/examples/memberships";
import { bamtol, dotori, hodu, janmul } from "#tests/examples/people";
import { created, joined } from "#tests/examples/teams";
import { recorded } from "#tests/support/recorded";
import { removeWhere } from "./projection.ts";
import { changesOf } from "./projector/apply.ts";
import type { Row } from "./projector/fold.ts";
import { roleHistory } from "./role-history.ts";

const rowsOf = (event: Parameters<typeof recorded>[0], n = 1) =>
  changesOf(roleHistory, recorded(event, n)).map((change) =>
    change.change === "upsert" ? change.row : ({} as Row),
  );

/** action, actor, target, before, after, reason: the table of spec/wire-contract.md §4.15. */
const table: [Parameters<typeof recorded>[0], ...(string | null)[][]][] = [
  [created, ["CREATED", dotori, dotori, null, "MANAGER", null]],
  [joined(), ["JOINED", bamtol, bamtol, null, "MEMBER", null]],
  [
    admitted,
    ["INVITED", dotori, hodu, null, "MEMBER", null],
    ["INVITED", dotori, janmul, null, "MEMBER", null],
  ],
  [left(), ["LEFT", bamtol, bamtol, "MEMBER", null, null]],
  [kicked, ["KICKED", dotori, bamtol, "MEMBER", null, "연락이 끊겼어요"]],
  [coManagerAdded, ["CO_MANAGER_ADDED", dotori, bamtol, "MEMBER", "MANAGER", "새 학기라 역할을 나눠요"]],
  [delegated, ["MANAGER_DELEGATED", dotori, bamtol, "MEMBER", "MANAGER", null]],
  [demoted, ["DEMOTED", dotori, bamtol, "MANAGER", "MEMBER", null]],
  [succeeded, ["SUCCEEDED", null, bamtol, "MEMBER", "MANAGER", null]],
  [left(true, bamtol, "MANAGER"), ["WITHDRAWN", bamtol, bamtol, "MANAGER", null, null]],
];

it.each(table)("enters $type", (event, ...entries) => {
  const rows = rowsOf(event);
  expect(
    rows.map(({ action, actor_id, target_id, before, after, reason }) => [
      action,
      actor_id,
      target_id,
      before,
      after,
      reason,
    ]),
  ).toEqual(entries);
  expect(roleHistory.touches(event)).toEqual(["12"]);
});

it("knows every action", () => {
  const actions = table.flatMap(([event]) => rowsOf(event).map(({ action }) => action));
  expect(new Set(actions)).toEqual(new Set(roleActions));
});

it("gives each entry an id of its own that stays the same, and positions in log order", () => {
  const rows = [...rowsOf(admitted, 9), ...rowsOf(joined(), 10), ...rowsOf(delegated, 101)];
  expect(new Set(rows.map((row) => row.entry_id)).size).toBe(4);
  expect(rowsOf(admitted, 9)).toEqual(rows.slice(0, 2));
  const positions = rows.map((row) => String(row.position));
  expect([...positions].sort()).toEqual(positions);
});

it("forgets a deleted team and leaves out what is no change of roles", () => {
  expect(changesOf(roleHistory, recorded(teamDeleted))).toEqual([removeWhere({ team_id: 12 })]);
  expect(rowsOf(infoChanged)).toEqual([]);
});
