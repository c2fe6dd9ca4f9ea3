import fc from "fast-check";

/** Random bodies with everything that spec/wire-contract.md §8 allows, in the editor's forms and in equivalent ones. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const words = fc
  .oneof(
    fc.constantFrom(
      "그래프",
      "최단 거리",
      "O(N log N)",
      "a < b && c",
      "점  둘",
      "x",
      "👩‍💻",
      "\t칸",
      " 앞",
      "뒤 ",
    ),
    fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 8 }),
  )
  .map(escaped);

const colours = ["#EF2528", "#3c42e0", "rgb(110, 116, 250)"];
const families = ["Pretendard, sans-serif", "Courier New, monospace", '"Noto Sans KR"', "Arial"];

const style = fc
  .record(
    {
      color: fc.constantFrom(...colours),
      "font-size": fc.integer({ min: 14, max: 30 }).map((size) => `${size}px`),
      "font-family": fc.constantFrom(...families),
    },
    { requiredKeys: [] },
  )
  .map((kept) => Object.entries(kept).map(([name, value]) => `${name}: ${value.replaceAll('"', "'")}; `))
  .map((declarations) => `style="${declarations.join("")}white-space: pre-wrap;"`);

const format = fc.constantFrom("b", "strong", "em", "i", "s", "sup", "sub", "code", "span");
const alone = ["sup", "sub", "code"];

/** Text in up to three formats. `sup`, `sub` and `code` exclude each other, as in the editor. */
const run = fc
  .tuple(fc.uniqueArray(format, { maxLength: 3 }), style, words)
  .filter(([formats]) => formats.filter((one) => alone.includes(one)).length < 2)
  .map(([formats, looks, text]) =>
    formats.reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, `<span ${looks}>${text}</span>`),
  );

const link = fc
  .tuple(
    fc.constantFrom("https://note.example/a?b=1&amp;c=2", "http://a.example", "mailto:study@example.com"),
    fc.constantFrom("", ' target="_blank"', ' target="_blank" rel="nofollow"', ' title="노트"'),
    fc.array(run, { minLength: 1, maxLength: 2 }),
  )
  .map(([href, more, runs]) => `<a href="${href}"${more}>${runs.join("")}</a>`);

const line = fc
  .array(fc.oneof({ weight: 4, arbitrary: run }, link, fc.constant("<br>")), { maxLength: 4 })
  .map((parts) => parts.join(""));

const dir = fc.constantFrom("", ' dir="ltr"', ' dir="rtl"');
const align = fc.constantFrom(
  "",
  ' style="text-align: center;"',
  ' style="text-align: right; padding-inline-start: 40px;"',
  ' style="padding-inline-start: 80px;"',
);

const paragraph = fc
  .tuple(fc.constantFrom("p", "h1", "h2", "h3", "h4", "h5", "h6"), dir, align, line)
  .map(([tag, direction, looks, text]) => `<${tag}${direction}${looks}>${text}</${tag}>`);

const quote = fc.tuple(dir, line).map(([direction, text]) => `<blockquote${direction}>${text}</blockquote>`);

interface List {
  readonly kind: "ol" | "ul" | "check";
  readonly start: number;
  readonly items: readonly { text: string; checked: boolean; nested: List | null }[];
}

