import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folder = new URL("../api/", import.meta.url);
/** Files, pages and the renewal of a login are fetched as browsers do, and have no sentence. */
const others = /\bfetch\(|\brenewed\(|\bpage\("/;

/** A status alone may belong to another refusal than the one that is meant: `said(answer)` is `refusal(code)`. */
it("tests of the API name the refusal that they expect, not only its status", () => {
  const vague = readdirSync(folder)
    .filter((file) => file.endsWith(".spec.ts"))
    .flatMap((file) =>
      readFileSync(new URL(file, folder), "utf8")
        .split("\n")
        .filter((line) =>
          /\bstatus\)\.to(Be|Equal)\(4\d\d\)|toMatchObject\(\{ (status|code): 4\d\d \}\)/.test(line),
        )
        .filter((line) => !others.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(vague).toEqual([]);
});

/** What may throw for any reason may throw for another one. */
it("tests name the error that they expect", () => {
  const root = new URL("../..", import.meta.url).pathname;
  const bare = /(?<!not)\.toThrow\(\)/;
  expect(bare.test("expect(act).toThrow();") && !bare.test("expect(act).not.toThrow();")).toBe(true);
  const vague = ["contracts", "services", "projections", "web/src", "tests"]
    .flatMap((name) =>
      readdirSync(root + name, { recursive: true, encoding: "utf8" }).map((file) => `${name}/${file}`),
    )
    .filter((file) => /\.spec\.tsx?$/.test(file) && file !== "tests/rules/refusals.spec.ts")
    .filter((file) => bare.test(readFileSync(root + file, "utf8")));
  expect(vague).toEqual([]);
});
