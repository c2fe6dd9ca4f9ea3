import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The totals of a part of the tests, and its failures with the first lines of each. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
}

/** Arguments of Vitest; with the environment variable `TALLY` it then writes the totals to that file. */
export const tallying = [
  "--reporter=default",
  `--reporter=${fileURLToPath(new URL("tally-reporter.ts", import.meta.url))}`,
];

/** The totals of a run that has ended. One that ended without them, or failed without a failed test, has one failure. */
export function tallyOf(file: string, isOk: boolean, title: string): Tally {
  try {
    const tally: Tally = JSON.parse(readFileSync(file, "utf8"));
    if (isOk || tally.failed > 0) return tally;
    return { ...tally, failed: 1, failures: [`${title}: the run failed, but no test did`] };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [`${title}: the run ended without its totals`] };
  }
}
