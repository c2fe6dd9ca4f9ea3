import { defineConfig } from "@playwright/test";
import { findOrInstallBrowser } from "../support/browser.ts";

/** Longer than any answer takes on a machine that does twenty other things; only what hangs is waited for so long. */
const patience = 45_000;
const isRoot = process.getuid?.() === 0;
const isEveryday = process.env.EVERYDAY !== undefined;
// `npm test` leaves out what takes minutes; `npm run test:all` and CI do not.
const leftOut = isEveryday
  ? [
      "{drafts,editor,installed,invitation,mail,notifications,outbox,push,reading,routes,search,states,xss}.journey.ts",
    ]
  : [];
const ofDemo = "{layout,routes}.journey.ts";
// The longest file: begun last, it would run for two minutes beside an idle worker.
const longest = "xss.journey.ts";
/** What moves is painted sixty times a second, a sixth of the work; landing.journey.ts lets it move. */
const use = { contextOptions: { reducedMotion: "reduce" } } as const;

export default defineConfig({
  testDir: ".",
  testMatch: "*.journey.ts",
  // First those whose server plays the demo before anybody comes in, once: at the end all others would wait for it.
  projects: [
    { name: "demo", testMatch: ofDemo, testIgnore: leftOut, workers: 1 },
    { name: "longest", testMatch: longest, testIgnore: leftOut, use },
    { name: "site", testIgnore: [ofDemo, longest, ...leftOut], use },
  ],
  grepInvert: isEveryday ? /@thorough/ : /(?!)/,
  outputDir: "../../test-results",
  // A busy machine takes several times as long as an idle one; what is waited for never takes longer than it must.
  timeout: 120_000,
  expect: { timeout: patience, toPass: { timeout: patience } },
  // Each has a server and a database of its own. Everyday one more than the processors that are counted on, as with specs.
  workers: isEveryday ? 3 : 2,
  forbidOnly: true,
  use: {
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    actionTimeout: patience,
    // Pages come from the server; only installed.journey.ts lets a worker in.
    serviceWorkers: "block",
    // Its snapshots take a seventh of the time: ask again with `--trace on` where a failure needs them.
    trace: "off",
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
