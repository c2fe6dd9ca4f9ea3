import { sanitiseStyle } from "./html-style.ts";
import { limits, normalise } from "./limits.ts";
import { isBlank } from "./texts.ts";

/**
 * Allowed content of the bodies of articles, problems and recruitments (spec/wire-contract.md §8): the same list for
 * the server, which applies it to written bodies, and the browser, which applies it before display. Pure, no DOM.
 */
const inline = ["class", "style"];
const block = ["dir", "class", "style"];

const elements: ReadonlyMap<string, readonly string[]> = new Map([
  ["p", block],
  ["br", []],
  ["h1", block],
  ["h2", block],
  ["h3", block],
  ["h4", block],
  ["h5", block],
  ["h6", block],
  ["blockquote", ["dir", "class"]],
  ["ul", ["class"]],
  ["ol", ["start", "class"]],
  ["li", ["value", "class", "role", "aria-checked", "dir", "style"]],
  ["a", ["href", "target", "rel", "title", "class"]],
  ["span", inline],
  ["strong", inline],
  ["b", inline],
  ["em", inline],
  ["i", inline],
  ["s", inline],
  ["sup", inline],
  ["sub", inline],
  ["img", ["src", "alt"]],
  ["code", ["class"]],
  ["table", ["class"]],
  ["tbody", ["class"]],
  ["tr", ["class"]],
  ["th", ["class"]],
  ["td", ["class"]],
  ["pre", ["class", "spellcheck", "data-gutter", "data-highlight-language", "dir"]],
]);

export const allowedElements: readonly string[] = [...elements.keys()];

export const allowedAttributes: readonly string[] = [...new Set([...elements.values()].flat())];

/** Elements that are removed with their content; of other unknown ones the text stays. */
export const droppedWithContent: readonly string[] = [
  "script",
  "style",
  "iframe",
  "object",
  "embed",
  "svg",
  "math",
  "template",
  "form",
];

/** The `src` of the placeholder for the post's picture. */
export const picturePlaceholder = "?";

/** Maximum nesting depth; the editor needs about twenty. */
const deepest = 60;

type Sanitise = (value: string, tag: string, inPre: boolean) => string | undefined;

const matching =
  (pattern: RegExp): Sanitise =>
  (value) =>
    pattern.test(value) ? value : undefined;

const oneOf =
  (...words: string[]): Sanitise =>
  (value) =>
    words.find((word) => word === value.toLowerCase());

