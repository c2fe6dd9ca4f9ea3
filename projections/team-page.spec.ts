import { expect, it } from "vitest";
import { announced, infoChanged, kicked, passwordChanged, teamDeleted } from "#tests/examples/memberships";
import { posted, withdrawn } from "#tests/examples/posts";
import { created } from "#tests/examples/teams";
import { recorded } from "#tests/support/recorded";
import { patch, remove, upsert } from "./projection.ts";
import { changesOf } from "./projector/apply.ts";
import { teamPage } from "./team-page.ts";

const key = { team_id: 12 };

it.each([
  [
    created,
    [
      upsert({
        ...key,
        name: "아침반",
        explain: "7시에 시작해요",
        topic: "코딩테스트",
        member_limit: 10,
        image_url: null,
        announcement: "",
        entry_password: "sealed-4821",
        recruitment_id: null,
        revision: 1,
        created_at: "2025-09-03T12:30:00.000Z",
      }),
    ],
  ],
  [
    infoChanged,
    [
      patch(key, {
        name: "저녁 Java반",
        explain: "",
        topic: "스터디",
        member_limit: 4,
        image_url: "/images/3b/3b90.jpg",
        revision: 2,
      }),
    ],
  ],
  [passwordChanged, [patch(key, { entry_password: "sealed-0000", revision: 3 })]],
  [announced, [patch(key, { announcement: "이번 주는 그래프!" })]],
  [teamDeleted, [remove(key)]],
  [kicked, []],
])("$type", (event, changes) => {
  expect(changesOf(teamPage, recorded(event))).toEqual(changes);
  expect(teamPage.touches(event)).toEqual(["12"]);
});

it("does not tell of articles and people of the whole site", () => {
  expect(teamPage.touches(posted())).toEqual([]);
  expect(teamPage.touches(withdrawn())).toEqual([]);
});
