import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Fault, faults } from "#tests/mutants/faults";

const root = new URL("../..", import.meta.url).pathname;
const countIn = ({ file, search }: Fault) =>
  existsSync(root + file) ? readFileSync(root + file, "utf8").split(search).length - 1 : 0;

it("finds each line that `npm run mutants` replaces exactly once", () => {
  expect(faults.length).toBeGreaterThanOrEqual(60);
  expect(faults.filter((fault) => countIn(fault) !== 1)).toEqual([]);
});
