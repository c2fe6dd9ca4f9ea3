import { defineConfig } from "@playwright/test";
import { findOrInstallBrowser } from "../browser.ts";

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: ".",
  testMatch: "*.journey.ts",
  // `npm test` leaves out what takes minutes; `npm run test:all` and CI do not.
  testIgnore: process.env.EVERYDAY ? ["xss.journey.ts"] : [],
  outputDir: "../../test-results",
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // Each has a server and a database of its own.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  use: {
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    actionTimeout: 10_000,
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: findOrInstallBrowser(),
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
