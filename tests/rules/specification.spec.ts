import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const textOf = (file: string) => readFileSync(join(root, file), "utf8");
const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(?:tsx?|mjs|css|html|sh|sql|ya?ml|md)$|^\.env\.example$/.test(file))
  .filter((file) => existsSync(join(root, file)));
const isSpecification = (file: string) => file.startsWith("docs/spec/");
const documents = new Map(
  tracked.filter(isSpecification).map((file) => [basename(file, ".md"), textOf(file)] as const),
);

/** `5`, `5–7`, `5, 7 and 9` */
const numbers = String.raw`\d+(?:(?:–|, | and )\d+)*`;
/** `§4.9`, `§5.3–5.5`, `§5 call 2`, `§2.1 step 3` */
const section = String.raw`§\d+(?:\.\d+)*(?:–\d+(?:\.\d+)*)?(?: (?:call|step)s? ${numbers})?`;
const places = `(?:${section}(?:(?:, | and )${section})*|rules? ${numbers})`;
/** How code, tests and documents cite a place. */
const citation = new RegExp(String.raw`\bspec/([a-z-]+)\.md (${places})`, "g");
/** The same between the files of the specification: `ui.md §10`, `[ui.md](ui.md) §10`; without a file its own places. */
const ownCitation = new RegExp(String.raw`(?:([a-z-]+)\.md(?:\]\([a-z-]+\.md\))?\`? )?(${places})`, "g");
/** What looks like a place, unless it belongs to a citation or to an RFC. */
const anyPlace = /(?<!\bRFC \d+ )§\s?\d|\brules? \d|(?<!docs\/)\bspec\/[\w-]+\.md/g;
/** Forms of which a citation would miss the second half. */
const halfRead = /(?:§[\d.]+,? (?:and|to) \d|§[\d.]+, (?:call|step)|(?:rule|call|step)s? \d+ to \d)/g;

/** Headings (`4.9`), rules (`rule 12`), rows and items of a section (`5 call 2`, `11.3`) of a document. */
function placesOf(document: string): Set<string> {
  const found = new Set<string>();
  let heading = "";
  for (const line of document.split("\n")) {
    const [, title] = /^#{2,4} (\d+(?:\.\d+)*)\.? /.exec(line) ?? [];
    const [, part] = /^\* \*\*(\d+\.\d+) /.exec(line) ?? [];
    const [, item] = /^(\d+)\. /.exec(line) ?? [];
    const [, row] = /^\| (\d+) /.exec(line) ?? [];
    if (title) heading = title;
    for (const place of [title, part]) if (place) found.add(place);
    if (item) found.add(`${heading}.${item}`);
    if (item && heading === "2") found.add(`rule ${item}`);
    if (row) found.add(`${heading} row ${row}`);
  }
  return found;
}

/** `5, 7–9` → 5, 7, 8, 9; `5.3–5.5` → 5.3, 5.4, 5.5 */
function expand(list: string): string[] {
  return list.split(/, | and /).flatMap((range) => {
    const [first = "", last] = range.split("–");
    if (last === undefined) return [first];
    const prefix = first.slice(0, first.lastIndexOf(".") + 1);
    const from = Number(first.slice(prefix.length));
    const to = Number(last.slice(last.lastIndexOf(".") + 1));
    return Array.from({ length: to - from + 1 }, (_, index) => `${prefix}${from + index}`);
  });
}

/** The places that the text of a citation names, as `placesOf` writes them. */
function cited(text: string): string[] {
  const [, rules] = /^rules? (.*)$/.exec(text) ?? [];
  if (rules) return expand(rules).map((number) => `rule ${number}`);
  return [...text.matchAll(new RegExp(section, "g"))].flatMap(([one]) => {
    const [, sections = "", rows] = /^§(\S+?)(?: (?:call|step)s? (.*))?$/.exec(one) ?? [];
    return rows ? expand(rows).map((row) => `${sections} row ${row}`) : expand(sections);
  });
}

const known = new Map([...documents].map(([name, document]) => [name, placesOf(document)]));

/** Citations of places that do not exist, and places that no citation names completely. */
function wrong(file: string, text: string): string[] {
  const inside = isSpecification(file);
  const citations = [...text.matchAll(inside ? ownCitation : citation)];
  const broken = citations.flatMap(([whole, name = basename(file, ".md"), list = ""]) =>
    cited(list).every((place) => known.get(name)?.has(place)) ? [] : [`${file}: ${whole}`],
  );
  const spans = citations.map(({ index, 0: whole }) => [index, index + whole.length] as const);
  const loose = [...text.matchAll(anyPlace)]
    .filter(({ index }) => !spans.some(([from, to]) => index >= from && index < to))
    .map(({ index }) => `${file}: ${text.slice(index, index + 40).split("\n")[0]}`);
  const half = [...text.matchAll(halfRead)].map(([found]) => `${file}: ${found}`);
  return [...broken, ...(inside ? [] : [...loose, ...half])];
}

describe("the specification", () => {
  it("has every place that code, tests and documents cite", () => {
    const citing = tracked.filter((file) => file !== "tests/rules/specification.spec.ts");
    expect(citing.length).toBeGreaterThan(1000);
    expect(citing.flatMap((file) => wrong(file, textOf(file)))).toEqual([]);
  });

  it("is cited hundreds of times", () => {
    const count = tracked.reduce((sum, file) => sum + [...textOf(file).matchAll(citation)].length, 0);
    expect(count).toBeGreaterThan(300);
  });

  it("has each place once", () => {
    for (const [name, document] of documents) {
      const titles = [...document.matchAll(/^(?:#{2,4} |\* \*\*)(\d+(?:\.\d+)*)\.? /gm)].map(([, n]) => n);
      expect(titles, name).toEqual([...new Set(titles)]);
    }
  });

  it("is the only document that is cited from elsewhere", () => {
    const outside = /\b(?:shared|design)\/[\w./-]+\.(?:md|html)\b/;
    expect(outside.test(["see design", "look.md"].join("/"))).toBe(true);
    expect(tracked.filter((file) => outside.test(textOf(file)))).toEqual([]);
  });

  it.each([
    ["spec/wire-contract.md §4.99", "a section that does not exist"],
    ["spec/wire-contract.md §5.8–5.12", "a range beyond the last section"],
    ["spec/daily-use.md rules 38–40", "a rule that does not exist"],
    ["spec/daily-use.md §5 call 13", "a call that does not exist"],
    ["spec/trust.md §2", "a document that does not exist"],
    ["as §4.9 says", "a section without its document"],
    ["as rule 7 says", "a rule without its document"],
    ["spec/ui.md", "a document without a place"],
    ["spec/daily-use.md rules 12 to 18", "a range that is not written with a dash"],
    ["spec/daily-use.md §5, call 2", "a call behind a comma"],
  ])("finds %s: %s", (text) => expect(wrong("services/some.ts", text)).toHaveLength(1));

  it.each([
    "spec/wire-contract.md §5.3–5.5",
    "spec/wire-contract.md §2.1 step 3",
    "spec/daily-use.md §5 calls 3, 5 and 7",
    "spec/daily-use.md rules 12–18",
    "spec/notifications.md §10 and §11.11",
    "RFC 9112 §3.2",
  ])("accepts %s", (text) => expect(wrong("services/some.ts", text)).toEqual([]));
});
