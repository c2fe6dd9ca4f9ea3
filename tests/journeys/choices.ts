import { expect, type Locator } from "@playwright/test";

/**
 * Picks one of a select's options and waits until the select shows it. The select stands mid-window first: a list that
 * reaches over the window's edge is scrolled into view by the driver, moves with its select, and a press between lands
 * beside the option, as a person's would; who misses presses again.
 */
export async function choose(select: Locator, option: string): Promise<void> {
  await select.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const page = select.page();
  await expect(async () => {
    await select.click({ timeout: 5000 });
    await page.getByRole("option", { name: option, exact: true }).click({ timeout: 5000 });
    await expect(select).toContainText(option, { timeout: 5000 });
  }).toPass();
}
