import { budgets, scriptsOf } from "#tests/support/page-scripts";
import type { Figures } from "./figures.ts";

/** Script per page, with everything that it imports, as `npm run build` left it, against its budget. */
export async function benchBundle({ atMost, note }: Figures): Promise<void> {
  for (const { page, parts, max, ...may } of budgets) {
    const { files, bytes, hasEditor } = scriptsOf(parts);
    atMost(max / 1000, { what: `${page} in ${files} files`, value: bytes / 1000, unit: "kB gzip" });
    if (hasEditor && !("hasEditor" in may))
      note({ what: `${page} has the editor`, value: 1, unit: "", bar: 0, holds: false });
  }
}
