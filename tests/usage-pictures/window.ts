import type { Browser, Page } from "@playwright/test";

export const themes = ["light", "dark"] as const;

/** A new window of a person in Seoul, in which nothing moves. */
export async function windowOf(
  browser: Browser,
  origin: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    deviceScaleFactor: 2,
    reducedMotion: "reduce",
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
  });
  return context.newPage();
}

/** Resolves once the page shows everything in a theme. */
export async function settled(page: Page, colorScheme: (typeof themes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
}
