import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));
const textOf = (file: string) => readFileSync(join(root, file), "utf8");
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);
const isAbsent = (path: string) => !existsSync(join(root, path));

/** Targets of relative links, and paths in backticks, that do not exist. */
function brokenPaths(file: string, text: string): string[] {
  const links = matches(text, /\]\(([^)#\s]+)/g)
    .filter((link) => !link.includes("://"))
    .map((link) => normalize(join(dirname(file), link)));
  const paths = matches(text, /`((?:contracts|services|projections|web\/src|tests|docs)\/[\w./-]+)`/g);
  return [...links, ...paths].filter(isAbsent);
}

describe("documents", () => {
  it("are checked for links and paths to missing files", () => {
    expect(brokenPaths("docs/page.md", "[a](nowhere.md), `services/nowhere.ts`, [b](../README.md)")).toEqual([
      "docs/nowhere.md",
      "services/nowhere.ts",
    ]);
  });

  it.each(tracked.filter((file) => file.endsWith(".md")))("%s names only files that exist", (file) => {
    expect(brokenPaths(file, textOf(file))).toEqual([]);
  });

  it("exist for every reference in comments", () => {
    const sources = tracked.filter((file) => /\.(?:tsx?|css|mjs|yml)$|^\.env\.example$/.test(file));
    const broken = sources.flatMap((file) =>
      matches(textOf(file), /\b(docs\/(?:decisions|operations)\/[\w./-]+\.(?:md|json))/g)
        .filter(isAbsent)
        .map((page) => `${file}: ${page}`),
    );
    expect(broken).toEqual([]);
  });

  it("begin with pictures in both themes, of at most 250 kB together", () => {
    const pictures = matches(textOf("README.md"), /(?:srcset|src)="(docs\/pictures\/[\w-]+\.webp)"/g);
    expect(pictures).toHaveLength(6);
    const bytes = pictures.reduce((sum, file) => sum + readFileSync(join(root, file)).length, 0);
    expect(bytes).toBeLessThanOrEqual(250_000);
  });

  it("name the oldest browsers as the build and the page do", () => {
    const list = /oldestBrowsers = \[(.*)\]/.exec(textOf("web/vite.config.ts"))?.[1] ?? "";
    const names = matches(list, /"(\w+[\d.]+)"/g).map((name) =>
      name.replace(/^([a-z])([a-z]+)/, (_, first: string, rest: string) => `${first.toUpperCase()}${rest} `),
    );
    expect(names.length).toBeGreaterThan(3);
    for (const file of ["README.md", "web/index.html"]) expect(textOf(file)).toContain(names.join(", "));
  });

  it("limit the README to 150 lines", () => {
    expect(textOf("README.md").split("\n").length).toBeLessThanOrEqual(150);
  });
});
