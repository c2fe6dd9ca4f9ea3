import { type Browser, chromium, type Page } from "@playwright/test";
import { findOrInstallBrowser } from "../support/browser.ts";
import { type ServerProcess, type ServerSettings, startServerProcess } from "../support/server-process.ts";
import { withPostgres } from "../support/with-postgres.ts";

/** A browser for a server that runs already. */
export async function inBrowser(use: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath: findOrInstallBrowser(), args: ["--no-sandbox"] });
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
}

/** The built product on a new database, and a browser. */
export async function withBrowser(
  settings: Partial<ServerSettings>,
  use: (server: ServerProcess, browser: Browser) => Promise<void>,
): Promise<void> {
  await withPostgres(async (databaseUrl) => {
    const server = await startServerProcess({ ...settings, databaseUrl });
    try {
      await inBrowser((browser) => use(server, browser));
    } finally {
      await server.stop();
    }
  });
}

/** Signs in on a page; returns the access token. */
export async function signInOn(page: Page, login: string): Promise<string> {
  await page.goto(`/oauth2/authorization/kakao?login_hint=${login}&redirect=/team-list`);
  await page.waitForFunction(() => sessionStorage.getItem("Authorization") !== null);
  return (await page.evaluate(() => sessionStorage.getItem("Authorization"))) ?? "";
}
