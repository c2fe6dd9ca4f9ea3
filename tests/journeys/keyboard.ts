import { expect, type Locator, type Page } from "@playwright/test";

/** Goes with the Tab key until `wanted` has the focus, as somebody without a mouse does; `backwards` with Shift. */
export async function tabTo(page: Page, wanted: Locator, { backwards = false } = {}): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press(backwards ? "Shift+Tab" : "Tab");
    if (await hasFocus(wanted)) return expectVisibleFocus(page);
  }
  throw new Error(`the Tab key never reaches ${wanted}`);
}

/** Tab to a control and press it. */
export async function press(page: Page, wanted: Locator, key: "Enter" | " " = "Enter"): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

const hasFocus = (wanted: Locator) => wanted.evaluate((element) => element === document.activeElement);

/** Something round the focused control shows where the keyboard is. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const look = await page.evaluate(() => {
    const element = document.activeElement;
    if (!element) return null;
    const shown = (style: CSSStyleDeclaration) =>
      (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 1) ||
      style.boxShadow !== "none";
    // A field may leave the sign to its frame.
    const frames = [element, element.parentElement, element.parentElement?.parentElement];
    const isShown = frames.some((frame) => frame && shown(getComputedStyle(frame)));
    return isShown ? null : element.outerHTML.slice(0, 160);
  });
  expect(look, "a focus nobody sees").toBeNull();
}
