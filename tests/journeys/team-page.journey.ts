import type { Page } from "@playwright/test";
import { seededRandom } from "../faults/rounds.ts";
import { chances } from "../support/chances.ts";
import { faultsInBothThemes } from "./screen-faults.ts";
import { expect, test, type Visitor } from "./site.ts";
import { settled } from "./still.ts";
import { postArticle, teamOf, title, type } from "./writing-team.ts";

const screens = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } } as const;

const addDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

const postProblem = (writer: Visitor, teamId: number, selectedDate: string, articleTitle: string) =>
  writer.call("POST", `articles/teams/${teamId}/subjects`, {
    articleTitle,
    articleBody: `<p>${articleTitle}의 글</p>`,
    articleCategory: "코딩 테스트",
    selectedDate,
  });

const dayHeading = (page: Page) => page.locator("main h2").filter({ hasText: /월 \d+일 .요일/ });
const writeButton = (page: Page) => page.getByRole("link", { name: "오늘의 글쓰기" });
const problemRow = (page: Page) => page.getByRole("region", { name: "이날의 문제" });
const cards = (page: Page) => page.getByRole("list", { name: "이날의 글" }).getByRole("button");
async function loaded(page: Page): Promise<void> {
  await expect(dayHeading(page)).toBeVisible();
  await expect(page.locator("main [class*=_skeleton_]")).toHaveCount(0);
}

test("day, write button, problem and the first articles stand above the fold, and a new article's heading", async ({
  site,
  newVisitor,
}) => {
  const leader = await newVisitor({ handle: "fold-leader", name: "접힘" });
  const member = await newVisitor({ handle: "fold-member", name: "회원" });
  const teamId = await teamOf(leader, { teamName: "첫새벽반", others: [member] });
  await leader.call(
    "PATCH",
    `teams/${teamId}/announcement`,
    { teamAnnouncement: "토요일 밤에 모여요" },
    true,
  );
  await postProblem(
    leader,
    teamId,
    site.today(),
    "물류 창고 로봇의 방향 전환과 최소 배터리를 구하는 긴 제목의 문제",
  );
  for (const count of [1, 2, 3, 4]) await postArticle(leader, teamId, `${count}번째 풀이`);

  for (const { page } of [leader, member])
    for (const [name, size] of Object.entries(screens)) {
      await page.setViewportSize(size);
      await page.goto(`/team-dashboard/${teamId}`);
      await loaded(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await settled(page);
        for (const [what, one] of [
          ["day", dayHeading(page)],
          ["write", writeButton(page)],
          ["problem", problemRow(page)],
          // A manager of a young team has its first steps above the week, which may take this place.
          ...(page === member.page ? ([["article", cards(page).first()]] as const) : []),
        ] as const) {
          const box = await one.boundingBox();
          if (!box) throw new Error(`${what} is not shown`);
          expect.soft(box.y, `${what} at ${name}`).toBeGreaterThanOrEqual(0);
          expect
            .soft(box.y + box.height, `${what} at ${name}, ${colorScheme}`)
            .toBeLessThanOrEqual(size.height);
        }
      }
    }

  for (const [name, size] of Object.entries(screens)) {
    const { page } = member;
    await page.setViewportSize(size);
    await page.goto(`/team-dashboard/${teamId}`);
    await writeButton(page).click();
    await expect(title(page)).toBeEditable();
    await title(page).fill(`새 풀이 ${name}`);
    await type(page, "짧은 글");
    await page.getByRole("button", { name: "작성 완료" }).click();
    const heading = page.getByRole("heading", { name: `새 풀이 ${name}`, level: 3 });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport({ ratio: 1 });
    expect(new URL(page.url()).search).toMatch(new RegExp(`^\\?date=${site.today()}&article=\\d+$`));
  }
});

/** What the page shows of its address. */
const shown = (page: Page) =>
  page.evaluate(() => ({
    search: location.search,
    day: [...document.querySelectorAll("main h2")].find((one) => /요일$/.test(one.textContent ?? ""))
      ?.textContent,
    month: document.querySelector("main section h2")?.textContent,
    selected: document.querySelector("[aria-selected=true] [data-day]")?.getAttribute("data-day"),
    pane: document.querySelector("main article")?.getAttribute("aria-label") ?? null,
    // Cards; the chosen day is pressed, too, and has one text in the week and another in the month.
    pressed: [...document.querySelectorAll("main [aria-pressed=true]")]
      .filter((one) => !one.closest("[aria-selected]"))
      .map((one) => one.textContent),
  }));

/** Waits until a click has taken effect, and exactly what the address names is open. */
async function settledState(page: Page): Promise<Awaited<ReturnType<typeof shown>>> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 100 })));
  await loaded(page);
  await expect
    .poll(async () => {
      const { search, pane } = await shown(page);
      return /article=|show=/.test(search) === (pane !== null);
    })
    .toBe(true);
  return shown(page);
}

