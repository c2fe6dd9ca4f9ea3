import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { unmoving } from "./still.ts";

const program = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** They look at each element's paint and what is behind it, which takes longer than all other rules together. */
const colours = ["color-contrast", "link-in-text-block"];

/** The paints and the shapes of elements that this process has checked, on all pages, at all widths and in both themes. */
const seen = new Set<string>();

/** What axe finds in the current theme. Elements are checked once by each process: see `markUnseen`. */
export async function axeFaults(page: Page, rules: "all" | "wcag" = "all"): Promise<string[]> {
  return (await check(page, rules)).faults;
}

/** The same in both themes; the page stays in the other theme, in which the next check begins. */
export async function axeFaultsInBothThemes(
  page: Page,
  still: (page: Page) => Promise<void>,
): Promise<string[]> {
  const { faults, isDark, hasNewPaints } = await check(page, "both");
  // What has known paints in one theme has known paints in the other.
  if (!hasNewPaints) return faults;
  await page.emulateMedia({ colorScheme: isDark ? "light" : "dark" });
  await still(page);
  return [...faults, ...(await check(page, "both", true)).faults];
}

async function check(page: Page, rules: "all" | "wcag" | "both", onlyColours = false) {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  // What fades has neither its colours nor its place yet.
  await unmoving(page);
  const { paints, shapes, isDark } = await page.evaluate(markUnseen, { before: [...seen].join(" "), rules });
  const tags = shapes.length === 0 || onlyColours ? [] : rules === "wcag" ? wcag : [...wcag, "best-practice"];
  const hasNewPaints = paints.length > 0;
  const faults = hasNewPaints || tags.length > 0 ? await violations(page, tags, hasNewPaints) : [];
  for (const one of [...paints, ...shapes]) seen.add(one);
  return { faults: faults.map((fault) => `${isDark ? "dark" : "light"} ${fault}`), isDark, hasNewPaints };
}

/** Runs the rules of tags on the document, and those of colours on what is marked. */
async function violations(page: Page, tags: readonly string[], withColours: boolean): Promise<string[]> {
  // Its script of half a megabyte is evaluated once in each document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(program);
  return page.evaluate(
    async ([tags, colours, withColours]) => {
      const { axe: library } = window as unknown as { axe: typeof axe };
      const rules = colours.map((id) => ({
        id,
        selector: `${id === "color-contrast" ? "" : "a[href]"}[data-unseen]`,
      }));
      library.configure({ rules });
      const result = await library.run(document, {
        runOnly: tags.length > 0 ? { type: "tag", values: [...tags] } : { type: "rule", values: colours },
        rules: Object.fromEntries(colours.map((id) => [id, { enabled: withColours }])),
        resultTypes: ["violations"],
        preload: false,
      });
      // The headings of a text are its writer's, who may begin with a small one.
      const isWritten = (id: string, html: string) => id === "heading-order" && /^<h[1-6] dir=/.test(html);
      return result.violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ html }) => !isWritten(id, html))
          .map(({ html, any }) => `axe ${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ""}`),
      );
    },
    [tags, colours, withColours] as const,
  );
}

/**
 * Runs in the page: marks the texts and fields that are not painted as one was before, and tells whether elements have
 * shapes that none had before. Two are painted alike when they and all they stand in have the same names, states and
 * colours; one that lies over something it does not stand in is never taken as seen. Two have the same shape when they
 * and all they stand in have the same roles and attributes; the outline of the page is a shape, too.
 */
