// @vitest-environment jsdom
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitiseBody } from "#services/platform/html";
import { displayBody, safeHtml } from "#web/lib/safe-html.ts";
import { hostileHtml } from "./hostile-html.ts";

const options = { uploaded: false, origin: "https://study.test" };
const stored = (html: string) => sanitiseBody(html, options).html;

const editorHtml = [
  '<p dir="ltr"><span style="white-space: pre-wrap;">그래프 탐색 &amp; 정리 a &lt; b</span></p>',
  '<h2 dir="ltr" style="text-align: center;"><b><strong class="editor-text-bold" style="white-space: pre-wrap;">제목</strong></b></h2>',
  '<p><span style="color: rgb(60, 66, 224); font-size: 18px; font-family: Courier New, monospace;">색</span><br><br>끝</p>',
  '<ul><li value="1" class="editor-listitem">하나</li><li value="2" class="editor-nested-listitem"><ul><li value="1">둘</li></ul></li></ul>',
  '<ul class="editor-checklist"><li value="1" class="editor-listitem-checked" role="checkbox" aria-checked="true">했다</li></ul>',
  '<ol start="3"><li value="3">셋</li></ol><blockquote class="editor-quote">말</blockquote>',
  '<pre class="codeblock" spellcheck="false" data-gutter="1\n2" data-highlight-language="c++" dir="ltr"><span class="q">for</span> (;;)<br><span class="editor-x u">x</span></pre>',
  '<p><a href="https://ko.wikipedia.org/wiki/한국?a=1&amp;b=2" target="_blank" rel="noopener noreferrer" class="editor-link">링크</a></p>',
  '<p><img src="/images/7c/7cf1.jpg" alt="a &lt; b"></p>',
  "  \n<p>앞뒤&nbsp;빈칸</p>\n ",
];

/** The long ones are slow, and say in a mixture no more than alone. */
const short = hostileHtml.filter(({ length }) => length < 200);

const soup = fc
  .array(
    fc.oneof(
      fc.constantFrom(...short, ...editorHtml),
      fc.constantFrom(
        "</p>",
        "</b>",
        "</a>",
        "</ul>",
        "</pre>",
        "</span>",
        "</script>",
        "-->",
        "]]>",
        "</svg>",
      ),
      fc.constantFrom(
        "<b>",
        "<p>",
        "<h1>",
        "<h3>",
        "<ul>",
        "<ol>",
        "<li>",
        "<blockquote>",
        "<center>",
        "<table><tr><td>",
      ),
      fc.constantFrom(
        "<pre>",
        "<pre>\n",
        "<pre><u>\n\n",
        "<span class='k'>",
        "<i>",
        "<sup>",
        "<a href=https://a.b>",
      ),
      fc.constantFrom(
        "<form>",
        "<svg>",
        "<math>",
        "<div>",
        "<u>",
        "<textarea>",
        "<option>",
        "<image src=?>",
        "<!--",
      ),
      fc.constantFrom(
        "\u0338",
        "e",
        "\u0301",
        "\u0344",
        "\r",
        "\r\n",
        "&#13;",
        "&#x301;",
        "&#0;",
        "&nbsp;",
        "\u00a0",
        "가",
        "\ud83d",
      ),
      fc.string({ maxLength: 6 }),
      fc.string({ unit: "grapheme", maxLength: 4 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(""));

const allowed = /^(?:p|br|h[1-6]|blockquote|ul|ol|li|a|span|strong|b|em|i|s|sup|sub|img|pre|html|head|body)$/;
const allowedNames =
  /^(?:dir|class|style|start|value|role|aria-checked|href|target|rel|title|src|alt|spellcheck|data-gutter|data-highlight-language)$/;
const harmless: Readonly<Record<string, RegExp>> = {
  href: /^(?:https?:\/\/|mailto:)/i,
  src: /^(?:\?|\/images\/(?!.*\.\.)[\w./-]+)$/,
  target: /^_blank$/,
  style:
    /^(?:(?:color|font-size|font-family|white-space|text-align|padding-inline-start): [\w #.,()-]+; ?)+$/,
  class: /^(?:editor-[\w-]+|codeblock|[o-v]| )+$/,
};

/** What in this HTML, as a browser reads it, is not on the list of spec/wire-contract.md §8. */
function harmIn(html: string): string[] {
  const page = new DOMParser().parseFromString(`<body>${html}`, "text/html");
  return [...page.querySelectorAll("*")].flatMap((element) => [
    ...(allowed.test(element.localName) ? [] : [element.localName]),
    ...[...element.attributes]
      .filter(({ name, value }) => !allowedNames.test(name) || harmless[name]?.test(value) === false)
      .map(({ name, value }) => `${element.localName} ${name}=${value}`),
    ...(element.hasAttribute("target") && element.getAttribute("rel") !== "noopener noreferrer"
      ? ["rel"]
      : []),
  ]);
}

/** Newer browsers write `<` and `>` in attribute values as entities, older ones as they are: all like the newer. */
const likeNewBrowsers = (html: string) =>
  html.replace(
    /<[a-z]\w*(?: [\w-]+="[^"]*")*>/g,
    (tag) => `<${tag.slice(1, -1).replaceAll("<", "&lt;").replaceAll(">", "&gt;")}>`,
  );

const throughBrowser = (html: string) => {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = html;
  return likeNewBrowsers(page.body.innerHTML);
};

describe("an attack is neutral", () => {
  it("is one of at least 150, all different", () => {
    expect(new Set(hostileHtml).size).toBe(hostileHtml.length);
    expect(hostileHtml.length).toBeGreaterThanOrEqual(150);
  });

  it.each(hostileHtml.map((html) => [html.slice(0, 120), html] as const))("%s", (_start, html) => {
    expect(harmIn(stored(html))).toEqual([]);
    expect(harmIn(safeHtml(html))).toEqual([]);
    expect(harmIn(displayBody(html, "/images/ab/abc.png"))).toEqual([]);
  });

  it("also when pieces of attacks and of honest bodies are mixed", () => {
    fc.assert(
      fc.property(soup, (html) => {
        expect(harmIn(stored(html))).toEqual([]);
        expect(harmIn(displayBody(html, null))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("what the server stored", () => {
  it.each(editorHtml)("is what the editor wrote: %s", (html) => {
    expect(stored(html)).toBe(html);
  });

  it("comes back unchanged from the server, from a browser and from the browser's filter", () => {
    fc.assert(
      fc.property(soup, fc.boolean(), (html, uploaded) => {
        const once = sanitiseBody(html, { ...options, uploaded }).html;
        expect(stored(once)).toBe(once);
        expect(stored(once.normalize("NFC"))).toBe(once);
        expect(sanitiseBody(once, { ...options, uploaded }).html).toBe(once);
        expect(throughBrowser(once)).toBe(once);
        expect(likeNewBrowsers(safeHtml(once))).toBe(once);
      }),
      { numRuns: 400 },
    );
  });
});