test("Back, Forward, reload and a second browser reproduce random walks of addresses", async ({
  site,
  newVisitor,
}) => {
  test.setTimeout(400_000);
  const leader = await newVisitor({ handle: "walk-leader", name: "걸음" });
  const reader = await newVisitor({ handle: "walk-reader", name: "독자" });
  const second = await newVisitor({ handle: "walk-reader", path: "/team-list" });
  const teamId = await teamOf(leader, { others: [reader] });
  for (const days of [-9, -7, -2, 0, 1, 6])
    await postProblem(leader, teamId, addDays(site.today(), days), `${days}일의 문제`);
  for (let count = 1; count <= 8; count++) await postArticle(leader, teamId, `${count}번째 풀이`);

  const { page } = reader;
  const { seed, random } = seededRandom();
  const pick = (below: number) => Math.floor(random() * below);
  for (let number = 1; number <= chances(30); number += 1) {
    const walk = `walk ${number} of SEED=${seed}`;
    await page.goto(`/team-dashboard/${teamId}`);
    const trail = [await settledState(page)];
    for (let step = 0; step < 5; step++) {
      const ways = [
        page.locator("[data-day]"),
        page.getByRole("button", { name: /^(이전|다음) (주|달)$/ }),
        cards(page),
        cards(page),
        page.getByRole("button", { name: "문제 확인하기" }),
        page.getByRole("button", { name: "닫기" }),
        page.getByRole("button", { name: "오늘", exact: true }),
        page.getByRole("button", { name: /^한 (달|주) 보기$/ }),
      ];
      const way = ways[pick(ways.length)] as (typeof ways)[number];
      const count = await way.count();
      if (count === 0) continue;
      await way.nth(pick(count)).click();
      const now = await settledState(page);
      if (now.search !== trail.at(-1)?.search) trail.push(now);
      else trail[trail.length - 1] = now;
    }
    const isMonth = await page.getByRole("button", { name: "한 주 보기" }).isVisible();
    const last = trail.at(-1);
    // Whether the month is expanded is stored on the device and not in the address.
    for (const place of [...trail].reverse().slice(1)) {
      await page.goBack();
      await expect.poll(() => shown(page), `${walk}, back to ${place.search}`).toEqual(place);
    }
    for (const place of trail.slice(1)) {
      await page.goForward();
      await expect.poll(() => shown(page), `${walk}, forward to ${place.search}`).toEqual(place);
    }
    await page.reload();
    await loaded(page);
    await expect.poll(() => shown(page), `${walk}, reloaded`).toEqual(last);
    if (isMonth) await page.getByRole("button", { name: "한 주 보기" }).click();
    await second.page.goto(page.url());
    await loaded(second.page);
    await expect.poll(() => shown(second.page), `${walk}, elsewhere`).toEqual(last);
  }
});

test("a selected article is read from below the header, closing restores the focus, the address is copied", async ({
  site,
  newVisitor,
}) => {
  const leader = await newVisitor({ handle: "pane-leader", name: "읽기" });
  const teamId = await teamOf(leader);
  await postProblem(leader, teamId, site.today(), "오늘의 문제");
  for (const count of [1, 2, 3]) await postArticle(leader, teamId, `${count}번째 풀이`, "<p>짧은 글</p>");
  const { page, context } = leader;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const [name, size] of Object.entries(screens)) {
    await page.setViewportSize(size);
    await page.goto(`/team-dashboard/${teamId}`);
    await loaded(page);
    const card = page.getByRole("button", { name: /2번째 풀이/ });
    const heading = page.getByRole("heading", { name: "2번째 풀이", level: 3 });
    const bottom = await page.evaluate(
      () => document.querySelector("header")?.getBoundingClientRect().bottom ?? 0,
    );
    for (const [opener, first] of [
      [
        page.getByRole("button", { name: "문제 확인하기" }),
        page.getByRole("article").getByText("코딩 테스트").locator(".."),
      ],
      [card, heading],
    ] as const) {
      await opener.click();
      await expect
        .poll(
          async () => Math.round(((await first.boundingBox())?.y ?? 0) - bottom),
          `below the header at ${name}`,
        )
        .toBe(24);
    }
    await expect(heading).toBeFocused();
    // Three articles are read with three presses, each from below the header.
    for (const [press, title] of [
      [() => page.keyboard.press("ArrowLeft"), "3번째 풀이"],
      [() => page.getByRole("button", { name: "다음 글" }).click(), "2번째 풀이"],
      [() => page.keyboard.press("ArrowRight"), "1번째 풀이"],
      [() => page.getByRole("button", { name: "이전 글" }).click(), "2번째 풀이"],
    ] as const) {
      await press();
      const next = page.getByRole("heading", { name: title, level: 3 });
      await expect(next).toBeFocused();
      await expect.poll(async () => Math.round(((await next.boundingBox())?.y ?? 0) - bottom)).toBe(24);
    }
    await page.getByRole("article").getByRole("button", { name: "주소 복사" }).click();
    await expect(page.getByText("주소를 복사했어요").first()).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(page.url());
    await page.getByRole("button", { name: "닫기" }).click();
    await expect(card).toBeFocused();
    await expect(heading).toHaveCount(0);
    await card.press("Enter");
    await expect(heading).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(card).toBeFocused();
    await expect(heading).toHaveCount(0);
  }
});

test("the page for members and managers; its month and members are public", async ({ site, newVisitor }) => {
  const leader = await newVisitor({ handle: "axe-leader", name: "보기" });
  const teamId = await teamOf(leader, { teamName: "모두의반" });
  await postProblem(leader, teamId, site.today(), "오늘의 문제");
  await postArticle(leader, teamId, "풀이");
  const { page } = leader;
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const size of Object.values(screens)) {
    await page.setViewportSize(size);
    await page.goto(`/team-dashboard/${teamId}`);
    await cards(page).first().click();
    await expect(page.getByRole("article")).toBeVisible();
    await page.getByRole("button", { name: "한 달 보기" }).click();
    await loaded(page);
    expect.soft(await faultsInBothThemes(page), `month, ${size.width}`).toEqual([]);
    await page.getByRole("button", { name: "한 주 보기" }).click();
    const members = page.getByRole("button", { name: /^멤버 1명/ });
    await members.click();
    await expect(page.getByRole("dialog", { name: "멤버 1명" })).toBeVisible();
    await expect(page.getByRole("dialog").getByText("오늘 썼어요")).toBeVisible();
    expect.soft(await faultsInBothThemes(page), `members, ${size.width}`).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(members).toBeFocused();
  }
});
