import { expect, it } from "vitest";
import { teamDeleted } from "#tests/examples/memberships";
import { dotori } from "#tests/examples/people";
import { subjectDeleted, subjectEdited, subjectPosted, withdrawn } from "#tests/examples/posts";
import { recorded } from "#tests/support/recorded";
import { patch, remove, removeWhere, upsert } from "./projection.ts";
import { changesOf } from "./projector/apply.ts";
import { teamCalendar } from "./team-calendar.ts";

const key = { team_id: 12, date: "2025-09-03" };

it.each([
  [
    subjectPosted(),
    [
      upsert({
        ...key,
        article_id: 77,
        category: "코딩 테스트",
        title: "오늘의 두 문제",
        body: "<p>1번</p>",
        image_url: null,
        author_id: dotori,
        created_at: "2025-09-03T12:30:00.000Z",
        revision: 1,
      }),
    ],
  ],
  [
    subjectEdited,
    [
      patch(key, {
        category: "스터디 복습",
        title: "세 문제",
        body: "<p>2번</p>",
        image_url: null,
        revision: 2,
      }),
    ],
  ],
  [subjectDeleted, [remove(key)]],
  [teamDeleted, [removeWhere({ team_id: 12 })]],
])("$type", (event, changes) => {
  expect(changesOf(teamCalendar, recorded(event))).toEqual(changes);
  expect(teamCalendar.touches(event)).toEqual(["12"]);
});

it("keeps the problems of a withdrawn member", () => {
  expect(changesOf(teamCalendar, recorded(withdrawn()))).toEqual([]);
});
