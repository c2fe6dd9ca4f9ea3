import { expect, people, test } from "./demo-site.ts";
import { settled } from "./still.ts";

const screens = {
  1440: { width: 1440, height: 900 },
  390: { width: 390, height: 844 },
} as const;

test("a phone has room for text at 200 %, and a board for titles of two lines", async ({
  demo,
  playwright,
  launchOptions,
}) => {
  const args = [...(launchOptions.args ?? []), "--blink-settings=defaultFontSize=32"];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const page = await browser.newPage({ baseURL: demo.origin, viewport: screens[390] });
  await page.goto("/team-dashboard/1");
  await settled(page);
  const faults = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll("header :is(a, button)")].map((one) => ({
      name: one.textContent,
      box: one.getBoundingClientRect(),
    }));
    const overlapping = boxes.flatMap(({ name, box }, index) =>
      boxes
        .slice(index + 1)
        .filter((one) => one.box.left < box.right && box.left < one.box.right)
        .filter((one) => one.box.top < box.bottom && box.top < one.box.bottom)
        .map((one) => `${name} and ${one.name}`),
    );
    const outside = boxes.filter(({ box }) => box.right > innerWidth).map(({ name }) => name);
    const isCut = (one: Element) =>
      one.scrollWidth > one.clientWidth ||
      one.clientHeight < Number.parseFloat(getComputedStyle(one).fontSize);
    const cut = [...document.querySelectorAll("[data-day] > :first-child, header nav")]
      .filter(isCut)
      .map((one) => one.textContent);
    return { overlapping, outside, cut };
  });
  expect(faults).toEqual({ overlapping: [], outside: [], cut: [] });

  await page.goto("/team-recruit/list");
  const title = page.getByRole("listitem").getByRole("heading").first();
  const lines = await title.evaluate((heading) => {
    heading.textContent = "두 줄로 넘치는 긴 제목 ".repeat(4).slice(0, 50);
    return heading.clientHeight / Number.parseFloat(getComputedStyle(heading).lineHeight);
  });
  expect(Math.round(lines)).toBe(2);
  await browser.close();
});

test("the tabs of my page stand in one row, and an opened article is printed alone", async ({ demo }) => {
  const page = await demo.open(people.member, { viewport: screens[390], reducedMotion: "reduce" });
  await page.goto("/my-dashboard/profile");
  await settled(page);
  for (const width of [360, 378, 390, 430]) {
    await page.setViewportSize({ width, height: 844 });
    const tops = await page
      .getByRole("navigation", { name: "계정 정보" })
      .getByRole("link")
      .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top));
    expect.soft(new Set(tops).size, `rows of tabs at ${width}`).toBe(1);
  }

  await page.goto("/team-dashboard/1");
  await page.getByRole("list", { name: "이날의 글" }).getByRole("button").first().click();
  const article = page.getByRole("article");
  await expect(article.getByRole("heading", { level: 4 }).or(article.locator("p")).first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const shown = await page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.textContent?.trim() && node.parentElement?.checkVisibility())
        texts.push(node.parentElement.closest("article") ? "article" : node.textContent);
    return [...new Set(texts)];
  });
  expect(shown).toEqual(["article"]);
  for (const width of [720, 1122, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const printed = await article.evaluate((one) => one.getBoundingClientRect().width);
    expect.soft(printed, `width of the printed article at ${width}`).toBeGreaterThan(600);
  }
  await page.context().close();
});

test("the tags of the calendar are complete beside the team at every width", async ({ demo }) => {
  const page = await demo.open(people.manager, { viewport: screens[1440] });
  for (const path of ["/team-dashboard/1", "/team-admin/1"]) {
    await page.goto(path);
    if (path.startsWith("/team-dashboard")) await page.getByRole("button", { name: "한 달 보기" }).click();
    await page.getByRole("grid").getByText("코딩 테스트").first().waitFor();
    for (const width of [770, 820, 900, 1000, 1100, 1120, 1180, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await page.evaluate(
        () =>
          [...document.querySelectorAll("[data-day] span span span")].filter(
            (word) => word.scrollWidth > word.clientWidth,
          ).length,
      );
      expect.soft(cut, `${path} at ${width}`).toBe(0);
    }
  }
  await page.context().close();
});

test("at 400 % zoom the bars of editor and forms leave half of the screen to the text", async ({ demo }) => {
  const page = await demo.open(people.manager, { viewport: { width: 320, height: 256 } });
  for (const path of ["/posting/1", "/team-recruit/posting", "/my-dashboard/notifications"]) {
    await page.goto(path);
    await settled(page);
    if (path.endsWith("notifications")) await page.getByRole("checkbox", { name: "새 문제, 푸시" }).click();
    const covered = await page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight / 2);
      const bars = [...document.querySelectorAll("body *")]
        .filter((one) => /sticky|fixed/.test(getComputedStyle(one).position))
        .map((one) => one.getBoundingClientRect())
        .filter(({ width }) => width > innerWidth / 2);
      const rows = Array.from({ length: innerHeight }, (_, y) => y);
      return rows.filter((y) => bars.some(({ top, bottom }) => top <= y && y < bottom)).length;
    });
    expect.soft(covered, path).toBeLessThanOrEqual(128);
  }
  await page.context().close();
});

test("forced colours tell apart what is unread, today, chosen and focused", async ({ demo }) => {
  const page = await demo.open(people.manager, { viewport: screens[1440], forcedColors: "active" });
  await page.goto("/team-dashboard/1");
  const today = page.locator("[data-day][aria-current=date]");
  const outline = () =>
    page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement as Element);
      return `${outlineStyle} ${outlineWidth}`;
    });
  const outlineOf = (pressed: boolean) =>
    page
      .locator(`[data-day][aria-pressed=${pressed}]:not(:focus)`)
      .first()
      .evaluate((day) => getComputedStyle(day).outlineStyle);
  await today.focus();
  await page.keyboard.press("ArrowRight");
  expect(await outlineOf(true)).toBe("solid");
  expect(await outlineOf(false)).toBe("none");
  const focused = await outline();
  await page.keyboard.press("ArrowLeft");
  expect(await outline()).not.toBe(focused);
  const ringOf = (days: string) =>
    page
      .locator(`${days} > span`)
      .filter({ hasText: /^\d+$/ })
      .first()
      .evaluate((day) => getComputedStyle(day).borderTopWidth);
  expect(await ringOf("[data-day][aria-current=date]")).not.toBe(
    await ringOf("[data-day]:not([aria-current])"),
  );

  await page.goto("/notifications?filter=unread");
  const dot = page.getByRole("button", { name: "읽음으로 표시" }).first().locator("+ span");
  const colours = await dot.evaluate((mark) => [
    getComputedStyle(mark).backgroundColor,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(colours[0]).not.toBe(colours[1]);
  await page.context().close();
});
