/** spec/wire-contract.md §8 written a second time, independently of the product's code: what a body may contain. */
type Judge = (value: string, element: Element) => boolean;

const words =
  (...allowed: string[]): Judge =>
  (value) =>
    allowed.includes(value);
const like =
  (pattern: RegExp): Judge =>
  (value) =>
    pattern.test(value);
const anything: Judge = () => true;

const inCode = (element: Element) => element.localName === "span" && element.closest("pre") !== null;
const classes: Judge = (value, element) =>
  value
    .split(" ")
    .every(
      (name) =>
        /^editor-[\w-]+$/.test(name) ||
        (element.localName === "pre" && name === "codeblock") ||
        (inCode(element) && /^[opqrstuv]$/.test(name)),
    );

const six = ["Pretendard", "Nanum Gothic", "Noto Sans KR", "Arial", "Courier New", "Times New Roman"];
const generic = ["sans-serif", "serif", "monospace", "system-ui"];
const pixels = (value: string) => (/^[\d.]+px$/.test(value) ? Number(value.slice(0, -2)) : Number.NaN);

const declarations: Readonly<Record<string, (value: string) => boolean>> = {
  color: (value) =>
    /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(value) ||
    (/^rgb\(\d+, \d+, \d+\)$/.test(value) &&
      (value.match(/\d+/g) ?? []).every((part) => Number(part) <= 255)),
  "font-size": (value) => pixels(value) >= 8 && pixels(value) <= 64,
  "font-family": (value) => {
    const [first = "", ...rest] = value.split(", ");
    return six.includes(first) && rest.every((name) => six.includes(name) || generic.includes(name));
  },
  "white-space": (value) => value === "pre-wrap",
  "text-align": (value) => /^(?:left|right|center|justify|start|end)$/.test(value),
  "padding-inline-start": (value) => pixels(value) >= 0,
};

const style: Judge = (value) =>
  value
    .split(";")
    .filter((part) => part.trim() !== "")
    .every((part) => {
      const [property = "", ...rest] = part.split(":");
      return declarations[property.trim()]?.(rest.join(":").trim()) === true;
    });

const dir = words("ltr", "rtl", "auto");
const whole = like(/^-?\d+$/);
const block = { dir, class: classes, style };
const inline = { class: classes, style };
const href: Judge = (value) =>
  /^(?:https?:\/\/|mailto:)[^\s<>"]+$/i.test(value) &&
  ["http:", "https:", "mailto:"].includes(new URL(value).protocol);

const elements: Readonly<Record<string, Readonly<Record<string, Judge>>>> = {
  p: block,
  br: {},
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, block])),
  blockquote: { dir, class: classes },
  ul: { class: classes },
  ol: { start: whole, class: classes },
  li: {
    value: whole,
    class: classes,
    role: words("checkbox"),
    "aria-checked": words("true", "false"),
    dir,
    style,
  },
  a: { href, target: words("_blank"), rel: like(/^[a-z- ]+$/), title: anything, class: classes },
  ...Object.fromEntries(["span", "strong", "b", "em", "i", "s", "sup", "sub"].map((name) => [name, inline])),
  img: { src: like(/^(?:\?|\/images\/(?!.*\.\.)[\w./-]+)$/), alt: anything },
  ...Object.fromEntries(
    ["code", "table", "tbody", "tr", "th", "td"].map((name) => [name, { class: classes }]),
  ),
  pre: {
    class: classes,
    spellcheck: words("true", "false"),
    "data-gutter": like(/^[\d\n]+$/),
    "data-highlight-language": like(/^[a-z\d+#-]{1,20}$/),
    dir,
  },
};

const maxLists = 6;

const tableParents: Readonly<Record<string, readonly string[]>> = {
  table: ["body"],
  tbody: ["table"],
  tr: ["tbody"],
  th: ["tr"],
  td: ["tr"],
};

const elementsOf = (html: string) => [
  ...new DOMParser().parseFromString(`<body>${html}`, "text/html").body.querySelectorAll("*"),
];

/** The parts of this HTML, as a browser parses it, that are not on the list. */
export const outsideAllowList = (html: string): string[] => elementsOf(html).flatMap(faultsOf);

/**
 * Also reports what exceeds a limit: the server keeps one picture and six levels of lists, and tables only at the top
 * level.
 */
export function outsideBody(html: string): string[] {
  const all = elementsOf(html);
  const pictures = all.filter(({ localName }) => localName === "img").length;
  const deep = all.filter((one) => /^[uo]l$/.test(one.localName) && depthOf(one) > maxLists);
  const astray = all.filter(
    ({ localName, parentElement }) =>
      tableParents[localName]?.includes(parentElement?.localName ?? "") === false,
  );
  return [
    ...outsideAllowList(html),
    ...astray.map(({ localName }) => `${localName} astray`),
    ...deep.map(({ localName }) => `${localName} too deep`),
    ...(pictures > 1 ? [`${pictures} pictures`] : []),
  ];
}

function faultsOf(element: Element): string[] {
  const { localName: name, attributes } = element;
  const judges = Object.hasOwn(elements, name) ? elements[name] : undefined;
  if (!judges) return [name];
  const faults = [...attributes]
    .filter((one) => !(Object.hasOwn(judges, one.name) && judges[one.name]?.(one.value, element)))
    .map((one) => `${name} ${one.name}=${one.value}`);
  const rel = (element.getAttribute("rel") ?? "").split(" ");
  if (element.hasAttribute("target") && !(rel.includes("noopener") && rel.includes("noreferrer")))
    faults.push(`${name} target without rel`);
  if (name === "code" && element.closest("pre")) faults.push("code in pre");
  if (name === "a" && !element.hasAttribute("href")) faults.push("a without href");
  if (name === "img" && !element.hasAttribute("src")) faults.push("img without src");
  return faults;
}

function depthOf(list: Element): number {
  let depth = 0;
  for (let at: Element | null = list; at; at = at.parentElement) if (/^[uo]l$/.test(at.localName)) depth += 1;
  return depth;
}
