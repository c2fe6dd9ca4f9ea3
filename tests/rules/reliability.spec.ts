import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const folder = new URL("../faults/", import.meta.url);
const readme = readFileSync(new URL("README.md", folder), "utf8");

/** Rows of the table by test, with the spec files that they name. */
const rows = new Map(
  [...readme.matchAll(/^\| (T\d+) \|.*$/gm)].map(([line, test = ""]) => [
    test,
    [...line.matchAll(/\]\(([\w-]+\.spec\.ts)\)/g)].map(([, file = ""]) => file),
  ]),
);

describe("the reliability tests", () => {
  it("are T1 to T20", () =>
    expect([...rows.keys()]).toEqual(Array.from({ length: 20 }, (_, n) => `T${n + 1}`)));

  it.each([...rows])("%s has its spec here, whose titles bear its name", (test, files) => {
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect(existsSync(new URL(file, folder)), file).toBe(true);
      const titles = readFileSync(new URL(file, folder), "utf8").match(/["`](?:T\d+ )+/g) ?? [];
      expect(
        titles.flatMap((title) => title.match(/T\d+/g) ?? []),
        file,
      ).toContain(test);
    }
  });
});
