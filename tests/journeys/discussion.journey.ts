import type { Page } from "@playwright/test";
import { press, tabTo } from "./keyboard.ts";
import { screenFaults, sidewaysFaults, windows } from "./screen-faults.ts";
import { expect, test, type Visitor } from "./site.ts";
import { postArticle, teamOf } from "./writing-team.ts";
import { layTrap } from "./xss-trap.ts";

const code = (lines: readonly string[]) => `<p>풀이</p><pre>${lines.join("<br>")}</pre>`;
const lines = ["while queue:", "    turns = queue.pop()", "    seen.add(turns)"];

/** Posts an article with code and returns its id. */
const post = async (writer: Visitor, teamId: number, title: string): Promise<number> =>
  ((await postArticle(writer, teamId, title, code(lines))) as { articleId: number }).articleId;

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
    const articleId = await post(writer, teamId, "방향까지 상태에 넣으니 풀렸어요");
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

/** A team that solves first, with the problem of today. */
async function solvingTeam(leader: Visitor, others: readonly Visitor[], today: string): Promise<number> {
  const teamId = await teamOf(leader, { teamName: "먼저풀기반", others });
  const options = { reviewPartner: false, solveFirst: true };
  await leader.call("PUT", `teams/${teamId}/discussion-options`, options, true);
  await leader.call("POST", `articles/teams/${teamId}/subjects`, {
    articleTitle: "단어 맞추기",
    articleBody: "<p>푸는 날</p>",
    articleCategory: "코딩 테스트",
    selectedDate: today,
  });
  return teamId;
}

test("members who solve first open the day by a peek or by their own article, also for the search", async ({
  site,
  newVisitor,
}) => {
  const writer = await newVisitor({ handle: "veil-writer", name: "먼저푼이" });
  const peeking = await newVisitor({ handle: "veil-peek", name: "엿보는이" });
  const solving = await newVisitor({ handle: "veil-solve", name: "혼자푼이" });
  const teamId = await solvingTeam(writer, [peeking, solving], site.today());
  const articleId = await post(writer, teamId, "뒤에서부터 봤어요");
  const others = [peeking, solving];
  const note = (page: Page) => page.getByRole("region", { name: "먼저 풀고 나서 함께 봐요" });
  const found = (page: Page) => page.getByRole("group", { name: "글", exact: true }).getByRole("option");
  const search = async ({ page }: Visitor, words: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "찾기" }).fill(words);
  };

  await test.step("the text is veiled, also in the search", async () => {
    for (const { page } of others) {
      await page.setViewportSize(windows[1440]);
      await page.goto(`/team-dashboard/${teamId}?date=${site.today()}&article=${articleId}`);
      await expect(note(page)).toContainText("팀원의 풀이 1개가 바로 열려요. 오늘 자정에는 모두 열려요.");
      await expect(page.getByRole("button", { name: "미리 보기" })).toHaveCount(2);
      await expect(page.getByText("잠긴 풀이")).toBeVisible();
      await expect(page.getByText("turns = queue")).toHaveCount(0);
      await expect(panel(page)).toHaveCount(0);
    }
    expect(await screenFaults(peeking.page, 1440)).toEqual([]);
    await peeking.page.setViewportSize(windows[390]);
    expect(await screenFaults(peeking.page, 390)).toEqual([]);
    await search(solving, "뒤에서부터");
    await expect(found(solving.page)).toHaveCount(1);
    await search(solving, "turns");
    await expect(found(solving.page)).toHaveCount(0);
    await solving.page.keyboard.press("Escape");
  });

  await test.step("a peek opens it after a question, for the one who peeks alone", async () => {
    const { page } = peeking;
    await note(page).getByRole("button", { name: "미리 보기" }).click();
    const question = page.getByRole("alertdialog", { name: "미리 볼까요?" });
    await expect(question).toContainText("미리 본 사실은 나만 알 수 있어요.");
    expect(await screenFaults(page, 390)).toEqual([]);
    await question.getByRole("button", { name: "미리 보기" }).click();
    await expect(page.getByText("turns = queue").first()).toBeVisible();
    await expect(panel(page)).toBeVisible();
    await expect(note(page)).toHaveCount(0);
    await expect(note(solving.page)).toBeVisible();
    expect(await screenFaults(page, 390)).toEqual([]);
  });

  await test.step("the own article opens it at once", async () => {
    const { page } = solving;
    await post(solving, teamId, "앞에서부터 봤어요");
    await expect(panel(page)).toBeVisible();
    await expect(page.getByText("turns = queue").first()).toBeVisible();
    await expect(note(page)).toHaveCount(0);
    await search(solving, "turns");
    await expect(found(page)).toHaveCount(2);
  });
});

