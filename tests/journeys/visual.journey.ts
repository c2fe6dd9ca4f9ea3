import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { type DemoSite, expect, people, test } from "./demo-site.ts";
import { isSameRenderer, rememberRenderer } from "./renderer.ts";
import { settled } from "./screen-faults.ts";
import { type Scene, scenes } from "./visual-scenes.ts";

/** The everyday run looks at one theme, as a member. */
const isEveryday = process.env.EVERYDAY !== undefined;
const themes = ["light", "dark"] as const;
const screens = {
  1440: { width: 1440, height: 900 },
  390: { width: 390, height: 844 },
} as const;

/** A screen in which more pixels differ looks different. */
const exact = { threshold: 0.06, maxDiffPixels: 150 };
/** Another build of the browser, or other fonts, draw every letter a little differently. */
const alike = { threshold: 0.2, maxDiffPixelRatio: 0.03 };

const zeroWidth = readFileSync(new URL("../../web/src/editor/zero-width.ttf", import.meta.url), "base64");

/**
 * What the machine brings is left out: its emoji, and its letters in menus and code where the product's own have none.
 */
const styleOfTheCheck = `
  @font-face {
    font-family: Pretendard;
    src: url(data:font/ttf;base64,${zeroWidth});
    unicode-range: U+203C, U+2049, U+20E3, U+2139, U+231A-23FF, U+2600-27BF, U+2B05-2B55, U+FE0F, U+1F000-1FAFF;
  }
  :root {
    --font-dropdown: var(--font-body) !important;
    --font-code: "JetBrains Mono Variable", var(--font-body) !important;
  }
`;

async function look(demo: DemoSite, who: keyof typeof scenes): Promise<void> {
  const handle = who === "newcomer" ? "new-face" : people[who];
  const page = await demo.open(handle, {
    viewport: screens[1440],
    reducedMotion: "reduce",
    bypassCSP: true,
  });
  await page.addInitScript((css) => {
    addEventListener("DOMContentLoaded", () => {
      document.head.appendChild(document.createElement("style")).textContent = css;
    });
  }, styleOfTheCheck);
  try {
    for (const scene of scenes[who]) await take(page, scene);
  } finally {
    // Whoever is left on a page would be seen there by the next.
    await page.context().close();
  }
}

async function take(page: Page, scene: Scene): Promise<void> {
  await page.setViewportSize(screens[1440]);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(scene.path);
  await settled(page);
  await scene.until?.(page);
  for (const [width, viewport] of Object.entries(screens)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of scene.isDarkToo && !isEveryday ? themes : themes.slice(0, 1)) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      await picturesLoaded(page);
      await sameMinute(page);
      const name = `${scene.name}-${width}${colorScheme === "dark" ? "-dark" : ""}.png`;
      const browser = page.context().browser();
      const isExact = browser !== null && isSameRenderer(browser);
      await expect.soft(page).toHaveScreenshot(name, isExact ? exact : alike);
    }
  }
}

/** The demo begins when its server is up: the minute depends on how long that took. */
const sameMinute = (page: Page) =>
  page.evaluate(() => {
    for (const { childNodes } of document.querySelectorAll("time"))
      for (const node of childNodes)
        if (node instanceof Text) node.data = node.data.replace(/\d\d:\d\d/, "20:30");
  });

/** All pictures within the window are there. */
const picturesLoaded = (page: Page) =>
  page.waitForFunction(() =>
    [...document.images].every((picture) => {
      const { top, bottom } = picture.getBoundingClientRect();
      return picture.complete || bottom < 0 || top > innerHeight;
    }),
  );

test.afterAll(({ browser }, { config }) => {
  if (config.updateSnapshots === "all") rememberRenderer(browser);
});

const everybody = Object.keys(scenes) as (keyof typeof scenes)[];
for (const who of isEveryday ? (["member"] as const) : everybody)
  test(`what a ${who} sees looks as it did`, async ({ demo }) => {
    test.setTimeout(600_000);
    await look(demo, who);
  });

test("a phone has room for letters twice as large, and a board for titles of two lines", async ({
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

test("the tags of the calendar are whole beside the team at every width", async ({ demo }) => {
  const page = await demo.open(people.manager, { viewport: screens[1440] });
  for (const path of ["/team-dashboard/1", "/team-admin/1"]) {
    await page.goto(path);
    await page.getByText("코딩 테스트").first().waitFor();
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
