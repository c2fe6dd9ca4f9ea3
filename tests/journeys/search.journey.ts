import type { Page } from "@playwright/test";
import { faultsInBothThemes, phoneFaults, windows } from "./screen-faults.ts";
import { expect, test, type Visitor } from "./site.ts";
import { body, join, postArticle, teamOf } from "./writing-team.ts";

/** Matches the palette while it is closing, too. */
const palette = (page: Page) => page.getByRole("dialog", { name: "찾기", includeHidden: true });
const field = (page: Page) => page.getByRole("combobox", { name: "찾기" });
const group = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
const memberId = async (person: Visitor) =>
  JSON.parse(Buffer.from((await person.token()).split(".")[1] ?? "", "base64url").toString()).uuid as string;

const openPalette = async (page: Page) => {
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
};
/** A page on which shortcuts already work. */
const openTeams = async (page: Page) => {
  await page.goto("/team-list");
  await expect(page.getByRole("heading", { name: "활동 중인 팀" })).toBeVisible();
};

/** The stored search index of this device as text; null without one. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith("search-")) ?? {};
    if (name === undefined) return null;
    const database = await new Promise<IDBDatabase>((done, failed) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
    const all: unknown[] = [];
    for (const store of database.objectStoreNames)
      await new Promise<void>((done) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => {
          all.push(...request.result);
          done();
        };
      });
    database.close();
    return JSON.stringify(all, (_, value) => (value instanceof Map ? [...value] : value));
  });

const idle = { timeout: 20_000 };

test("a member finds an article by two syllables and by first consonants, with the keyboard only", async ({
  newVisitor,
}) => {
  const leader = await newVisitor({ handle: "search-leader", name: "찾는방장" });
  const teamId = await teamOf(leader, { teamName: "찾기반" });
  await postArticle(leader, teamId, "그래프 탐색, 방문 처리", "<p>큐에서 꺼낼 때 표시해요</p>");
  await postArticle(leader, teamId, "정렬의 기준", "<p>그래프를 두 번 돌았더니 늦었어요</p>");
  const { page } = leader;
  const { keyboard } = page;
  await openTeams(page);
  await openPalette(page);
  await expect(group(page, "할 일").getByRole("option").first()).toHaveText("오늘의 글쓰기 · 찾기반");
  await keyboard.type("그래");
  await expect(group(page, "글").getByRole("option")).toHaveCount(2, idle);
  await expect(group(page, "글").getByRole("option").first()).toContainText("그래프 탐색");
  await expect(group(page, "글").getByRole("option").nth(1)).toContainText("그래프를 두 번 돌았더니");
  await expect(page.locator("mark").first()).toHaveText("그래");
  await expect(page.getByRole("status").filter({ hasText: "글 2" })).toBeAttached();

  await field(page).fill("ㄱㄹㅍ");
  await expect(group(page, "글").getByRole("option")).toHaveCount(1);
  await keyboard.press("ArrowDown");
  await keyboard.press("Home");
  await keyboard.press("Enter");
  await expect(palette(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/team-dashboard\/\d+\?date=[\d-]+&article=\d+$/);
  await expect(page.getByRole("heading", { name: "그래프 탐색, 방문 처리" }).first()).toBeVisible();

  // Opened entries come first the next time; Escape restores the focus.
  const find = page.getByRole("button", { name: "찾기", exact: true });
  await find.focus();
  await keyboard.press("Enter");
  await expect(group(page, "최근에 연 것").getByRole("option")).toContainText(["그래프 탐색"]);
  await keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(find).toBeFocused();

  await openPalette(page);
  await keyboard.type("펜윅트리");
  await expect(page.getByText("‘펜윅트리’와 맞는 것이 없어요")).toBeVisible();
  await field(page).fill("정렬");
  await expect(group(page, "글").getByRole("option")).toHaveCount(1);
  const another = page.context().waitForEvent("page");
  await keyboard.press("Control+Enter");
  await expect(await another).toHaveURL(/article=\d+$/);
});

test("an article posted elsewhere is found immediately, stored, and removed with the article", async ({
  newVisitor,
}) => {
  const leader = await newVisitor({ handle: "search-live", name: "올린이" });
  const reader = await newVisitor({ handle: "search-reader", name: "읽는이" });
  const teamId = await teamOf(leader, { teamName: "바로찾는반", others: [reader] });
  const { page } = reader;
  await openTeams(page);
  await openPalette(page);
  await expect(group(page, "할 일")).toBeVisible();
  await page.keyboard.type("위상");
  await expect(page.getByText("맞는 것이 없어요")).toBeVisible();
  const { articleId } = (await postArticle(leader, teamId, "위상 정렬의 순서")) as { articleId: number };
  await expect(group(page, "글").getByRole("option")).toContainText(["위상 정렬의 순서"], idle);
  await expect.poll(() => stored(page), idle).toContain("위상 정렬의 순서");
  await leader.call("DELETE", `articles/${articleId}`);
  await expect(page.getByText("맞는 것이 없어요")).toBeVisible(idle);
  await expect.poll(() => stored(page), idle).not.toContain("위상");
});

test("a kicked member's device has no text of the team after two seconds, and a logout leaves no index", async ({
  newVisitor,
}) => {
  const leader = await newVisitor({ handle: "search-kicker", name: "내보내는이" });
  const member = await newVisitor({ handle: "search-kicked", name: "나가는이" });
  const teamId = await teamOf(leader, { teamName: "떠나는반", others: [member] });
  const own = await teamOf(member, { teamName: "남는반" });
  await postArticle(leader, teamId, "떠나는 반의 귓속말");
  await postArticle(member, own, "남는 반의 글");
  const { page } = member;
  await openTeams(page);
  // Without an interaction: some time after the page is idle.
  await expect.poll(() => stored(page), idle).toContain("떠나는 반의 귓속말");
  await openPalette(page);
  await page.keyboard.type("귓속말");
  await expect(group(page, "글").getByRole("option")).toHaveCount(1, idle);
  const memberInfo = await memberId(member);
  await leader.call("POST", `teams/${teamId}/remove/team-member`, { memberInfo }, true);
  const kickedAt = Date.now();
  await expect.poll(() => stored(page), { intervals: [100] }).not.toContain("귓속말");
  process.stdout.write(`no text of the team ${Date.now() - kickedAt} ms after the kick\n`);
  expect(Date.now() - kickedAt).toBeLessThan(2000);
  await expect(page.getByText("‘귓속말’과 맞는 것이 없어요")).toBeVisible();
  await field(page).fill("남는 글");
  await expect(group(page, "글").getByRole("option")).toHaveCount(1);

  // Kicked while the page is closed: nothing is shown at the next start.
  await join(teamId, member);
  await field(page).fill("귓속말");
  await expect(group(page, "글").getByRole("option")).toHaveCount(1, idle);
  await expect.poll(() => stored(page), idle).toContain("귓속말");
  await page.goto("about:blank");
  await leader.call("POST", `teams/${teamId}/remove/team-member`, { memberInfo }, true);
  await openTeams(page);
  await openPalette(page);
  await page.keyboard.type("남는");
  await expect(group(page, "글").getByRole("option")).toContainText(["남는 반의 글"], idle);
  expect(await stored(page)).not.toContain("귓속말");

  await field(page).fill("로그아웃");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "확인" }).click();
  await expect(page.getByRole("link", { name: "로그인" })).toBeVisible();
  expect(await stored(page)).toBeNull();
});

test("in the editor Ctrl+K opens the palette, and with selected text makes a link", async ({
  newVisitor,
}) => {
  const { page, ...leader } = await newVisitor({ handle: "search-writer", name: "쓰는이" });
  const teamId = await teamOf({ page, ...leader }, { teamName: "쓰는반" });
  await page.goto(`/posting/${teamId}`);
  await body(page).click();
  await page.keyboard.type("정리 노트");
  await openPalette(page);
  await page.keyboard.press("Escape");
  await expect(body(page)).toBeFocused();
  await page.keyboard.type("!");
  await expect(body(page)).toHaveText("정리 노트!");
  await page.keyboard.press("Shift+Home");
  // The editor is notified of a selection after it is made.
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("정리 노트!");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "링크 주소" })).toBeFocused();
});

test("visitors find teams and screens, from the first page on", async ({ newVisitor }) => {
  const leader = await newVisitor({ handle: "search-public", name: "공개방장" });
  await teamOf(leader, { teamName: "공개된반" });
  const { page } = await newVisitor();
  await page.getByRole("button", { name: "찾기", exact: true }).click();
  await expect(field(page)).toBeFocused();
  await field(page).fill("공개된");
  await expect(group(page, "팀").getByRole("option")).toHaveText(["공개된반"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/team-dashboard\/\d+$/);
});

test("the palette has no fault that axe finds on a phone and a desk", async ({ newVisitor }) => {
  const leader = await newVisitor({ handle: "search-axe", name: "보는이" });
  const teamId = await teamOf(leader, { teamName: "보이는반" });
  const problems = JSON.stringify([{ provider: "boj", number: "1260" }]);
  const article = {
    teamId: String(teamId),
    articleTitle: "그래프 탐색",
    articleBody: "<p>그래프</p>",
    problems,
  };
  await leader.call("POST", "articles", article);
  const { page } = leader;
  for (const width of [390, 1440] as const) {
    await page.setViewportSize(windows[width]);
    await openTeams(page);
    await openPalette(page);
    await expect(group(page, "할 일")).toBeVisible();
    const faults = await faultsInBothThemes(page);
    await page.keyboard.type("그래");
    await expect(group(page, "글")).toBeVisible(idle);
    faults.push(...(await faultsInBothThemes(page)));
    if (width === 390) faults.push(...(await phoneFaults(page)));
    expect(faults, `${width}`).toEqual([]);
  }
});
