import { defineConfig } from "@playwright/test";
import { findOrInstallBrowser } from "../browser.ts";

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: ".",
  testMatch: "*.journey.ts",
  // `npm test` leaves out what takes minutes; `npm run test:all` and CI do not.
  testIgnore: process.env.EVERYDAY ? ["states.journey.ts", "xss.journey.ts"] : [],
  outputDir: "../../test-results",
  snapshotPathTemplate: "{testDir}/__screenshots__/{arg}{ext}",
  // A busy machine takes several times as long as an idle one; what is waited for never takes longer than it must.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // Each has a server and a database of its own.
  workers: 2,
  // A machine that stalls in the middle of a press must not decide: CI asks a second time and names who needed it.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  use: {
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    actionTimeout: 30_000,
    // Pages come from the server; only installed.journey.ts lets a worker in.
    serviceWorkers: "block",
    // Its snapshots show the page at every step; a film beside them would take as long as the journey itself.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: true, sources: true },
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
