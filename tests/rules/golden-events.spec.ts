import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { definitions, type GoldenEvent, goldenFile, shapeOf } from "#tests/examples/golden";

const remedy = "npx tsx tests/examples/write-golden.ts adds what is missing";

it("every event type has a golden example of every version it ever had", () => {
  const missing = Object.entries(definitions).flatMap(([type, { version }]) =>
    Array.from({ length: version }, (_, index) => goldenFile(type, index + 1)).filter(
      (file) => !existsSync(file),
    ),
  );
  expect(missing, remedy).toEqual([]);
});

it("a schema that has changed has a new version: raise it, add an upcaster and a golden example", () => {
  for (const [type, definition] of Object.entries(definitions)) {
    const golden: GoldenEvent = JSON.parse(readFileSync(goldenFile(type, definition.version), "utf8"));
    expect(shapeOf(definition), type).toEqual(golden.shape);
  }
});
