import { expect, type Locator } from "@playwright/test";

/** Selects an option and waits until the select shows it. */
export async function choose(select: Locator, option: string): Promise<void> {
  await select.selectOption({ label: option });
  await expect(select.locator("option:checked")).toHaveText(option);
}
