import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.ALGOMOIM_SERVER ?? "http://localhost:3000";

/** Only the server's description of the API says what a call is for. */
const withoutSummaries: Plugin = {
  name: "without-summaries",
  enforce: "pre",
  transform: (code, id) =>
    id.startsWith(at("../contracts/")) ? code.replaceAll(/^ *summary:\s*"[^"\n]*",\n/gm, "") : null,
};

export default defineConfig({
  root: at("."),
  plugins: [react(), withoutSummaries],
  resolve: { alias: { zod: at("src/lib/calls/no-schemas.ts") } },
  css: { modules: { localsConvention: "camelCaseOnly" } },
  build: {
    outDir: at("../dist/web"),
    emptyOutDir: true,
    // The server reads from it what each page needs first.
    manifest: true,
    rollupOptions: {
      input: at("index.html"),
      // The routes name every file: each letter of a hash is one that no compression saves.
      output: {
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        // Every page but the first needs these, which import nothing: a file for each was mostly wrapping.
        codeSplitting: {
          groups: [
            {
              name: "small",
              test: /(return-path|handed-over|titles|tab-title|navigation-state|prefetch|forget-search|queryOptions|not-found\.module)\.(ts|js|css)/,
            },
          ],
        },
      },
    },
    // The content security policy takes fonts from the own origin only, not from data addresses.
    assetsInlineLimit: (file) => (file.endsWith(".woff2") ? false : undefined),
    // light-dark() has to reach the browser as written: its lowered form does not work inside gradients.
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
  },
  server: {
    proxy: {
      ...Object.fromEntries(
        ["/api", "/oauth2", "/login/oauth2", "/images", "/dev-provider"].map((path) => [
          path,
          { target: server, xfwd: true },
        ]),
      ),
      "/live": { target: server, ws: true },
      "/documents": { target: server, ws: true },
    },
  },
});
