import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../..", import.meta.url).pathname;
/** Those that vitest does not run. */
const others = /^tests\/(abuse|bench|journeys|mutants|usage-pictures)\//;
const files = ["contracts", "services", "projections", "web/src", "tests"]
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  .filter(
    (file) => (file.startsWith("tests/") ? /\.tsx?$/ : /\.spec\.tsx?$/).test(file) && !others.test(file),
  );

/** A wait that is as long as its test fails without the name of its condition (tests/support/patience.ts). */
const allowed = ["tests/rules/waiting.spec.ts", "tests/support/until.ts"];
const ownLimit =
  /\btimeout: ?\d|\bvi\.waitFor\(.*, \d[\d_]*\);|\b(const|let) (patience|until|eventually) = [<({]/;

/** The product's own waits have a limit; beside the source it is shorter than that of a test (setup-patience.ts). */
const tooLong = /\bwaitFor\(.*, (?:[2-9]\d|\d{3,})_000\)/;

it("waits without a time limit of their own", () => {
  expect(ownLimit.test("await vi.waitFor(check, { timeout: 30_000 });")).toBe(true);
  expect(ownLimit.test("await vi.waitFor(() => expect(seen).toBe(1), 30_000);")).toBe(true);
  expect(files.length).toBeGreaterThan(350);
  const limited = files.filter((file) => ownLimit.test(readFileSync(root + file, "utf8")));
  expect(limited.filter((file) => !allowed.includes(file))).toEqual([]);
  const beside = files.filter((file) => !file.startsWith("tests/"));
  expect(tooLong.test("await reactors.waitFor(last, 30_000);")).toBe(true);
  expect(beside.filter((file) => tooLong.test(readFileSync(root + file, "utf8")))).toEqual([]);
});
