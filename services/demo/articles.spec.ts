import { expect, it } from "vitest";
import { lengthOf, limits } from "#contracts/limits";
import { demoArticle } from "./articles.ts";

it("gives no title twice within the days of a team", () => {
  const titles = Array.from({ length: 48 }, (_, number) => demoArticle(number).title);
  expect(new Set(titles).size).toBe(48);
  expect(Math.max(...titles.map(lengthOf))).toBeLessThanOrEqual(limits.postTitle);
});
