import { expect, type Locator } from "@playwright/test";

/** Picks one of a select's options and waits until the select shows it. */
export async function choose(select: Locator, option: string): Promise<void> {
  await select.selectOption({ label: option });
  await expect(select.locator("option:checked")).toHaveText(option);
}
