import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestModule, TestSuite } from "vitest/node";
import type { Tally } from "./tally.ts";

type Failed = { readonly message: string; readonly stack?: string | undefined };

/** The first lines of a failure, without the colours of a terminal: what is behind them stands above, with its test. */
export function excerpt(message: string): string {
  return stripVTControlCharacters(message).split("\n").slice(0, 12).join("\n    ").slice(0, 1500);
}

/**
 * Writes the totals of a run to the file `TALLY`. Unlike in Vitest's JSON, a failed hook, module or run counts as a
 * failure: there the tests of a failed `beforeAll` are merely skipped.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export.
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Failed[]): void {
    const tally = {
      passed: 0,
      failed: 0,
      skipped: 0,
      failures: [] as string[],
      repeated: [] as string[],
    } satisfies Tally;
    const fail = (name: string, errors: readonly Failed[]) => {
      tally.failed += 1;
      tally.failures.push(
        `${name}: ${excerpt(errors.map((error) => error.stack ?? error.message).join("\n"))}`,
      );
    };
    for (const module of modules) {
      const file = module.relativeModuleId;
      const suites: readonly (TestModule | TestSuite)[] = [module, ...module.children.allSuites()];
      for (const suite of suites)
        if (suite.errors().length > 0)
          fail(suite.type === "suite" ? `${file} > ${suite.fullName}` : file, suite.errors());
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        const name = `${file} > ${test.fullName}`;
        if (test.diagnostic()?.flaky) tally.repeated.push(name);
        if (state === "failed") fail(name, errors);
        else if (state === "passed") tally.passed += 1;
        else tally.skipped += 1;
      }
    }
    for (const error of unhandled) fail("outside of tests", [error]);
    if (process.env.TALLY) writeFileSync(process.env.TALLY, JSON.stringify(tally));
  }
}
