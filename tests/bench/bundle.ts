import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { filesOf } from "#services/site/preloads";
import type { Figures } from "./figures.ts";

const built = fileURLToPath(new URL("../../dist/web/", import.meta.url));
const feature = (page: string) => ["index.html", "src/app/app.tsx", `src/features/${page}.tsx`];

/**
 * Bytes of script (gzip) that a page may need before it is shown (spec/daily-use.md §10; those it does not name are our
 * own), and whether it may bring the editor.
 */
const budgets = [
  { page: "/", parts: ["index.html", "src/app/front.tsx"], max: 90_000 },
  { page: "/ of a member", parts: feature("home/home-page"), max: 170_000 },
  {
    page: "/team-dashboard/{teamId}",
    parts: feature("team-dashboard/team-dashboard-page"),
    max: 190_000,
  },
  { page: "/team-list", parts: feature("team-list/team-list-page"), max: 170_000 },
  { page: "/team-recruit/list", parts: feature("recruitment/board-page"), max: 170_000 },
  { page: "/team-recruit/detail/{recruitId}", parts: feature("recruitment/detail-page"), max: 203_000 },
  { page: "/posting/{teamId}", parts: feature("posting/posting-page"), max: 400_000, hasEditor: true },
] as const;

/** Scripts that are loaded later, besides those that the page has by then. */
const later = [
  {
    what: "the palette",
    part: "src/features/search/search.tsx",
    has: feature("home/home-page"),
    max: 25_000,
  },
  {
    what: "the comments of an article",
    part: "src/features/team/discussion/discussion-panel.tsx",
    has: [...feature("team-dashboard/team-dashboard-page"), "src/ui/body-view.tsx"],
    max: 25_000,
  },
] as const;

/** Identifies the editor in a minified bundle. */
const editor = "registerEditableListener";

/** Bytes of the files that the server sends to a browser that accepts gzip. */
const compressedSize = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + readFileSync(`${built}${file}.gz`).length, 0);

/** Script per page with all imports, as built by `npm run build`, compared with its budget. */
export async function benchBundle({ atMost, note }: Figures): Promise<void> {
  const manifest = JSON.parse(readFileSync(`${built}.vite/manifest.json`, "utf8"));
  for (const { page, parts, max, ...may } of budgets) {
    for (const part of parts) if (!manifest[part]) throw new Error(`the build has no ${part}`);
    const files = filesOf(manifest, parts).js;
    const bytes = compressedSize(files);
    atMost(max / 1000, { what: `${page} in ${files.length} files`, value: bytes / 1000, unit: "kB gzip" });
    const hasEditor = files.some((file) => readFileSync(built + file).includes(editor));
    if (hasEditor && !("hasEditor" in may))
      note({ what: `${page} has the editor`, value: 1, unit: "", bar: 0, holds: false });
  }
  for (const { what, part, has, max } of later) {
    if (!manifest[part]) throw new Error(`the build has no ${part}`);
    const known = new Set(filesOf(manifest, has).js);
    const files = filesOf(manifest, [part]).js.filter((file) => !known.has(file));
    const bytes = compressedSize(files);
    atMost(max / 1000, { what: `${what} in ${files.length} files`, value: bytes / 1000, unit: "kB gzip" });
  }
}
