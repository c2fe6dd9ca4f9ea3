import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Goes with the Tab key until `wanted` has the focus, as a person without a mouse does; `backwards` with Shift. Wherever
 * the focus stands on the way it is seen, and covered by nothing (WCAG 2.4.7, 2.4.11).
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

/** Tab to a control and press it. */
export async function press(page: Page, wanted: Locator, key: "Enter" | " " = "Enter"): Promise<void> {
  await tabTo(page, wanted);
  await expect(wanted).toBeEnabled();
  await page.keyboard.press(key);
}

/** What scrolls or fades into place is waited for. */
async function expectSeenFocus(page: Page): Promise<void> {
  if ((await focusFault(page)) === null) return;
  await expect.poll(() => focusFault(page)).toBeNull();
}

/** What keeps the focused control from being seen; null for nothing. */
const focusFault = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    // Between the page and the browser, and at the edges of a dialog, the focus passes what is nothing.
    if (!element || element === document.body || element.matches("[data-base-ui-focus-guard]")) return null;
    const name = element.outerHTML.slice(0, 160);
    const isOutlined = (style: CSSStyleDeclaration) =>
      style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2;
    // A field, and a box to be ticked, may leave the sign to its frame.
    const isField = element.matches("input, textarea, select, [contenteditable]");
    const frames = [element, element.parentElement, element.parentElement?.parentElement].map(
      (frame) => frame && getComputedStyle(frame),
    );
    const isShown =
      // A link may stretch over all of its row, and outline that.
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
