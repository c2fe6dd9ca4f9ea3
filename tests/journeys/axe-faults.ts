import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

const program = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** They look at each element's paint and what is behind it, which takes longer than all other rules together. */
const colours = ["color-contrast", "link-in-text-block"];

/** The paints of elements whose colours this process has looked at, on all pages, at all widths and in both themes. */
const seen = new Set<string>();

/** What axe finds; colours only in what is not painted as anything was that this process has looked at. */
export async function axeFaults(page: Page, rules: "all" | "wcag" | "colours" = "all"): Promise<string[]> {
  // Its script of half a megabyte is evaluated once in each document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(program);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  const found: string[] = [];
  if (rules !== "colours") {
    const tags = rules === "all" ? [...wcag, "best-practice"] : wcag;
    found.push(...(await violations(page, { tags })));
  }
  const unseen = await page.evaluate(markUnseen, [...seen].join(" "));
  if (unseen.isAny) found.push(...(await violations(page, { within: "[data-unseen]" })));
  for (const paint of unseen.paints) seen.add(paint);
  return found;
}

const violations = (page: Page, asked: { tags: string[] } | { within: string }): Promise<string[]> =>
  page.evaluate(
    async ([asked, colours]) => {
      const { axe: library } = window as unknown as { axe: typeof axe };
      const options: axe.RunOptions =
        "tags" in asked
          ? {
              runOnly: { type: "tag", values: asked.tags },
              rules: Object.fromEntries(colours.map((id) => [id, { enabled: false }])),
            }
          : { runOnly: { type: "rule", values: colours } };
      const where = "tags" in asked ? document : asked.within;
      const result = await library.run(where, { ...options, resultTypes: ["violations"], preload: false });
      // The headings of a text are its writer's, who may begin with a small one.
      const isWritten = (id: string, html: string) => id === "heading-order" && /^<h[1-6] dir=/.test(html);
      return result.violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ html }) => !isWritten(id, html))
          .map(({ html, any }) => `axe ${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ""}`),
      );
    },
    [asked, colours] as const,
  );

/**
 * Runs in the page: marks the texts and fields that are not painted as one was before. Two are painted alike when they and
 * all they stand in have the same names, states and colours; one that lies over something it does not stand in is never
 * taken as seen.
 */
function markUnseen(before: string): { readonly isAny: boolean; readonly paints: readonly string[] } {
  const known = new Set(before.split(" "));
  const paints: string[] = [];
  const state =
    /^(?:role|class|style|type|href|disabled|open|aria-(?:current|pressed|selected|checked|disabled))$/;
  const painted = [
    ...(["color", "backgroundColor", "backgroundImage", "opacity", "fontSize", "fontWeight"] as const),
    ...(["textShadow", "textDecoration", "borderBottom"] as const),
  ];
  const hashes = new Map<Element, string>();
  const paintOf = (element: Element): string => {
    const style = getComputedStyle(element);
    const attributes = [...element.attributes]
      .filter(({ name }) => state.test(name))
      .map(({ name, value }) => (name === "href" ? name : `${name}=${value}`));
    return [
      hashes.get(element.parentElement ?? element),
      element.tagName,
      ...attributes,
      ...painted.map((property) => style[property]),
    ].join("|");
  };
  /** FNV-1a, twice. */
  const hashOf = (text: string): string => {
    let [one, two] = [0x811c9dc5, 0x1b873593];
    for (let at = 0; at < text.length; at += 1) {
      one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
      two = Math.imul(two ^ text.charCodeAt(at), 0x85ebca6b);
    }
    return (one >>> 0).toString(36) + (two >>> 0).toString(36);
  };
  const isOver = (element: Element): boolean => {
    for (let one: Element | null = element; one; one = one.parentElement) {
      const { backgroundColor, position } = getComputedStyle(one);
      // Only opaque colours have three parts.
      if (/^rgb\(/.test(backgroundColor)) return false;
      if (/absolute|fixed/.test(position)) return one.getBoundingClientRect().width > 1;
    }
    return false;
  };
  for (const element of document.querySelectorAll("[data-unseen]")) element.removeAttribute("data-unseen");
  let isAny = false;
  for (const element of document.querySelectorAll("html, body, body *")) {
    const hash = hashOf(paintOf(element));
    hashes.set(element, hash);
    const isText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
    if (!isText && !element.matches("input, textarea, select")) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (known.has(hash) && !isOver(element)) continue;
    known.add(hash);
    paints.push(hash);
    isAny = true;
    element.setAttribute("data-unseen", "");
  }
  return { isAny, paints };
}
