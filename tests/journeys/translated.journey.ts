import { translatePage } from "../support/translated-page.ts";
import { expect, test } from "./site.ts";
import { body, teamOf, title, type } from "./writing-team.ts";

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
