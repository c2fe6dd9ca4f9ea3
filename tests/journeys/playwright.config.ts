import { defineConfig } from "@playwright/test";
import { findOrInstallBrowser } from "../support/browser.ts";
import { repetitions } from "../support/tally.ts";

/** Longer than any response takes on a busy machine; only hanging requests wait for this long. */
const patience = 45_000;
const isRoot = process.getuid?.() === 0;
const isEveryday = process.env.EVERYDAY !== undefined;
// `npm test` omits slow journeys; `npm run test:all` and CI run them.
const leftOut = isEveryday
  ? [
      "{drafts,editor,installed,invitation,mail,notifications,outbox,push,reading,routes,search,states,xss}.journey.ts",
    ]
  : [];
const ofDemo = "{layout,routes}.journey.ts";
// The slowest file: started last, it would run for two minutes beside an idle worker.
const longest = "xss.journey.ts";
/** Animations are painted sixty times a second, which is a sixth of the work; landing.journey.ts permits them. */
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
  // A busy machine takes several times as long as an idle one; conditions are polled, so passing tests do not wait for
  // it.
  timeout: 120_000,
  retries: repetitions,
  expect: { timeout: patience, toPass: { timeout: patience } },
  // Each worker has a server and a database. Locally one more than the assumed processors, as with specs.
  workers: isEveryday ? 3 : 2,
  forbidOnly: true,
  use: {
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    actionTimeout: patience,
    // Pages come from the server; only installed.journey.ts permits a service worker.
    serviceWorkers: "block",
    // Snapshots take a seventh of the time: run with `--trace on` to analyse a failure.
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
