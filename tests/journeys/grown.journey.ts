import type { Page } from "@playwright/test";
import { daysBefore } from "#contracts/dates";
import { limits } from "#contracts/limits";
import { faultsInBothWidths, screenFaults, windows } from "./screen-faults.ts";
import { expect, test, type Visitor } from "./site.ts";

// Enough for a dozen pages of own articles, and sixty of the board.
test.use({ grownScale: 0.1 });

const widths = [390, 1440] as const;
/** The large team, and the recruitment of the member's second team with 40 seats and 300 applicants. */
const big = 1;
const recruitment = 1;
const teams = 30;

interface Content<Item> {
  readonly content: readonly Item[];
  readonly page: { readonly totalElements: number; readonly totalPages: number };
}
interface Titled {
  readonly articleTitle: string;
}

const pages = (page: Page) =>
  page.getByRole("navigation", { name: "페이지" }).getByRole("button", { name: /쪽$/ });

/** The last page of a list in pages. */
async function lastOf<Item>({ call }: Visitor, path: string) {
  const { page } = await call<Content<Item>>("GET", path);
  const number = page.totalPages - 1;
  const { content } = await call<Content<Item>>(
    "GET",
    `${path}${path.includes("?") ? "&" : "?"}page=${number}`,
  );
  return { ...page, oldest: content.at(-1) as Item };
}