test("hostile comments run nothing and fit on a phone", async ({ site, newVisitor }) => {
  const writer = await newVisitor({ handle: "hostile-writer", name: "<b onx=x>" });
  const reader = await newVisitor({ handle: "hostile-reader", name: '"><svg/x=' });
  const { page } = reader;
  const caught = await layTrap(reader.context, page, site.origin);
  const teamId = await teamOf(writer, { teamName: "나쁜글반", others: [reader] });
  const articleId = await post(writer, teamId, "<script>pwned()</script>");
  const texts = [
    "<script>pwned()</script><img src=x onerror=pwned()><iframe srcdoc=a></iframe>",
    "[눌러](javascript:pwned()) [여기](data:text/html,<script>pwned()</script>) <javascript:pwned()> [틈](JaVaScRiPt\\:x())",
    '보기: ["><img src=x onerror=pwned()>](https://a.test/"onmouseover="pwned())',
    `사진 \u202egnp.exe\u2066 끝 \u200f\u202d ${"\u0301".repeat(300)}a`,
    "👩‍👩‍👧‍👦".repeat(1000),
    "가".repeat(1000),
    "W".repeat(1000),
    `보기: [${"길".repeat(400)}](https://a.test/${"x".repeat(500)})`,
    `\`\`\`\n<script>pwned()</script>${"y".repeat(900)}`,
    `${"[".repeat(500)}${"`".repeat(499)}`,
  ];

  await page.setViewportSize(windows[390]);
  await page.goto(`/team-dashboard/${teamId}?date=${site.today()}&article=${articleId}`);
  const field = panel(page).getByRole("textbox", { name: "의견" });

  await test.step("in the field", async () => {
    for (const text of texts) {
      await field.fill(text);
      await expect(send(page)).toBeEnabled();
      expect(await sidewaysFaults(page, 390), text.slice(0, 40)).toEqual([]);
    }
  });

  await test.step("in the panel, on the way and stored", async () => {
    for (const text of texts.slice(1))
      await writer.call("POST", `articles/${articleId}/comments`, { text }, true);
    await field.fill(texts[0] ?? "");
    await send(page).click();
    await expect(panel(page).getByRole("article")).toHaveCount(texts.length);
    await expect(panel(page).getByText("<script>pwned()</script><img").first()).toBeVisible();
    const addresses = await panel(page)
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).origin));
    expect(new Set(addresses)).toEqual(new Set(["https://a.test"]));
    expect(await screenFaults(page, 390)).toEqual([]);
  });
  expect(caught).toEqual([]);
});

