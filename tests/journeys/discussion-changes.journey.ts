import type { Page } from "@playwright/test";
import { expect, test, type Visitor } from "./site.ts";
import { postArticle, teamOf } from "./writing-team.ts";

const lines = ["while queue:", "    turns = queue.pop()", "    seen.add(turns)"];
const code = (rows: readonly string[]) => `<p>풀이</p><pre>${rows.join("<br>")}</pre>`;

const panel = (page: Page) => page.getByRole("region", { name: "의견" });
const field = (page: Page) => panel(page).getByRole("textbox", { name: "의견", exact: true });
const editor = (page: Page) => page.getByRole("textbox", { name: "의견 수정" });
const comments = (page: Page) => panel(page).locator("[data-comment]");

/** A team of both with an article of the writer, and the address of that article. */
async function articleOf(writer: Visitor, others: readonly Visitor[], teamName: string, today: string) {
  const teamId = await teamOf(writer, { teamName, others });
  const { articleId } = (await postArticle(writer, teamId, "줄마다 이야기해요", code(lines))) as {
    articleId: number;
  };
  return { teamId, articleId, address: `/team-dashboard/${teamId}?date=${today}&article=${articleId}` };
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(panel(page)).toBeVisible();
}

async function comment(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.getByRole("button", { name: "남기기", exact: true }).click();
  await expect(comments(page).getByText(text)).toBeVisible();
}

async function edit(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `${name}님의 의견, 메뉴` }).click();
  await page.getByRole("menuitem", { name: "수정" }).click();
  await expect(editor(page)).toBeFocused();
}

test("a comment whose lines are edited away stands below with the lines as they were", async ({
  site,
  newVisitor,
}) => {
  const writer = await newVisitor({ handle: "outdated-writer", name: "고친펭귄" });
  const reader = await newVisitor({ handle: "outdated-reader", name: "읽은토끼" });
  const { articleId, address } = await articleOf(writer, [reader], "고친코드반", site.today());
  const { page } = reader;
  await open(page, address);
  await page.getByRole("button", { name: "2번째 줄에 의견 남기기" }).click();
  await comment(page, "여기서 왜 꺼내요?");
  await expect(page.getByRole("button", { name: "2번째 줄의 의견 1개" })).toBeVisible();

  const articleBody = code([lines[0] ?? "", "    turns = queue.popleft()", lines[2] ?? ""]);
  await writer.call("PUT", `articles/${articleId}`, { articleTitle: "줄마다 이야기해요", articleBody });
  await expect(panel(page).getByRole("heading", { name: "수정 전 코드에 달린 의견" })).toBeVisible();
  await expect(page.getByText("queue.popleft()").first()).toBeVisible();
  const outdated = panel(page).getByRole("article");
  await expect(outdated).toContainText("turns = queue.pop()");
  await expect(outdated).toContainText("여기서 왜 꺼내요?");
  await expect(page.getByRole("button", { name: "2번째 줄의 의견 1개" })).toHaveCount(0);

  await writer.call("PUT", `articles/${articleId}`, {
    articleTitle: "줄마다 이야기해요",
    articleBody: code(lines),
  });
  await expect(page.getByRole("button", { name: "2번째 줄의 의견 1개" })).toBeVisible();
  await expect(panel(page).getByRole("heading", { name: "수정 전 코드에 달린 의견" })).toHaveCount(0);
});

test("a comment of one tab appears once in another of the same member, and the draft stays one", async ({
  site,
  newVisitor,
}) => {
  const writer = await newVisitor({ handle: "tabs-writer", name: "두탭펭귄" });
  const reader = await newVisitor({ handle: "tabs-reader", name: "두탭토끼" });
  const { address } = await articleOf(writer, [reader], "두탭의견반", site.today());
  const { page: first, context } = reader;
  await open(first, address);
  await field(first).fill("쓰다 만 의견");
  const second = await context.newPage();
  await open(second, address);
  await expect(field(second)).toHaveValue("쓰다 만 의견");

  await comment(second, "다 쓴 의견");
  await expect(field(second)).toHaveValue("");
  await expect(comments(first).getByText("다 쓴 의견")).toHaveCount(1);
  for (const page of [first, second]) {
    await expect(comments(page)).toHaveCount(1);
    await expect(page.getByText("보내는 중…")).toHaveCount(0);
  }
  await expect(field(first)).toHaveValue("쓰다 만 의견");

  await second.reload();
  await expect(comments(second)).toHaveCount(1);
  await expect(field(second)).toHaveValue("");
  await comment(first, "쓰다 만 의견을 마저");
  await second.reload();
  await expect(comments(second)).toHaveCount(2);
  await expect(field(second)).toHaveValue("");
});

test("an own comment is edited, and after two edits at once the member chooses between both texts", async ({
  site,
  newVisitor,
}) => {
  const writer = await newVisitor({ handle: "edit-writer", name: "고치는펭귄" });
  const reader = await newVisitor({ handle: "edit-reader", name: "고치는토끼" });
  const { address } = await articleOf(writer, [reader], "고친의견반", site.today());
  const { page: first, context } = reader;
  await open(first, address);
  await open(writer.page, address);
  await comment(first, "처음 의견");

  await test.step("saved, it is marked as edited for others, too", async () => {
    await edit(first, "고치는토끼");
    await editor(first).fill("고친 의견");
    await first.getByRole("button", { name: "저장" }).click();
    await expect(editor(first)).toHaveCount(0);
    for (const page of [first, writer.page]) {
      await expect(comments(page)).toContainText("고친 의견");
      await expect(comments(page)).toContainText("수정됨");
    }
  });

  await test.step("saved in another tab meanwhile, both texts are shown", async () => {
    const second = await context.newPage();
    await open(second, address);
    await edit(first, "고치는토끼");
    await editor(first).fill("첫째 탭의 의견");
    await edit(second, "고치는토끼");
    await editor(second).fill("둘째 탭의 의견");
    await second.getByRole("button", { name: "저장" }).click();
    await expect(editor(second)).toHaveCount(0);
    await expect(comments(writer.page)).toContainText("둘째 탭의 의견");
    await first.getByRole("button", { name: "저장" }).click();
    const question = first.getByRole("dialog", { name: "다른 곳에서 먼저 수정되었습니다." });
    await expect(question.getByRole("region", { name: "내가 쓴 내용" })).toContainText("첫째 탭의 의견");
    await expect(question.getByRole("region", { name: "현재 저장된 내용" })).toContainText("둘째 탭의 의견");
    await question.getByRole("button", { name: "내 내용으로 저장" }).click();
    await expect(editor(first)).toHaveCount(0);
    for (const page of [first, second, writer.page])
      await expect(comments(page)).toContainText("첫째 탭의 의견");
  });
});