test("a member of 30 teams reaches each of them, their members, and far pages at both widths", async ({
  newVisitor,
  site,
}) => {
  test.setTimeout(300_000);
  const visitor = await newVisitor({ handle: "dotori" });
  const { page } = visitor;
  const faults: string[] = [];
  const yesterday = daysBefore(site.today(), 1);
  const own = await lastOf<Titled>(visitor, `articles/${big}/my-page`);
  const board = await lastOf<{ teamRecruitId: number }>(visitor, "recruitments");
  const day = await lastOf<Titled>(visitor, `articles/${big}/by-date?date=${yesterday}`);
  const { myTeamResponse } = await visitor.call<{ myTeamResponse: { members: { memberName: string }[] } }>(
    "GET",
    `teams/${big}/team-page?year=${yesterday.slice(0, 4)}&month=${Number(yesterday.slice(5, 7))}`,
  );
  const found = myTeamResponse.members.filter(({ memberName }) => memberName.includes("톨"));

  for (const width of widths) {
    const look = async (name: string) =>
      faults.push(...(await screenFaults(page, width)).map((fault) => `${width} ${name}: ${fault}`));
    await page.setViewportSize(windows[width]);

    await test.step(`home at ${width} px: each team, the one where people wait first`, async () => {
      await page.goto("/");
      const cards = page.getByRole("main").getByRole("article");
      await expect(cards).toHaveCount(limits.todayCards);
      await expect(cards.first()).toContainText("가입 신청 300명");
      const others = page.getByRole("region", { name: "다른 팀" }).getByRole("listitem");
      await expect(others).toHaveCount(teams - limits.todayCards);
      const ways = page.getByRole("main").locator("a[href^='/team-dashboard/']:not([href*='?'])");
      const hrefs = await ways.evaluateAll((all) => all.map((one) => one.getAttribute("href")));
      expect(new Set(hrefs.filter((href) => /^\/team-dashboard\/\d+$/.test(href ?? ""))).size).toBe(teams);
      await look("home");
    });

    await test.step(`the number of notifications at ${width} px ends before the next button`, async () => {
      const count = page.getByRole("button", { name: /^알림, 안 읽은 알림/ }).getByText("99+");
      const badge = await count.boundingBox();
      const next = await page.getByText("내정보").boundingBox();
      expect((badge?.x ?? 0) + (badge?.width ?? 0)).toBeLessThan(next?.x ?? 0);
    });

    await test.step(`my articles at ${width} px: the last page, the middle, and Back`, async () => {
      await page.goto("/my-dashboard/teams");
      await page.getByRole("combobox", { name: "팀", exact: true }).selectOption(String(big));
      await expect(page.getByText(`모두 ${own.totalElements}개의 글`)).toBeVisible();
      const oldest = page.getByRole("button", { name: new RegExp(`^${own.oldest.articleTitle}`) });
      await pages(page).last().click();
      await expect(page).toHaveURL(new RegExp(`page=${own.totalPages}$`));
      await expect(oldest).toBeVisible();
      await pages(page).nth(1).click();
      await expect(oldest).toHaveCount(0);
      await expect(page.getByRole("heading", { name: /^\d{4}년 \d+월$/ }).first()).toBeVisible();
      await look("my articles");
      await page.goBack();
      await expect(oldest).toBeVisible();
      await page.reload();
      await expect(oldest).toBeVisible();
    });

    await test.step(`solved problems at ${width} px`, async () => {
      await page.goto("/my-dashboard/teams?tab=solved");
      await expect(page.getByRole("link", { name: /^프로그래머스 \d+/ }).first()).toBeVisible();
      await look("solved");
    });

    await test.step(`the board at ${width} px: its last page survives a reload and Back`, async () => {
      await page.goto("/team-recruit/list");
      const oldest = page.locator(`a[href='/team-recruit/detail/${board.oldest.teamRecruitId}']`);
      await pages(page).last().click();
      await expect(page).toHaveURL(new RegExp(`page=${board.totalPages}$`));
      await expect(oldest).toBeVisible();
      await look("board");
      await page.reload();
      await oldest.click();
      await expect(page).toHaveURL(/\/team-recruit\/detail\/\d+$/);
      await page.goBack();
      await expect(oldest).toBeVisible();
    });

    await test.step(`a day at ${width} px: the page of its cards survives a reload`, async () => {
      await page.goto(`/team-dashboard/${big}?date=${yesterday}`);
      await pages(page).last().click();
      await expect(page).toHaveURL(new RegExp(`page=${day.totalPages}$`));
      await page.reload();
      const oldest = page.getByRole("button", { name: new RegExp(day.oldest.articleTitle) });
      await oldest.click();
      await expect(page).toHaveURL(new RegExp(`page=${day.totalPages}&article=\\d+$`));
      await page.goBack();
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`date=${yesterday}$`));
      await expect(oldest).toHaveCount(0);
      await expect(page.getByText("방금", { exact: true })).toHaveCount(0);
      await look("team page");
    });

    await test.step(`50 members at ${width} px: within their button, found by name`, async () => {
      const members = page.getByRole("button", { name: /^멤버 50명/ });
      const box = await members.boundingBox();
      const rest = await members.getByText("+44").boundingBox();
      if (rest) expect(rest.x + rest.width).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0) - 8);
      await members.click();
      const list = page.getByRole("dialog", { name: "멤버 50명" });
      await list.getByLabel("멤버 찾기").fill("톨");
      await expect(list.getByRole("listitem")).toHaveCount(found.length);
      await look("members");
      await page.keyboard.press("Escape");
      await expect(list).toHaveCount(0);
    });
  }
  expect(faults).toEqual([]);
});

const items = (page: Page) => page.getByRole("region", { name: "신청자", exact: true }).getByRole("listitem");
const boxes = (page: Page) => items(page).getByRole("checkbox");
const counted = (page: Page, text: string) => expect(page.locator("b", { hasText: text })).toBeVisible();
const waiting = (page: Page, count: number) =>
  expect(page.getByRole("heading", { name: new RegExp(`^신청자 ${count}`) })).toBeVisible();
const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);

async function choose(page: Page, count: number, from = 0): Promise<void> {
  for (let index = from; index < from + count; index += 1) await boxes(page).nth(index).check();
}