function markUnseen({ before, rules }: { readonly before: string; readonly rules: string }) {
  const known = new Set(before.split(" "));
  const [paints, shapes]: [string[], string[]] = [[], []];
  const state =
    /^(?:role|class|style|type|href|disabled|open|aria-(?:current|pressed|selected|checked|disabled))$/;
  const painted = [
    ...(["color", "backgroundColor", "backgroundImage", "opacity", "fontSize", "fontWeight"] as const),
    ...(["textShadow", "textDecoration", "borderBottom"] as const),
  ];
  /** FNV-1a, twice. */
  const hashOf = (text: string): string => {
    let one = 0x811c9dc5;
    let two = 0x1b873593;
    for (let at = 0; at < text.length; at += 1) {
      one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
      two = Math.imul(two ^ text.charCodeAt(at), 0x85ebca6b);
    }
    return (one >>> 0).toString(36) + (two >>> 0).toString(36);
  };
  const hashes = new Map<Element | null, { readonly paint: string; readonly shape: string }>();
  const paintOf = (element: Element): string => {
    const style = getComputedStyle(element);
    const attributes = [...element.attributes]
      // A dialog leaves an empty style at what it has kept from scrolling.
      .filter(({ name, value }) => state.test(name) && value !== "")
      .map(({ name, value }) => (name === "href" ? name : `${name}=${value}`));
    return [element.tagName, ...attributes, ...painted.map((property) => style[property])].join("|");
  };
  const isEmpty = (element: Element) =>
    element.matches("a, button, label, summary, option, th, h1, h2, h3, h4, h5, h6, [role]") &&
    element.textContent?.trim() === "";
  const shapeOf = (element: Element): string => {
    const attributes = [...element.attributes].map(({ name, value }) => {
      if (/^(?:class|style|data-.*)$/.test(name)) return "";
      if (/^(?:role|type|tabindex|lang|dir|scope|autocomplete)$/.test(name)) return `${name}=${value}`;
      // A reference counts by whether it leads to something, another value by whether there is one.
      if (/^aria-(?:labelledby|describedby|controls|owns|activedescendant)$|^for$/.test(name))
        return `${name}=${value.split(" ").map((id) => document.getElementById(id) !== null)}`;
      return `${name}=${/^(?:true|false|mixed|page)$/.test(value) ? value : value.trim() !== ""}`;
    });
    const { width, height } = element.getBoundingClientRect();
    const isSmall = element.matches("a, button, input, [tabindex]") && (width < 24 || height < 24);
    const scrolls =
      element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY);
    return [element.tagName, ...attributes.sort(), isEmpty(element), isSmall, scrolls].join("|");
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
  const note = (hash: string, where: string[]) => {
    known.add(hash);
    where.push(hash);
  };
  const outline: string[] = [];
  const ids = new Set<string>();
  for (const element of document.querySelectorAll("[data-unseen]")) element.removeAttribute("data-unseen");
  for (const element of document.querySelectorAll("html, body, body :not(svg *)")) {
    const isVisible = element.checkVisibility({ visibilityProperty: true });
    const around = hashes.get(element.parentElement) ?? { paint: rules, shape: `shape ${rules}` };
    const paint = hashOf(`${around.paint}|${paintOf(element)}`);
    const shape = hashOf(`${around.shape}|${shapeOf(element)}`);
    hashes.set(element, { paint, shape });
    if (element.id !== "" && ids.has(element.id)) outline.push(`twice ${element.id}`);
    ids.add(element.id);
    if (!isVisible) continue;
    if (!known.has(shape)) note(shape, shapes);
    if (element.matches("h1, h2, h3, h4, h5, h6")) outline.push(element.tagName);
    if (element.matches("main, header, footer, nav, aside, section, form, [role]:not([role=img])"))
      outline.push(`${element.tagName} ${element.getAttribute("aria-label")}`);
    const isText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
    if (!isText && !element.matches("input, textarea, select")) continue;
    if (known.has(paint) && !isOver(element)) continue;
    note(paint, paints);
    element.setAttribute("data-unseen", "");
  }
  const page = hashOf(`${rules} ${document.title === ""} ${outline.join("|")}`);
  if (!known.has(page)) note(page, shapes);
  return { paints, shapes, isDark: matchMedia("(prefers-color-scheme: dark)").matches };
}
