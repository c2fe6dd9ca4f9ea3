import { expect, it } from "vitest";
import type { News } from "#contracts/today/api";
import { newsGroups } from "./news-groups.ts";

const news = (change: Partial<News>): News => ({
  kind: "article",
  teamId: 12,
  date: "2025-12-11",
  id: 301,
  title: "글",
  memberName: "재귀펭귄",
  at: "2025-12-11T21:07:45+09:00",
  ...change,
});

it("groups news by team, day and kind, and names the actor of the latest item", () => {
  const groups = newsGroups([
    news({ id: 305 }),
    news({ teamId: 7, id: 9 }),
    news({ id: 304, memberName: "밤샘코더" }),
    news({ id: 303 }),
    news({ date: "2025-12-10", id: 290 }),
    news({ kind: "joined", id: null, title: null }),
  ]);
  expect(groups.map(({ teamId, kind, others, onlyId }) => [teamId, kind, others, onlyId])).toEqual([
    [12, "article", 1, null],
    [7, "article", 0, 9],
    [12, "article", 0, 290],
    [12, "joined", 0, null],
  ]);
});
