import { call, expect, test } from "./site.ts";
import { join, teamOf } from "./writing-team.ts";

test("members see who of the team is on its page and who has written today", async ({ site, somebody }) => {
  const dotori = await somebody({ handle: "here-dotori", name: "도토리" });
  const bamtol = await somebody({ handle: "here-bamtol", name: "밤톨" });
  const visitor = await somebody();
  const teamId = await teamOf(site, dotori);
  await join(site, teamId, bamtol);
  const path = `/team-dashboard/${teamId}`;
  for (const { page } of [dotori, bamtol, visitor]) await page.goto(path);
  const here = (n: number) => dotori.page.getByText(`지금 ${n}명이 함께 보고 있어요`);
  await expect(here(1)).toBeVisible();
  const secondTab = await bamtol.context.newPage();
  await secondTab.goto(path);
  await call(site, await bamtol.token(), "POST", "articles", {
    teamId: String(teamId),
    articleTitle: "오늘의 글",
    articleBody: "<p>글</p>",
  });
  await expect(dotori.page.getByText("오늘 1명이 썼어요")).toBeVisible();
  await expect(here(1)).toBeVisible();
  await secondTab.close();
  await bamtol.page.close();
  await expect(here(1)).toBeHidden();
  await expect(visitor.page.getByText("함께 보고 있어요")).toBeHidden();
});