test("without a mouse: a member chooses lines, comments, replies and acknowledges", async ({
  site,
  newVisitor,
}) => {
  const writer = await newVisitor({ handle: "talk-keys-writer", name: "쓰는이" });
  const reader = await newVisitor({ handle: "talk-keys-reader", name: "읽는이" });
  const teamId = await teamOf(writer, { teamName: "의견건반", others: [reader] });
  const articleId = await post(writer, teamId, "키보드로만 읽어요");
  const { page } = reader;
  const { keyboard } = page;
  await page.setViewportSize(windows[1440]);
  await page.goto(`/team-dashboard/${teamId}?date=${site.today()}&article=${articleId}`);
  await expect(panel(page)).toBeVisible();
  const field = panel(page).getByRole("textbox", { name: "의견", exact: true });
  const made = thread(page, "2~3번째 줄");

  await test.step("the arrows choose a line, with Shift a range, and Enter comments", async () => {
    await tabTo(page, line(page, 1));
    await keyboard.press("ArrowDown");
    await expect(line(page, 2)).toBeFocused();
    await keyboard.press("Shift+ArrowDown");
    await expect(line(page, 3)).toBeFocused();
    await keyboard.press("Enter");
    await expect(field).toBeFocused();
    await expect(panel(page).getByText("2~3번째 줄")).toBeVisible();
    await keyboard.type("왜 여기서 꺼내요?");
    await keyboard.press("Control+Enter");
    await expect(made.getByText("왜 여기서 꺼내요?")).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("");
  });

  const again = made.getByRole("button", { name: "답글" });
  const reply = made.getByRole("textbox", { name: "답글" });

  await test.step("a reply gives the focus back to its button, sent or given up", async () => {
    await tabTo(page, again, { backwards: true });
    await keyboard.press("Enter");
    await expect(reply).toBeFocused();
    await keyboard.press("Escape");
    await expect(again).toBeFocused();
    await keyboard.press("Enter");
    await keyboard.type("아, 알겠어요");
    await keyboard.press("Control+Enter");
    await expect(made.getByText("아, 알겠어요")).toBeVisible();
    await expect(again).toBeFocused();
  });

  await test.step("the number of comments beside the line leads to its thread", async () => {
    const mark = page.getByRole("button", { name: "2~3번째 줄의 의견 2개" });
    await tabTo(page, line(page, 3), { backwards: true });
    await press(page, mark);
    await expect(made).toBeFocused();
  });

  await test.step("the article is acknowledged", async () => {
    const acknowledge = page.getByRole("button", { name: "확인했어요" });
    await tabTo(page, acknowledge, { backwards: true });
    await keyboard.press("Enter");
    await expect(acknowledge).toHaveAttribute("aria-pressed", "true");
    await press(page, page.getByRole("button", { name: "확인한 사람 1명" }));
    await expect(page.getByRole("dialog", { name: "확인한 사람 1명" })).toContainText("읽는이");
    await keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "확인한 사람 1명" })).toBeFocused();
  });
  expect(await screenFaults(page, 1440)).toEqual([]);
});

test("on a phone: three articles are read, two acknowledged, a line of one commented, in nine presses", async ({
  site,
  newVisitor,
}) => {
  const author = await newVisitor({ handle: "story-author", name: "셋째펭귄" });
  const writer = await newVisitor({ handle: "story-writer", name: "둘째토끼" });
  const reader = await newVisitor({ handle: "story-reader", name: "출근길곰" });
  const teamId = await teamOf(author, { teamName: "출근길반", others: [writer, reader] });
  await post(author, teamId, "셋째 글");
  await post(writer, teamId, "둘째 글");
  const last = await post(author, teamId, "첫째 글");
  const address = `/team-dashboard/${teamId}?date=${site.today()}`;
  await author.page.setViewportSize(windows[1440]);
  await author.page.goto(`${address}&article=${last}`);
  await expect(panel(author.page)).toBeVisible();
  const { page } = reader;
  await page.setViewportSize(windows[390]);
  await page.goto(address);
  let presses = 0;
  const tap = async (name: string) => {
    presses += 1;
    await page.getByRole("button", { name, exact: true }).click();
  };
  const isRead = (title: string) =>
    expect(page.getByRole("article").filter({ hasText: title }).first()).toBeVisible();

  presses += 1;
  await page.getByRole("list", { name: "이날의 글" }).getByRole("button", { name: "첫째 글" }).click();
  await isRead("첫째 글");
  await tap("3번째 줄에 의견 남기기");
  await panel(page).getByRole("textbox", { name: "의견" }).fill("여기가 핵심이네요");
  expect(await screenFaults(page, 390)).toEqual([]);
  await tap("남기기");
  const asked = thread(author.page, "3번째 줄").getByText("여기가 핵심이네요");
  await expect(asked).toBeVisible({ timeout: 1000 });
  await tap("확인했어요");
  await tap("다음 글");
  await isRead("둘째 글");
  await tap("확인했어요");
  await tap("다음 글");
  await isRead("셋째 글");
  expect(presses).toBeLessThanOrEqual(9);

  await thread(author.page, "3번째 줄").getByRole("button", { name: "답글" }).click();
  await author.page.getByRole("textbox", { name: "답글" }).fill("맞아요, 방향 때문이에요");
  await author.page.getByRole("textbox", { name: "답글" }).press("Control+Enter");
  await page.goto(`${address}&article=${last}`);
  await expect(thread(page, "3번째 줄").getByText("맞아요, 방향 때문이에요")).toBeVisible();
  await expect(page.getByRole("button", { name: "확인한 사람 1명" })).toBeVisible();
});
