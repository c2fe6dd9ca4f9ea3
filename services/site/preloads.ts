import { readFileSync } from "node:fs";
import { join } from "node:path";

/** An entry of vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const app = "src/app/app.tsx";
const feature = (page: string) => [app, `src/features/${page}.tsx`];

/** The parts of the client that an address needs first; the first match counts. Other addresses only need the app. */
const screens: readonly (readonly [path: RegExp, parts: readonly string[]])[] = [
  [/^\/about\/?$/, feature("landing/landing-page")],
  [/^\/login\/?$/, feature("login/login-page")],
  [/^\/team-list\/?$/, feature("team-list/team-list-page")],
  [/^\/team-dashboard\//, feature("team-dashboard/team-dashboard-page")],
  [/^\/team-recruit\/list\/?$/, feature("recruitment/board-page")],
  [/^\/team-recruit\/detail\//, feature("recruitment/detail-page")],
  [/^\/team-recruit\/posting\/?$/, feature("recruitment/write-page")],
  [/^\/team-admin\//, feature("team-admin/team-admin-page")],
  [/^\/team-setting\/team\//, feature("team-settings/team-info-page")],
  [/^\/team-setting\/members\//, feature("team-settings/team-members-page")],
  [/^\/team-setting\/promise\//, feature("team-settings/promise-page")],
  [/^\/team-setting\/attendance\//, feature("team-settings/attendance-page")],
  [/^\/team-setting\/problems\//, feature("team-settings/problem-queue-page")],
  [/^\/posting\//, feature("posting/posting-page")],
  [/^\/team-subject\//, feature("subject/subject-page")],
  [/^\/(my-dashboard|profile|modification)(\/|$)/, feature("my-page/my-page")],
];

function partsOf(path: string, isMember: boolean): readonly string[] {
  if (path === "/") return isMember ? feature("home/home-page") : ["src/app/front.tsx"];
  return screens.find(([pattern]) => pattern.test(path))?.[1] ?? [app];
}

/** Style sheets and scripts of some parts of the client without duplicates, in the order of their use. */
export function filesOf(manifest: Manifest, parts: readonly string[]): { css: string[]; js: string[] } {
  const css = new Set<string>();
  const js = new Set<string>();
  const seen = new Set<string>();
  const take = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const other of chunk.imports ?? []) take(other);
    js.add(chunk.file);
    for (const sheet of chunk.css ?? []) css.add(sheet);
  };
  for (const part of parts) take(part);
  return { css: [...css], js: [...js] };
}

/** Latin and the most common syllables: the two subsets of the body's font that every screen needs immediately. */
const commonFont = /\/PretendardVariable\.subset\.9[01]\.woff2$/;

const fontsOf = (manifest: Manifest) =>
  Object.entries(manifest)
    .filter(([source]) => commonFont.test(source))
    .map(([, { file }]) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`);

/**
 * Links that let the browser fetch all resources of an address together, instead of one after the other. Those in
 * `index.html` itself are omitted.
 */
export function preloadsFrom(folder: string): (path: string, isMember: boolean) => string[] {
  const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")) as Manifest;
  const own = filesOf(manifest, ["index.html"]);
  const fonts = fontsOf(manifest);
  return (path, isMember) => {
    const { css, js } = filesOf(manifest, ["index.html", ...partsOf(path, isMember)]);
    return [
      ...css
        .filter((file) => !own.css.includes(file))
        .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
      ...js
        .filter((file) => !own.js.includes(file))
        .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
      ...fonts,
    ];
  };
}