test("the author of a recruitment finds, chooses and admits some of 300 applicants until no seat is free", async ({
  newVisitor,
}) => {
  test.setTimeout(180_000);
  const author = await newVisitor({ handle: "dotori" });
  const wavering = await newVisitor({ handle: "wavering", name: "망설이는이" });
  const teamApplyBody = "저녁에 함께 풀고 싶어요";
  await wavering.call("POST", "apply", { recruitmentId: String(recruitment), teamApplyBody }, true);
  const { page } = author;
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.includes("/v1/recruitments/")) asked.push(`${request.method()} ${search}`);
  });
  const admit = async (count: number) => {
    await page.getByRole("button", { name: "선택한 사람 초대" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "초대하기" }).click();
    const done = page.getByRole("status").filter({ hasText: `${count}명을 팀에 초대했어요` });
    await expect(done.last()).toBeVisible();
  };

  await test.step("twenty are shown, folded, without a fault at either width", async () => {
    await page.goto(`/team-recruit/detail/${recruitment}`);
    await counted(page, "0명 선택 · 자리 40개");
    await expect(items(page)).toHaveCount(20);
    expect(asked).toEqual(["GET ?applications=20&page=0"]);
    expect(await faultsInBothWidths(page)).toEqual([]);
    expect(await nodes(page)).toBeLessThanOrEqual(800);
  });

  await test.step("on a phone all of them are too many; none, and some of two pages and of a search", async () => {
    await page.getByRole("button", { name: "모두 선택" }).click();
    await counted(page, "301명 선택 · 자리 40개");
    await expect(page.getByText("261명을 빼야 해요")).toBeVisible();
    await page.getByRole("button", { name: "선택 해제" }).click();
    // The newest one is the applicant who withdraws.
    await choose(page, 3, 1);
    await page.getByRole("button", { name: "2쪽" }).click();
    await expect(page).toHaveURL(/\?page=2$/);
    await expect(page.getByRole("heading", { name: /^신청자 301/ })).toBeInViewport();
    // One that is chosen on the first page, which is shown until the second one is loaded.
    await expect(boxes(page).nth(1)).not.toBeChecked();
    await choose(page, 2);
    await page.getByRole("searchbox", { name: "신청자 찾기" }).fill("망설이");
    await expect(items(page)).toHaveCount(1);
    await page.getByRole("button", { name: "찾은 1명 선택" }).click();
    await counted(page, "6명 선택 · 자리 40개");
    await page.getByRole("searchbox", { name: "신청자 찾기" }).fill("아무도");
    await expect(page.getByText("‘아무도’ 신청자를 찾지 못했어요")).toBeVisible();
    await page.getByRole("button", { name: "지우기" }).click();
    await expect(items(page)).toHaveCount(20);
  });

  await test.step("one who withdraws leaves the choice; the others stay", async () => {
    const { teamApplyResponses } = await wavering.call<{
      teamApplyResponses: { teamApplyId: number; isMyApply: boolean }[];
    }>("GET", `recruitments/${recruitment}`);
    const own = teamApplyResponses.find(({ isMyApply }) => isMyApply);
    await wavering.call("DELETE", `apply/${own?.teamApplyId}`);
    await counted(page, "5명 선택 · 자리 40개");
    await waiting(page, 300);
  });

  await test.step("one question, one command and one query admit the chosen ones", async () => {
    asked.length = 0;
    await admit(5);
    await counted(page, "0명 선택 · 자리 35개");
    await waiting(page, 295);
    expect(asked).toEqual(["POST ", "GET ?applications=20&page=0"]);
  });

  await test.step("on a wide screen the remaining seats are taken by those of two pages", async () => {
    await page.setViewportSize(windows[1440]);
    await choose(page, 20);
    await page.getByRole("button", { name: "2쪽" }).click();
    await expect(boxes(page).first()).not.toBeChecked();
    await choose(page, 16);
    await expect(page.getByText("1명을 빼야 해요")).toBeVisible();
    await boxes(page).first().uncheck();
    await admit(35);
    await counted(page, "0명 선택 · 자리 0개");
    await waiting(page, 260);
    await expect(items(page)).toHaveCount(20);
  });
});
