import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, parseAst } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.ALGOMOIM_SERVER ?? "http://localhost:3000";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

const isNamed = (node: unknown, ...names: string[]) =>
  isNode(node) && node.type === "Identifier" && names.includes(node.name as string);

/** Whether an expression is a call or a member of `z`, or of what such a one returns. */
function isSchema(node: Node): boolean {
  const from = node.type === "CallExpression" ? node.callee : node.type === "MemberExpression" && node.object;
  return isNamed(from, "z") || (isNode(from) && isSchema(from));
}

/** What only the server needs of an endpoint: to describe it, to answer and to refuse. */
const isForServer = ({ type, key }: Node) =>
  type === "Property" && isNamed(key, "summary", "returns", "refusals");

type Change = readonly [from: number, to: number, text: string];

function changesIn(node: Node): Change[] {
  if (isSchema(node)) return [[node.start, node.end, "z"]];
  const below = Object.values(node).flat().filter(isNode);
  if (node.type !== "ObjectExpression") return below.flatMap(changesIn);
  // Up to the next one, with the comma between them.
  return below.flatMap((part, at) =>
    isForServer(part) ? [[part.start, below[at + 1]?.start ?? node.end - 1, ""]] : changesIn(part),
  );
}

/**
 * The contracts as the browser needs them. It does not validate: src/lib/calls/no-schemas.ts is the same stub whatever is
 * built from it, so `z` stands for each schema without its fields, texts and functions.
 */
const contractsOfBrowser: Plugin = {
  name: "contracts-of-browser",
  enforce: "pre",
  transform: (code, id) =>
    id.startsWith(at("../contracts/"))
      ? changesIn(parseAst(code, { lang: "ts" }) as unknown as Node).reduceRight(
          (text, [from, to, instead]) => text.slice(0, from) + instead + text.slice(to),
          code,
        )
      : null,
};

/**
 * The oldest browsers, as in README.md and web/index.html: `light-dark()` and `Intl.Segmenter` (web/public/start.js).
 */
const oldestBrowsers = ["chrome123", "edge123", "firefox125", "safari17.5"];

/**
 * markdown-it is one file with all rules of its dialects. Comments have five (comment-text.tsx), and the others, 7 kB gzip, are
 * left out of its lists; a missing one would be refused by its name (tests/html/built-markdown.spec.ts).
 */
const otherRules =
  /^\t\[\s*"(?:table|code|blockquote|hr|list|reference|html_block|heading|lheading|replacements|smartquotes|linkify|strikethrough|emphasis|image|autolink|html_inline|entity)",(?:[^[\]]|\[[^[\]]*\])*\],?\n/gm;
const rulesOfComments: Plugin = {
  name: "rules-of-comments",
  transform: (code, id) =>
    id.includes("/node_modules/markdown-it/") ? code.replaceAll(otherRules, "") : null,
};

/** What markdown-it imports. */
const partsOfMarkdown = ["entities", "linkify-it", "mdurl", "punycode.js", "uc.micro"];

export default defineConfig({
  root: at("."),
  plugins: [react(), contractsOfBrowser, rulesOfComments],
  resolve: {
    alias: {
      zod: at("src/lib/calls/no-schemas.ts"),
      ...Object.fromEntries(partsOfMarkdown.map((name) => [name, at("src/lib/markdown-parts.ts")])),
    },
  },
  css: { modules: { localsConvention: "camelCaseOnly" } },
  build: {
    outDir: at("../dist/web"),
    // light-dark() reaches the browser as written: its lowered form does not work inside gradients.
    target: oldestBrowsers,
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
        // One file for what all pages need and one for what all but the first need: small files are mostly wrapping, and
        // each costs a line in every list of what to load before a page.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: "shell",
              test: /src\/(app\/shell\/frame|lib\/(install-prompt|session)|ui\/(avatar|badge|card|cover|hidden-text|icon-button|page|skeleton|tag))\.|preload-helper/,
            },
            {
              name: "small",
              test: /(handed-over|titles|tab-title|navigation-state|prefetch|queryOptions|not-found\.module)\.(ts|js|css)/,
            },
            {
              name: "client",
              test: /src\/(lib\/(calls\/(command|query-client|use-command)|lazy-module|live\/use-(arrivals|live)|continuation|use-address|use-page-name|unsent\/(device-outbox|device-store|draft-server|ended-rows|outbox|queued-command|record|store|command|use-unsent))|ui\/(announcer|counter|fetched|hint|layout|menu|notice|toast))\.|useQuery\./,
            },
          ],
        },
      },
    },
    // The content security policy takes fonts from the own origin only, not from data addresses.
    assetsInlineLimit: (file) => (file.endsWith(".woff2") ? false : undefined),
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
