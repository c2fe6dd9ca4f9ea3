import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Presses Tab until `wanted` has the focus, as a member without a mouse does; `backwards` with Shift. Every focused
 * element on the way must be visible and uncovered (WCAG 2.4.7, 2.4.11).
 */
export async function tabTo(page: Page, wanted: Locator, { backwards = false } = {}): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press(backwards ? "Shift+Tab" : "Tab");
    const isThere = await wanted.evaluate((element) => element === document.activeElement);
    await expectSeenFocus(page);
    if (isThere) return;
  }
  throw new Error(`the Tab key never reaches ${wanted}`);
}

/** Focuses a control with Tab and presses it. */
export async function press(page: Page, wanted: Locator, key: "Enter" | " " = "Enter"): Promise<void> {
  await tabTo(page, wanted);
  await expect(wanted).toBeEnabled();
  await page.keyboard.press(key);
}

/** Waits for scrolling and fading. */
async function expectSeenFocus(page: Page): Promise<void> {
  if ((await focusFault(page)) === null) return;
  await expect.poll(() => focusFault(page)).toBeNull();
}

/** Why the focused control is not visible; null if it is. */
const focusFault = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    // Between page and browser, and at the edges of a dialog, the focus passes elements without content.
    if (!element || element === document.body || element.matches("[data-base-ui-focus-guard]")) return null;
    const name = element.outerHTML.slice(0, 160);
    const isOutlined = (style: CSSStyleDeclaration) =>
      style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2;
    // A field or a checkbox may show the focus on its frame.
    const isField = element.matches("input, textarea, select, [contenteditable]");
    const frames = [element, element.parentElement, element.parentElement?.parentElement].map(
      (frame) => frame && getComputedStyle(frame),
    );
    const isShown =
      // A link may cover its whole row, and outline that.
      [undefined, "::after"].some((part) => isOutlined(getComputedStyle(element, part))) ||
      (isField && frames.some((style) => style && (isOutlined(style) || style.boxShadow !== "none")));
    if (!isShown) return `an invisible focus: ${name}`;

    const box = (element.closest("label") ?? element).getBoundingClientRect();
    const left = Math.max(box.left, 0);
    const right = Math.min(box.right, innerWidth);
    const top = Math.max(box.top, 0);
    const bottom = Math.min(box.bottom, innerHeight);
    if (right - left < 1 || bottom - top < 1) return `a focus outside the window: ${name}`;
    const isCovered = [0.1, 0.5, 0.9].every((across) =>
      [0.1, 0.5, 0.9].every((down) => {
        const hit = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
        return hit === null || !(element.contains(hit) || hit.contains(element));
      }),
    );
    return isCovered ? `a focus that is covered: ${name}` : null;
  });
