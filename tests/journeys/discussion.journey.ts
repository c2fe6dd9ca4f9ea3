import type { Page } from "@playwright/test";
import { screenFaults, windows } from "./screen-faults.ts";
import { expect, test } from "./site.ts";
import { postArticle, teamOf } from "./writing-team.ts";

const code = (lines: readonly string[]) => `<p>풀이</p><pre>${lines.join("<br>")}</pre>`;
const lines = ["while queue:", "    turns = queue.pop()", "    seen.add(turns)"];

const panel = (page: Page) => page.getByRole("region", { name: "의견" });
const line = (page: Page, number: number) =>
  page.getByRole("button", { name: `${number}번째 줄에 의견 남기기` });
const thread = (page: Page, place: string) =>
  panel(page)
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: place }) });
const send = (page: Page) => page.getByRole("button", { name: "남기기", exact: true });

for (const width of [1440, 390] as const) {
  test(`members discuss the lines of an article, live, at ${width} px`, async ({ site, newVisitor }) => {
    const writer = await newVisitor({ handle: `talk-writer-${width}`, name: "재귀펭귄" });
    const reader = await newVisitor({ handle: `talk-reader-${width}`, name: "밤샘코더" });
    const teamId = await teamOf(writer, { teamName: `의견반${width}`, others: [reader] });
    const { articleId } = await postArticle(
      writer,
      teamId,
      "방향까지 상태에 넣으니 풀렸어요",
      code(lines),
    ).then((made) => made as { articleId: number });
    const address = `/team-dashboard/${teamId}?date=${site.today()}&article=${articleId}`;
    for (const { page } of [writer, reader]) {
      await page.setViewportSize(windows[width]);
      await page.goto(address);
      await expect(panel(page)).toBeVisible();
    }

    await test.step("a comment on two lines appears on the writer's page", async () => {
      await line(reader.page, 2).click();
      await line(reader.page, 3).click({ modifiers: ["Shift"] });
      await panel(reader.page).getByRole("textbox", { name: "의견" }).fill("`seen`에 왜 넣었어요?");
      await send(reader.page).click();
      await expect(thread(writer.page, "2~3번째 줄").getByText("에 왜 넣었어요?")).toBeVisible();
      await expect(writer.page.getByRole("button", { name: "2~3번째 줄의 의견 1개" })).toBeVisible();
    });

    await test.step("the reply mentions the reader by name", async () => {
      await thread(writer.page, "2~3번째 줄").getByRole("button", { name: "답글" }).click();
      await thread(writer.page, "2~3번째 줄").getByRole("button", { name: "언급" }).click();
      await writer.page.getByRole("menuitem", { name: "밤샘코더" }).click();
      const field = writer.page.getByRole("textbox", { name: "답글" });
      await expect(field).toHaveValue("@밤샘코더 ");
      await field.press("End");
      await field.pressSequentially("방향이 다르면 비용이 달라요");
      await field.press("Control+Enter");
      await expect(thread(reader.page, "2~3번째 줄").getByText("@밤샘코더")).toBeVisible();
    });

    await test.step("an edit of the article moves the comment with its lines", async () => {
      const articleBody = code(["# 새 줄", ...lines]);
      const fields = { articleTitle: "방향까지 상태에 넣으니 풀렸어요", articleBody };
      await writer.call("PUT", `articles/${articleId}`, fields);
      await expect(thread(reader.page, "3~4번째 줄")).toBeVisible();
    });

    await test.step("the reader acknowledges the article, and the writer reads who did", async () => {
      await reader.page.getByRole("button", { name: "확인했어요" }).click();
      const names = writer.page.getByRole("button", { name: "확인한 사람 1명" });
      await names.click();
      await expect(writer.page.getByRole("dialog", { name: "확인한 사람 1명" })).toContainText("밤샘코더");
      expect(await screenFaults(writer.page, width)).toEqual([]);
      await writer.page.keyboard.press("Escape");
    });

    await test.step("a manager deletes a comment with a reason", async () => {
      await writer.page.getByRole("button", { name: "밤샘코더님의 의견, 메뉴" }).click();
      await writer.page.getByRole("menuitem", { name: "삭제" }).click();
      const question = writer.page.getByRole("dialog", { name: "의견을 삭제하시겠어요?" });
      await question.getByLabel(/사유/).fill("코드를 옮겼어요");
      expect(await screenFaults(writer.page, width)).toEqual([]);
      await question.getByRole("button", { name: "삭제" }).click();
      await expect(panel(reader.page).getByText("방장이 삭제한 의견이에요.")).toBeVisible();
      await expect(panel(reader.page).getByText("코드를 옮겼어요")).toBeVisible();
    });

    expect(await screenFaults(reader.page, width)).toEqual([]);
  });
}
