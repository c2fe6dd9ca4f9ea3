import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { temporaryPostgres, withoutDurability } from "../support/with-postgres.ts";
import { type Fault, faults } from "./faults.ts";

/**
 * `npm run mutants [-- path…]`: plants each fault of `faults.ts`, or those in files below these paths, and runs the
 * specs that should fail. Fails if less than 95 % of the faults are found, or if a fault can no longer be planted.
 */
const minKilled = 0.95;
/** A planted fault may keep its specs from ending, which everybody would notice. */
const maxRunMs = 300_000;
const root = new URL("../..", import.meta.url).pathname;
const scratch = mkdtempSync(join(tmpdir(), "algomoim-mutants-"));
const paths = process.argv.slice(2);
const chosen = faults
  .map((fault, number) => ({ fault, number }))
  .filter(({ fault }) => paths.length === 0 || paths.some((path) => fault.file.startsWith(path)));

// One server for all runs.
const postgres = await temporaryPostgres(withoutDurability);

type Outcome = "passed" | "failed" | "broken";

/** `broken`: no test failed, but the run did, as with code that cannot be loaded. */
function runSpecs(specs: readonly string[], env: NodeJS.ProcessEnv, timeout?: number): Outcome {
  const report = join(scratch, "report.json");
  rmSync(report, { force: true });
  const reporter = ["--reporter=json", `--outputFile.json=${report}`];
  const { status, error } = spawnSync(
    "vitest",
    ["run", "--config=tests/mutants/vitest.config.ts", `--root=${root}`, "--bail=1", ...reporter, ...specs],
    {
      cwd: root,
      stdio: "ignore",
      timeout,
      killSignal: "SIGKILL",
      env: { ...process.env, EVERYDAY: "1", DATABASE_URL_FOR_TESTS: postgres.url, ...env },
    },
  );
  if (status === 0) return "passed";
  if (error) return "failed";
  try {
    return JSON.parse(readFileSync(report, "utf8")).numFailedTests > 0 ? "failed" : "broken";
  } catch {
    return "broken";
  }
}

const describe = ({ file, search, replacement }: Fault) =>
  `${file}\n    - ${search.replaceAll("\n", "\n      ")}\n    + ${replacement.replaceAll("\n", "\n      ")}`;

const textOf = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : "");
const wrong = chosen.filter(({ fault: { file, search } }) => textOf(file).split(search).length !== 2);
for (const { fault } of wrong)
  process.stdout.write(`does not stand there exactly once: ${describe(fault)}\n`);

const allSpecs = [...new Set(chosen.flatMap(({ fault }) => fault.specs))];
const isSound = runSpecs(allSpecs, {}) === "passed";
if (!isSound) process.stdout.write("The specs fail without any fault.\n");

let killed = 0;
const plantable = chosen.filter((one) => !wrong.includes(one));
for (const { fault, number } of isSound ? plantable : []) {
  const outcome = runSpecs(fault.specs, { PLANTED_FAULT: String(number) }, maxRunMs);
  if (outcome === "failed") killed += 1;
  const verdict = { failed: "killed", passed: "SURVIVED", broken: "CANNOT BE RUN" }[outcome];
  process.stdout.write(`${verdict}: ${describe(fault)}\n`);
}

await postgres.stop();
rmSync(scratch, { recursive: true, force: true });
const share = killed / chosen.length;
process.stdout.write(`\n${killed} of ${chosen.length} faults killed (${(100 * share).toFixed(1)} %)\n`);
process.exit(isSound && wrong.length === 0 && share >= minKilled ? 0 : 1);
