import { budgets, scriptsOf } from "../support/page-scripts.ts";
import { expect, test } from "./site.ts";

for (const { page, parts, max, ...may } of budgets) {
  test(`${page} needs at most ${max / 1000} kB of script`, () => {
    const { bytes, hasEditor } = scriptsOf(parts);
    expect(bytes).toBeLessThanOrEqual(max);
    expect(hasEditor).toBe("hasEditor" in may);
  });
}
