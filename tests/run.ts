import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findOrInstallBrowser } from "./support/browser.ts";
import { programs } from "./support/program.ts";

/**
 * `npm test`: all but the longest journeys, fewer tries where chance is asked, and shorter experiments; `npm run
 * test:all`, which CI runs: all of it. Closes with the sum.
 */
const isEveryday = !process.argv.includes("--all");
const everyday = isEveryday ? { EVERYDAY: "1" } : {};
const scratch = mkdtempSync(join(tmpdir(), "algomoim-test-"));
const sum = { passed: 0, failed: 0, skipped: 0 };

function run(title: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  process.stdout.write(`\n── ${title}\n`);
  const began = Date.now();
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  process.stdout.write(
    `── ${title}: ${status === 0 ? "ok" : "failed"} in ${Math.round((Date.now() - began) / 1000)} s\n`,
  );
  return status === 0;
}

function check(title: string, ...command: [string, ...string[]]): void {
  const [name, ...args] = command;
  if (run(title, name, args)) sum.passed += 1;
  else sum.failed += 1;
}

/** A runner that died before its report counts as one failure. */
function count(isOk: boolean, read: () => { passed: number; failed: number; skipped: number }): void {
  try {
    const { passed, failed, skipped } = read();
    sum.passed += passed;
    sum.skipped += skipped;
    sum.failed += isOk ? failed : Math.max(1, failed);
  } catch {
    sum.failed += 1;
  }
}

check("types", "tsc", "--noEmit");
check("format and lint", "biome", "check", "--error-on-warnings", ".");

// First: servers that the specs start from their sources hand out what is built.
check("build", "node", "services/build.mjs");
const bundled = ["--bundle", "--platform=node", "--packages=external", "--format=esm", "--log-level=warning"];
const sources = programs.map((name) => `tests/support/${name}.ts`);
check("programs of the specs", "esbuild", ...sources, ...bundled, "--outdir=dist/tests");
check("script per page", "tsx", "tests/bench/main.ts", "bundle");

const vitestReport = join(scratch, "vitest.json");
const specs = ["run", "--config=tests/vitest.config.ts", "--reporter=default", "--reporter=json"];
const isUnitOk = run("specs, contracts, API", "vitest", [...specs, `--outputFile.json=${vitestReport}`], {
  BUILT: "1",
  ...everyday,
});
count(isUnitOk, () => {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(vitestReport, "utf8"));
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
});

const journeysReport = join(scratch, "journeys.json");
try {
  const env = {
    CHROME: findOrInstallBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: journeysReport,
    ...everyday,
  };
  const args = ["test", "--config=tests/journeys/playwright.config.ts", "--reporter=list,json"];
  const isOk = run("journeys in a browser", "playwright", args, env);
  count(isOk, () => {
    const { stats } = JSON.parse(readFileSync(journeysReport, "utf8"));
    if (stats.flaky > 0) process.stdout.write(`journeys that needed a second try: ${stats.flaky}\n`);
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
  });
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
  sum.failed += 1;
}

rmSync(scratch, { recursive: true, force: true });
process.stdout.write(
  `\n${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ""}\n`,
);
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0);
