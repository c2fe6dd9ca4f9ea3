import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { filesOf } from "#services/site/preloads";
import type { Figures } from "./figures.ts";

const built = fileURLToPath(new URL("../../dist/web/", import.meta.url));
const app = ["index.html", "src/app/app.tsx"];

/** Bytes of script (gzip) that a page may need before it is shown, and what it must not contain. */
const budgets = [
  { page: "/", parts: ["index.html", "src/app/front.tsx"], most: 90_000 },
  {
    page: "/team-dashboard/{teamId}",
    parts: [...app, "src/features/team-dashboard/team-dashboard-page.tsx"],
    most: 170_000,
  },
  { page: "/team-list", parts: [...app, "src/features/team-list/team-list-page.tsx"], most: 170_000 },
  { page: "/team-recruit/list", parts: [...app, "src/features/recruitment/board-page.tsx"], most: 170_000 },
  {
    page: "/team-recruit/detail/{recruitId}",
    parts: [...app, "src/features/recruitment/detail-page.tsx"],
    most: 190_000,
  },
] as const;

/** What marks the editor in a bundle, whatever its names are shortened to. */
const editor = "registerEditableListener";

export interface Size {
  readonly page: string;
  /** gzip, as the server sends it. */
  readonly bytes: number;
  readonly most: number;
  readonly files: number;
  readonly hasEditor: boolean;
}

/** The scripts of each page with everything they import, as `npm run build` left them. */
function bundleSizes(folder = built): Size[] {
  const manifest = JSON.parse(readFileSync(`${folder}.vite/manifest.json`, "utf8"));
  return budgets.map(({ page, parts, most }) => {
    for (const part of parts) if (!manifest[part]) throw new Error(`the build has no ${part}`);
    const scripts = filesOf(manifest, parts).js.map((file) => readFileSync(folder + file));
    return {
      page,
      most,
      files: scripts.length,
      bytes: scripts.reduce((sum, script) => sum + gzipSync(script).length, 0),
      hasEditor: scripts.some((script) => script.includes(editor)),
    };
  });
}

/** Script per page against its budget. */
export async function benchBundle({ atMost, note }: Figures): Promise<void> {
  for (const { page, bytes, most, files, hasEditor } of bundleSizes()) {
    atMost(most / 1000, { what: `${page} in ${files} files`, value: bytes / 1000, unit: "kB gzip" });
    if (hasEditor) note({ what: `${page} has the editor`, value: 1, unit: "", bar: 0, holds: false });
  }
}