const lists: fc.Arbitrary<List> = fc.letrec<{ list: List; nested: List | null }>((tie) => ({
  nested: fc.oneof({ maxDepth: 4, withCrossShrink: true }, fc.constant(null), tie("list")),
  list: fc.record({
    kind: fc.constantFrom("ol", "ul", "check"),
    start: fc.integer({ min: 1, max: 9 }),
    items: fc.array(
      fc.record({ text: run.map((one) => one), checked: fc.boolean(), nested: tie("nested") }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
})).list;

function listHtml({ kind, start, items }: List): string {
  const tag = kind === "ol" ? "ol" : "ul";
  const lines = items.map(({ text, checked, nested }) => {
    const tick = kind === "check" ? ` role="checkbox" aria-checked="${checked}"` : "";
    return `<li${tick}>${text}${nested ? listHtml(nested) : ""}</li>`;
  });
  return `<${tag}${kind === "ol" && start !== 1 ? ` start="${start}"` : ""}>${lines.join("")}</${tag}>`;
}

const code = fc
  .tuple(
    fc.constantFrom("python", "java", "cpp", "c", "plain"),
    fc.array(
      fc.constantFrom("def f(x):", "    return x + 1", "", "\tint a = 0;", "// 끝 &lt;b&gt;", '"글"'),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  )
  .map(
    ([language, lines]) =>
      `<pre class="codeblock" spellcheck="false" data-highlight-language="${language}">${lines.join("<br>")}</pre>`,
  );

const cellLines = fc
  .array(line, { minLength: 1, maxLength: 2 })
  .map((lines) => lines.map((text) => `<p>${text}</p>`).join(""));
const table = fc
  .integer({ min: 2, max: 3 })
  .chain((columns) =>
    fc.array(fc.array(cellLines, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 3 }),
  )
  .map((rows) => {
    const cells = rows.map((row, at) =>
      row.map((text) => (at === 0 ? `<th>${text}</th>` : `<td>${text}</td>`)).join(""),
    );
    return `<table><tbody>${cells.map((row) => `<tr>${row}</tr>`).join("")}</tbody></table>`;
  });

const block = fc.oneof(
  { weight: 4, arbitrary: paragraph },
  quote,
  { weight: 2, arbitrary: lists.map(listHtml) },
  code,
  table,
  fc.constant(`<p><img src="/images/9d/9d22.jpg" alt="상태 그림"></p>`),
);

export const bodies: fc.Arbitrary<string> = fc
  .array(block, { minLength: 1, maxLength: 5 })
  // The editor merges consecutive lists of one kind.
  .map((blocks) => blocks.join("").replace(/(<\/[uo]l>)(?=<[uo]l)/g, "$1<p>사이</p>"));

const formats: Readonly<Record<string, string>> = {
  b: "bold",
  strong: "bold",
  em: "italic",
  i: "italic",
  s: "strikethrough",
  sup: "superscript",
  sub: "subscript",
  code: "code",
};

const blockNames = /^(?:p|h[1-6]|blockquote|ul|ol|li|pre|table|tr|th|td)$/;

/** Every visible letter and picture with everything that the elements around it determine about it. */
export function looksOf(html: string): readonly string[] {
  const page = new DOMParser().parseFromString(html, "text/html");
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const looks: string[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const what = node instanceof Element ? elementWord(node) : (node.textContent ?? "");
    if (what === "") continue;
    const around = aroundOf(node);
    // A tab shows neither font nor colour, and the editor does not keep them.
    for (const letter of node instanceof Element ? [what] : what) {
      looks.push(letter === "\t" ? letter : `${letter} ${around}`);
    }
  }
  return looks;
}

const elementWord = (element: Element) =>
  element.localName === "img" ? `${element.getAttribute("src")} ${element.getAttribute("alt")}` : "";

function aroundOf(node: Node): string {
  const inline = new Map<string, string>();
  const blocks: string[] = [];
  for (
    let element = node.parentElement;
    element && element.localName !== "body";
    element = element.parentElement
  ) {
    const name = element.localName;
    if (blockNames.test(name)) blocks.unshift(blockWord(element));
    else noteInline(inline, element);
  }
  const sorted = blocks.at(-1)?.startsWith("pre") ? [] : [...inline].sort(([a], [b]) => (a < b ? -1 : 1));
  return `${blocks.join(">")} ${sorted.map(([name, value]) => `${name}=${value}`).join(" ")}`;
}

function noteInline(inline: Map<string, string>, element: Element): void {
  const name = formats[element.localName];
  if (name) inline.set(name, "");
  for (const attribute of ["href", "target", "rel", "title"]) {
    const value = element.getAttribute(attribute);
    if (element.localName === "a" && value) inline.set(attribute, value);
  }
  for (const declaration of (element.getAttribute("style") ?? "").split(";")) {
    const [property = "", value = ""] = declaration.split(":").map((part) => part.trim());
    if (property && property !== "white-space" && !inline.has(property))
      inline.set(property, sameColour(value));
  }
}

function sameColour(value: string): string {
  const digits = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(value)?.slice(1);
  return digits ? `rgb(${digits.map((pair) => Number.parseInt(pair, 16)).join(", ")})` : value;
}

function blockWord(element: Element): string {
  const kept = ["dir", "start", "aria-checked", "style", "data-highlight-language"]
    .map((name) => element.getAttribute(name))
    .filter((value) => value !== null)
    .flatMap((value) => value.split(/(?<=;) /).sort())
    .join(" ");
  const place = /^(?:li|tr|th|td)$/.test(element.localName) ? itemNumber(element) : "";
  return `${element.localName}${place}[${kept}]`;
}

/** The index among its siblings, so that merged items are detected. */
const itemNumber = (item: Element) => [...(item.parentElement?.children ?? [])].indexOf(item);
