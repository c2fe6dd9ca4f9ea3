/** Builds the client (vite) and the server (esbuild, packages stay outside) into dist/. */
import { rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build as bundle } from "esbuild";
import { build as buildSite } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

export async function buildAll() {
  await rm(`${root}dist`, { recursive: true, force: true });
  await buildSite({ configFile: `${root}web/vite.config.ts`, logLevel: "warn" });
  await bundle({
    absWorkingDir: root,
    entryPoints: { run: "services/run.ts", ops: "services/ops/main.ts" },
    outdir: "dist/server",
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    sourcemap: true,
    legalComments: "none",
    plugins: [{ name: "packages-outside", setup: keepPackagesOutside }],
  });
  await writeFile(`${root}dist/built`, "");
}

/** Our own `#contracts/…` imports are bundled; packages are loaded from node_modules. */
function keepPackagesOutside(build) {
  build.onResolve({ filter: /^[^.#/]/ }, ({ path, kind }) =>
    kind === "entry-point" ? undefined : { path, external: true },
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll();
