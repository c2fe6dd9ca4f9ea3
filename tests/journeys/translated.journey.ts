import { translatePage } from "../support/translated-page.ts";
import { expect, test } from "./site.ts";
import { body, postArticle, teamOf, title, type } from "./writing-team.ts";

test("a page that the browser has translated submits its text, and the editor is left as it was", async ({
  newVisitor,
}) => {
  const writer = await newVisitor({ handle: "translated", name: "번역한이" });
  const { page } = writer;
  const teamId = await teamOf(writer, { teamName: "번역반" });
  await page.goto(`/posting/${teamId}`);
  await title(page).fill("번역된 화면");
  await type(page, "본문은 그대로");
  await expect(body(page)).toHaveAttribute("translate", "no");
  await page.evaluate(translatePage);
  // Lost by a reload.
  await page.evaluate(() => Object.assign(window, { isTranslated: true }));

  await page.getByRole("button", { name: "작성 완료" }).click();
  await expect(page.getByText("글쓰기를 완료했어요")).toBeVisible();
  await expect(page.getByText("본문은 그대로")).toBeVisible();
  expect(await page.evaluate(() => "isTranslated" in window)).toBe(true);
});

test("the search of a page that the browser keeps translating follows the query", async ({ newVisitor }) => {
  const writer = await newVisitor({ handle: "translated-search", name: "번역해찾는이" });
  const { page } = writer;
  const teamId = await teamOf(writer, { teamName: "번역찾기반" });
  await postArticle(writer, teamId, "그래프 탐색, x부터 방문", "<p>큐에서 꺼낼 때 표시해요</p>");
  await page.goto("/team-list");
  await expect(page.getByRole("heading", { name: "활동 중인 팀" })).toBeVisible();
  await page.evaluate(translatePage);
  await page.keyboard.press("Control+k");
  const found = page.getByRole("option", { name: /그래프 탐색/ });
  const marks = found.locator("mark");
  await page.getByRole("combobox", { name: "찾기" }).pressSequentially("그래프 x");
  await expect(marks).toHaveText(["그래프", "x"]);
  for (const left of [["그래프"], ["그래프"], ["그래"], ["그"]]) {
    await page.keyboard.press("Backspace");
    await expect(marks).toHaveText(left);
  }
  await page.keyboard.press("Backspace");
  await expect(found).toHaveCount(0);
  await expect(page.getByRole("option").first()).toBeVisible();
});
