import { expect, it } from "vitest";
import {
  admitted,
  announced,
  infoChanged,
  kicked,
  left,
  passwordChanged,
  teamDeleted,
} from "#tests/examples/memberships";
import { completed } from "#tests/examples/posts";
import { created, joined } from "#tests/examples/teams";
import { recorded } from "#tests/support/recorded";
import { increment, patch, remove, upsert } from "./projection.ts";
import { changesOf } from "./projector/apply.ts";
import { searchable, teamDirectory } from "./team-directory.ts";

const key = { team_id: 12 };

it.each([
  [
    created,
    [
      upsert({
        ...key,
        name: "아침반",
        search_name: "아침반",
        member_count: 1,
        created_position: "00000000000000000001.00000000000000000700.00000000000000000001-000",
      }),
    ],
  ],
  [infoChanged, [patch(key, { name: "저녁 Java반", search_name: "저녁 java반" })]],
  [joined(), [increment(key, { member_count: 1 })]],
  [admitted, [increment(key, { member_count: 2 })]],
  [left(), [increment(key, { member_count: -1 })]],
  [kicked, [increment(key, { member_count: -1 })]],
  [teamDeleted, [remove(key)]],
  [announced, []],
])("$type", (event, changes) => {
  expect(changesOf(teamDirectory, recorded(event))).toEqual(changes);
  expect(teamDirectory.touches(event)).toEqual(["all"]);
});

it("does not tell of what no list shows", () => {
  expect(teamDirectory.touches(passwordChanged)).toEqual([]);
  expect(teamDirectory.touches(completed())).toEqual([]);
});

it("searches decomposed and capital letters like composed and small ones", () => {
  expect(searchable("아침반 JAVA".normalize("NFD"))).toBe("아침반 java");
});
