import type { Page } from "@playwright/test";
import { axeFaults } from "./axe-faults.ts";
import { expect, test } from "./site.ts";

// Animations are tested here; other journeys request reduced motion.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const promise = (page: Page) => page.getByRole("heading", { level: 1 });
const code = (page: Page) => page.getByRole("figure", { name: "실행하면 알고모임을 출력하는 코드" });
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);
const wheel = async (page: Page) => {
  await page.mouse.move(400, 300);
  await page.mouse.wheel(0, 120);
};

test("a visitor reads the landing page with wheel and keyboard", async ({ newVisitor }) => {
  test.slow();
  const { page } = await newVisitor();

  await test.step("the wheel fades to the code, and then scrolls", async () => {
    await expect(promise(page)).toBeVisible();
    await expect(code(page)).toBeHidden();
    await wheel(page);
    await expect(code(page)).toBeVisible();
    await expect(promise(page)).toBeHidden();
    expect(await scrolled(page)).toBe(0);
    await expect
      .poll(async () => {
        await wheel(page);
        return scrolled(page);
      })
      .toBeGreaterThan(0);
  });
  await test.step("the keyboard fades back", async () => {
    await page.getByRole("radio", { name: "코드" }).focus();
    await page.keyboard.press("ArrowUp");
    await expect(promise(page)).toBeVisible();
    await expect(code(page)).toBeHidden();
  });
  await test.step("the slides are turned with keys and buttons", async () => {
    const slide = (title: string) => page.getByRole("heading", { name: title });
    await page.getByRole("button", { name: "다음 사용법" }).focus();
    await expect(slide("코테 기록을 더 쉽게!")).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("ArrowRight");
    await expect(slide("꾸준한 학습습관 만들기")).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "다음 사용법" }).click();
    await expect(slide("나에게 맞는 팀을 찾아보세요!")).toBeInViewport({ ratio: 1 });
    const picture = page.getByRole("img", { name: /팀 목록/ });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1252);
  });
  await test.step("one question is answered at a time", async () => {
    const solo = page.getByRole("button", { name: "혼자 써도 괜찮나요?" });
    await solo.press("Enter");
    await expect(solo).toHaveAttribute("aria-expanded", "true");
    await expect(page.getByRole("button", { expanded: true })).toHaveCount(1);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect(page.getByRole("button", { expanded: true })).toHaveText(/팀에는 어떻게 참여하나요/);
  });
  expect(await axeFaults(page)).toEqual([]);
  await test.step("two links lead on", async () => {
    await page.getByRole("link", { name: "모집 중인 팀 보기" }).click();
    await expect(page).toHaveURL(/\/team-recruit\/list$/);
    await page.goBack();
    await page.getByRole("link", { name: "활동 중인 팀 보기" }).click();
    await expect(page).toHaveURL(/\/team-list$/);
  });
});

test("with reduced motion and on a small phone all sections are stacked", async ({ newVisitor }) => {
  const { page } = await newVisitor();

  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(promise(page)).toBeVisible();
  await expect(code(page)).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await wheel(page);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(0);

  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(promise(page)).toBeVisible();
  await expect(code(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await axeFaults(page)).toEqual([]);
});