const values: Readonly<Record<string, Sanitise>> = {
  dir: oneOf("ltr", "rtl", "auto"),
  class: sanitiseClasses,
  style: sanitiseStyle,
  start: matching(/^-?\d{1,9}$/),
  value: matching(/^-?\d{1,9}$/),
  role: oneOf("checkbox"),
  "aria-checked": oneOf("true", "false"),
  href: sanitiseHref,
  target: oneOf("_blank"),
  rel: sanitiseRel,
  title: sanitiseText,
  alt: sanitiseText,
  src: matching(/^(?:\?|\/images\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/),
  spellcheck: oneOf("true", "false"),
  "data-gutter": matching(/^[\d\n]+$/),
  "data-highlight-language": matching(/^[a-z0-9+#-]{1,20}$/),
};

/** Whether an element (lower-case name) is allowed in a body. */
export const isAllowedElement = (tag: string): boolean => elements.has(tag);

/** The attributes (lower-case names) that an element may have. */
export const attributesOf = (tag: string): readonly string[] => elements.get(tag) ?? [];

/** The allowed value of an attribute; undefined if it is not allowed. `inPre`: the element is in a code block. */
export function sanitiseAttribute(
  tag: string,
  name: string,
  value: string,
  inPre: boolean,
): string | undefined {
  if (!attributesOf(tag).includes(name)) return undefined;
  const allowed = values[name]?.(normalise(value).trim(), tag, inPre);
  return allowed === "" && name !== "alt" ? undefined : allowed;
}

/** The allowed attributes of an element; undefined if the element itself is not allowed (its text stays). */
export function sanitiseAttributes(
  tag: string,
  given: Readonly<Record<string, string>>,
  inPre: boolean,
): Record<string, string> | undefined {
  if (!isAllowedElement(tag) || (tag === "code" && inPre)) return undefined;
  const opensTab = tag === "a" && sanitiseAttribute(tag, "target", given.target ?? "", inPre) !== undefined;
  const allowed: Record<string, string> = {};
  for (const name of attributesOf(tag)) {
    const own = Object.hasOwn(given, name) ? given[name] : undefined;
    const value = name === "rel" && opensTab ? `${own ?? ""} noopener noreferrer` : own;
    const passed = value === undefined ? undefined : sanitiseAttribute(tag, name, value, inPre);
    if (passed !== undefined) allowed[name] = passed;
  }
  if (tag === "a" && allowed.href === undefined) return undefined;
  if (tag === "img" && allowed.src === undefined) return undefined;
  return allowed;
}

const headings = ["h1", "h2", "h3", "h4", "h5", "h6"];
const lists = ["ul", "ol"];
const blocks = new Set(["p", "blockquote", "ul", "ol", "li", "pre", ...headings]);

/** The only elements allowed in each part of a table: a browser would move others in front of the table. */
const tableParts: ReadonlyMap<string, readonly string[]> = new Map([
  ["table", ["tbody"]],
  ["tbody", ["tr"]],
  ["tr", ["th", "td"]],
]);
const insideTables: readonly string[] = [...tableParts.values()].flat();

/** Whether text is not allowed directly inside this element. */
export const isTablePart = (tag: string | undefined): boolean => tableParts.has(tag ?? "");

/**
 * Whether an element is not allowed inside these (outermost first): HTML parsers would restructure them, so that a body
 * would change in a browser; or a list is nested too deep.
 */
export function isMisplaced(tag: string, open: readonly string[]): boolean {
  if (open.length >= deepest) return true;
  const parent = open.at(-1);
  if (parent !== undefined && tableParts.has(parent)) return tableParts.get(parent)?.includes(tag) !== true;
  if (insideTables.includes(tag)) return true;
  // Tables are not nested in other blocks.
  if (tag === "table") return open.length > 0;
  if (tag === "a" || tag === "code") return open.includes(tag);
  if (!blocks.has(tag)) return false;
  // Code has no blocks of its own: its lines are counted by line breaks alone (contracts/discussion/locate.ts).
  if (open.includes("p") || open.includes("pre")) return true;
  if (headings.includes(tag) && open.some((one) => headings.includes(one))) return true;
  const around = open.findLast((one) => one === "li" || lists.includes(one));
  if (tag === "li") return around === "li";
  // Text blocks are inside items, not beside them, because the editor cannot represent such a list.
  if (!lists.includes(tag) && around !== undefined && around !== "li") return true;
  return lists.includes(tag) && open.filter((one) => lists.includes(one)).length >= limits.listDepth;
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** The text of sanitised HTML, without any tags. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(
      /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
      (entity, name, decimal, hex) => {
        if (name) return entities[name.toLowerCase()] ?? entity;
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
      },
    );

/** Whether sanitised HTML shows nothing: no picture, no visible character (spec/wire-contract.md §1.8). */
export const isVisuallyEmpty = (html: string): boolean =>
  !/<img[\s>]/i.test(html) && isBlank(textOfHtml(html));

function sanitiseClasses(value: string, tag: string, inPre: boolean): string {
  const allowed = new Set<string>();
  let coloured = false;
  for (const name of value.split(/\s+/)) {
    const colours: boolean = tag === "span" && inPre && /^[o-v]$/.test(name) && !coloured;
    coloured ||= colours;
    const belongs = /^editor-[\w-]{1,60}$/.test(name) || (tag === "pre" && name === "codeblock");
    if (colours || belongs) allowed.add(name);
  }
  return [...allowed].join(" ");
}

/** Accepts absolute http, https and mailto addresses; unusual characters are escaped as browsers do. */
function sanitiseHref(value: string): string | undefined {
  if (!/^(?:https?:\/\/|mailto:)\S/i.test(value) || !URL.canParse(value)) return undefined;
  if (!/[\s<>"`\\]/.test(value)) return value;
  return new URL(value).href.replaceAll("<", "%3C").replaceAll(">", "%3E");
}

function sanitiseRel(value: string): string {
  const words = value.toLowerCase().split(/\s+/);
  return [...new Set(words.filter((word) => /^[a-z-]{1,20}$/.test(word) && word !== "opener"))].join(" ");
}

// Angle brackets may be text (`a < b`) unless a parser could interpret them as markup. A line break in a tag would count as
// one of the code around it.
function sanitiseText(value: string): string {
  const line = value.replaceAll("\n", " ");
  return /<[/!?a-z]|(?:--!?|])>/i.test(line) ? line.replace(/[<>]/g, "") : line;
}
