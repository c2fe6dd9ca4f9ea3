import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ownFolder } from "./own-folder.ts";
import { tallying, tallyOf } from "./tally.ts";

const inFolder = ownFolder();
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));

/** Runs a spec in a process of its own, and returns the totals. */
function tallied(name: string, spec: string) {
  const report = inFolder(`${name}.json`);
  const root = inFolder(`${name}.spec.js`).replace(/[^/]+$/, "");
  writeFileSync(inFolder(`${name}.spec.js`), spec);
  const args = [vitest, "run", "--root", root, "--globals", "--retry=1", ...tallying, `${name}.spec.js`];
  const { status } = spawnSync(process.execPath, args, { env: { ...process.env, TALLY: report } });
  return tallyOf(report, status === 0, name);
}

it("counts a failed hook as a failure, and its tests as skipped", () => {
  const { failures, repeated, ...sum } = tallied(
    "hook",
    `describe("server", () => { beforeAll(() => { throw new Error("no engine"); }); it("one", () => {}); it("two", () => {}); });
     describe("other", () => { it("three", () => {}); it.skip("four", () => {}); it("five", () => expect(1).toBe(2)); });`,
  );
  expect(sum).toEqual({ passed: 1, failed: 2, skipped: 3 });
  expect(repeated).toEqual([]);
  expect(failures).toEqual([
    expect.stringContaining("hook.spec.js > server: Error: no engine"),
    expect.stringContaining("hook.spec.js > other > five: AssertionError"),
  ]);
});

it("names a test that passed only when repeated", () => {
  const spec = `let runs = 0; it("at the second time", () => { runs += 1; expect(runs).toBe(2); });`;
  const tally = tallied("chance", spec);
  expect(tally).toMatchObject({ passed: 1, failed: 0, repeated: ["chance.spec.js > at the second time"] });
});

it("counts a module that cannot be loaded, and a run without totals", () => {
  expect(tallied("broken", `throw new Error("broken");`)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  expect(tallyOf(inFolder("missing.json"), true, "specs")).toMatchObject({
    failed: 1,
    failures: ["specs: the run ended without its totals"],
  });
});
