import { expect, test } from "./site.ts";
import { teamOf } from "./writing-team.ts";

test("a long problem chip ends in an ellipsis inside the page, at 320 px, too", async ({
  site,
  newVisitor,
}) => {
  const writer = await newVisitor({ handle: "long-chips", name: "긴칩" });
  const { page } = writer;
  const teamId = await teamOf(writer, { teamName: "긴칩반" });
  const number = "minimum-number-of-operations-to-make-all-array-elements-equal-to-one-again".slice(0, 80);
  const problems = JSON.stringify([{ provider: "leetcode", number, title: "", url: null }]);
  await writer.call("POST", `articles/teams/${teamId}/subjects`, {
    articleTitle: "긴 칩",
    articleBody: "<p>글</p>",
    articleCategory: "코딩 테스트",
    selectedDate: site.today(),
    problems,
  });
  await writer.call("POST", "articles", {
    teamId: String(teamId),
    articleTitle: "긴 칩의 글",
    articleBody: "<p>글</p>",
    problems,
  });

  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [`/team-dashboard/${teamId}`, "/"]) {
      await page.goto(path);
      const chip = page.getByText(/LeetCode minimum/).first();
      await expect(chip).toBeVisible();
      expect(await chip.evaluate((label) => label.scrollWidth > label.clientWidth), path).toBe(true);
      const right = await chip.evaluate((label) => label.getBoundingClientRect().right);
      expect(right, path).toBeLessThan(width);
      expect(await page.evaluate(() => document.scrollingElement?.scrollWidth), path).toBe(width);
    }
  }
});
