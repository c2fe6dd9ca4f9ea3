import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { filesOf } from "#services/site/preloads";

const built = fileURLToPath(new URL("../../dist/web/", import.meta.url));
const feature = (page: string) => ["index.html", "src/app/app.tsx", `src/features/${page}.tsx`];

/** Bytes of script (gzip) that a page may need before it is shown (spec/daily-use.md §10), and whether it may bring the editor. */
export const budgets = [
  { page: "/", parts: ["index.html", "src/app/front.tsx"], max: 90_000 },
  { page: "/ of a member", parts: feature("home/home-page"), max: 170_000 },
  {
    page: "/team-dashboard/{teamId}",
    parts: feature("team-dashboard/team-dashboard-page"),
    max: 190_000,
  },
  { page: "/team-list", parts: feature("team-list/team-list-page"), max: 170_000 },
  { page: "/team-recruit/list", parts: feature("recruitment/board-page"), max: 170_000 },
  { page: "/team-recruit/detail/{recruitId}", parts: feature("recruitment/detail-page"), max: 200_000 },
  { page: "/posting/{teamId}", parts: feature("posting/posting-page"), max: 400_000, hasEditor: true },
] as const;

/** What marks the editor in a bundle, whatever its names are shortened to. */
const editor = "registerEditableListener";

/** Script of parts of the client with everything that they import, as `npm run build` left it. */
export function scriptsOf(parts: readonly string[]): { files: number; bytes: number; hasEditor: boolean } {
  const manifest = JSON.parse(readFileSync(`${built}.vite/manifest.json`, "utf8"));
  for (const part of parts) if (!manifest[part]) throw new Error(`the build has no ${part}`);
  const scripts = filesOf(manifest, parts).js.map((file) => readFileSync(built + file));
  return {
    files: scripts.length,
    bytes: scripts.reduce((sum, script) => sum + gzipSync(script).length, 0),
    hasEditor: scripts.some((script) => script.includes(editor)),
  };
}
