import { expect, test } from "./site.ts";
import { join, postArticle, teamOf } from "./writing-team.ts";

test("members see which members of the team are on its page and have written today", async ({
  newVisitor,
}) => {
  const dotori = await newVisitor({ handle: "here-dotori", name: "도토리" });
  const bamtol = await newVisitor({ handle: "here-bamtol", name: "밤톨" });
  const visitor = await newVisitor();
  const teamId = await teamOf(dotori);
  await join(teamId, bamtol);
  const path = `/team-dashboard/${teamId}`;
  for (const { page } of [dotori, bamtol, visitor]) await page.goto(path);
  const here = (n: number) => dotori.page.getByText(`지금 ${n}명이 함께 보고 있어요`);
  await expect(here(1)).toBeVisible();
  const secondTab = await bamtol.context.newPage();
  await secondTab.goto(path);
  await postArticle(bamtol, teamId, "오늘의 글");
  await expect(dotori.page.getByText("오늘 1명이 썼어요")).toBeVisible();
  await expect(here(1)).toBeVisible();
  await secondTab.close();
  await bamtol.page.close();
  await expect(here(1)).toBeHidden();
  await expect(visitor.page.getByText("함께 보고 있어요")).toBeHidden();
});
