import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { filesOf } from "#services/site/preloads";
import type { Figures } from "./figures.ts";

const built = fileURLToPath(new URL("../../dist/web/", import.meta.url));
const app = ["index.html", "src/app/app.tsx"];

/** Bytes of script (gzip) that a page may need before it is shown, and what it must not contain. */
const budgets = [
  { page: "/", parts: ["index.html", "src/app/front.tsx"], max: 90_000 },
  {
    page: "/team-dashboard/{teamId}",
    parts: [...app, "src/features/team-dashboard/team-dashboard-page.tsx"],
    max: 190_000,
  },
  { page: "/team-list", parts: [...app, "src/features/team-list/team-list-page.tsx"], max: 170_000 },
  { page: "/team-recruit/list", parts: [...app, "src/features/recruitment/board-page.tsx"], max: 170_000 },
  {
    page: "/team-recruit/detail/{recruitId}",
    parts: [...app, "src/features/recruitment/detail-page.tsx"],
    max: 190_000,
  },
] as const;

/** What marks the editor in a bundle, whatever its names are shortened to. */
const editor = "registerEditableListener";

/** Script per page, with everything that it imports, as `npm run build` left it, against its budget. */
export async function benchBundle({ atMost, note }: Figures): Promise<void> {
  const manifest = JSON.parse(readFileSync(`${built}.vite/manifest.json`, "utf8"));
  for (const { page, parts, max } of budgets) {
    for (const part of parts) if (!manifest[part]) throw new Error(`the build has no ${part}`);
    const scripts = filesOf(manifest, parts).js.map((file) => readFileSync(built + file));
    const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
    atMost(max / 1000, { what: `${page} in ${scripts.length} files`, value: bytes / 1000, unit: "kB gzip" });
    if (scripts.some((script) => script.includes(editor)))
      note({ what: `${page} has the editor`, value: 1, unit: "", bar: 0, holds: false });
  }
}
