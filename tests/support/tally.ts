import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * How often a test that failed is repeated: once in `npm run test:all`, where one chance failure among thousands of tests
 * would refuse a change; never elsewhere. What passed only when repeated is named at the close.
 */
export const repetitions = Number(process.env.REPETITIONS ?? 0);

/** The totals of a part of the tests, and its failures with the first lines of each. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
  /** The names of tests that passed only when repeated. */
  readonly repeated: readonly string[];
}

export const none: Tally = { passed: 0, failed: 0, skipped: 0, failures: [], repeated: [] };

/** Arguments of Vitest; with the environment variable `TALLY` it then writes the totals to that file. */
export const tallying = [
  "--reporter=default",
  `--reporter=${join(import.meta.dirname, "tally-reporter.ts")}`,
];

/** The totals of a run that has ended. One that ended without them, or failed without a failed test, has one failure. */
export function tallyOf(file: string, isOk: boolean, title: string): Tally {
  try {
    const tally: Tally = JSON.parse(readFileSync(file, "utf8"));
    if (isOk || tally.failed > 0) return tally;
    return { ...tally, failed: 1, failures: [`${title}: the run failed, but no test did`] };
  } catch {
    return { ...none, failed: 1, failures: [`${title}: the run ended without its totals`] };
  }
}
