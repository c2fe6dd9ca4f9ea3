// @vitest-environment jsdom
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { codeBlocksOf } from "#contracts/discussion/locate";
import { sanitiseBody } from "#services/platform/html/html";
import { displayBody, safeHtml } from "#web/lib/safe-html.ts";
import { bodyMarkup } from "#web/ui/body-markup.ts";
import { outsideAllowList, outsideBody } from "../support/allow-list.ts";
import { chances } from "../support/chances.ts";
import { hostileHtml } from "../support/hostile-html.ts";

// CI's long run takes longer than that of other specs.
vi.setConfig({ testTimeout: 180_000 });

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
  '<p><code class="editor-text-code"><strong class="editor-text-bold" style="white-space: pre-wrap;">heapq</strong></code> 쓰기</p>',
  '<table class="editor-table"><tbody><tr><th class="editor-table-head"><p dir="ltr">N</p></th><th><p>시간</p></th></tr><tr><td><p>1</p></td><td><p><img src="?" alt=""></p></td></tr></tbody></table>',
];

const names =
  "dir class style start value role aria-checked href target rel title src alt spellcheck data-gutter data-highlight-language id name onload srcset".split(
    " ",
  );
const values =
  "rtl|editor-x codeblock o|codeblock|o p|x|3|checkbox|true|_blank|noopener|https://a.b/ c|javascript:x()|mailto:a@b.c|?|/images/a/b.png|/images/../x|1\n2|c++"
    .split("|")
    .concat(["color: red; color: #12f; font-size: 7px; font-size: 64px", "font-family: Arial, Evil, serif"])
    .concat(["text-align: center; position: fixed", "padding-inline-start: 1e9px; white-space: pre"]);
const elements =
  "p h2 blockquote ul ol li a span b sup img pre br div u code table tbody tr th td video details select noscript custom-tag".split(
    " ",
  );

/** Opening tags of any element with any attributes, each with matching or other values. */
const anyTag = fc
  .tuple(
    fc.constantFrom(...elements),
    fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.oneof(fc.constantFrom(...values), fc.string())), {
      maxLength: 5,
      selector: ([name]) => name,
    }),
  )
  .map(([tag, attributes]) => {
    const written = attributes.map(([name, value]) => ` ${name}="${value.replaceAll('"', "&quot;")}"`);
    return `<${tag}${written.join("")}>`;
  });

/** Long ones are slow, and a mixture with them tests no more than each alone. */
const short = hostileHtml.filter(({ length }) => length < 200);

const marks = [
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
];

const soup = fc
  .array(
    fc.oneof(
      fc.constantFrom(...short, ...editorHtml),
      { weight: 3, arbitrary: anyTag },
      fc.constantFrom(...`</p>|</b>|</a>|</ul>|</pre>|</span>|</script>|-->|]]>|</svg>`.split("|")),
      fc.constantFrom(
        ...`<b>|<p>|<h1>|<h3>|<ul>|<ol>|<li>|<blockquote>|<center>|<table><tr><td>|<table><tbody><tr><td>|</td>|</tr>|<th>|</table>|</tbody>|<code>|</code>`.split(
          "|",
        ),
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
      fc.constantFrom(...`<form>|<svg>|<math>|<div>|<u>|<textarea>|<option>|<image src=?>|<!--`.split("|")),
      fc.constantFrom(...marks),
      fc.string({ maxLength: 6 }),
      fc.string({ unit: "grapheme", maxLength: 4 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(""));

/**
 * Newer browsers serialise `<` and `>` in attribute values as entities, older ones do not: normalised to the newer
 * form.
 */
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

describe("the independent allow-list", () => {
  it.each([
    "<u>a</u>",
    "<p onclick=x()>a",
    "<ul dir=ltr>",
    '<p style="color: red">a',
    '<p style="font-size: 65px">a',
    "<p class=codeblock>a",
    "<span class=o>a",
    "<a href=javascript:x()>a",
    "<a href=https://a.b target=_blank>a",
    "<img src=https://a.b/c.png>",
    "<img src=?><img src=?>",
    "<pre><code>a</code></pre>",
    "<ul><li><table></table></li></ul>",
    "<ul><li>".repeat(7),
  ])("notices %s", (html) => {
    expect(outsideBody(html)).toHaveLength(1);
  });
});

describe("an attack is neutral", () => {
  it("is one of at least 150, all different", () => {
    expect(new Set(hostileHtml).size).toBe(hostileHtml.length);
    expect(hostileHtml.length).toBeGreaterThanOrEqual(150);
  });

  it.each(hostileHtml.map((html) => [html.slice(0, 120), html] as const))("%s", (_start, html) => {
    expect(outsideBody(stored(html))).toEqual([]);
    expect(outsideAllowList(safeHtml(html))).toEqual([]);
    expect(outsideAllowList(displayBody(html, "/images/ab/abc.png"))).toEqual([]);
  });

  it("also when parts of attacks, of valid bodies and of other text are mixed", () => {
    fc.assert(
      fc.property(soup, (html) => {
        expect(outsideBody(stored(html))).toEqual([]);
        expect(outsideAllowList(displayBody(html, null))).toEqual([]);
      }),
      { numRuns: chances(300) },
    );
  });
});

describe("a body stored by the server", () => {
  it.each(editorHtml)("equals the editor's markup: %s", (html) => {
    expect(stored(html)).toBe(html);
  });

  it("is unchanged by the server, by a browser and by the browser's filter", () => {
    fc.assert(
      fc.property(soup, fc.boolean(), (html, uploaded) => {
        const once = sanitiseBody(html, { ...options, uploaded }).html;
        expect(stored(once)).toBe(once);
        expect(stored(once.normalize("NFC"))).toBe(once);
        expect(sanitiseBody(once, { ...options, uploaded }).html).toBe(once);
        expect(throughBrowser(once)).toBe(once);
        expect(likeNewBrowsers(safeHtml(once))).toBe(once);
      }),
      { numRuns: chances(400) },
    );
  });
});

describe("the lines of code", () => {
  const codeLine = (line: Element) => line.textContent ?? "";
  const shown = (html: string) => {
    const page = document.implementation.createHTMLDocument();
    page.body.innerHTML = bodyMarkup(displayBody(html, null));
    return [...page.querySelectorAll("[data-code] pre")].map((code) =>
      [...code.querySelectorAll("[data-line]")].map(codeLine),
    );
  };
  /** As the server counts them, but without the empty line behind a line break that ends the code. */
  const counted = (html: string) => {
    const onPage = shown(html);
    return codeBlocksOf(html).map((lines, block) =>
      lines.at(-1) === "" && onPage[block]?.length === lines.length - 1 ? lines.slice(0, -1) : lines,
    );
  };

  it.each([
    ["<pre>a<pre>b</pre>c<br>d<pre>e</pre>f</pre><pre>g</pre>", [["abc", "def"], ["g"]]],
    ["<pre><strong>a<br>b</strong><br>c</pre>", [["a", "b", "c"]]],
    ["<pre><span class=o>a<i>b<br>c\nd</i></span></pre>", [["ab", "c", "d"]]],
    ["<pre><p>a<br>b</p><p>c</p></pre>", [["a", "bc"]]],
    ["<pre><ul><li>a<br><pre>b</pre></li></ul>c</pre><pre>d</pre>", [["a", "bc"], ["d"]]],
    ["<pre>a<a href=https://a.b title='1\n2'>b<br>c</a></pre>", [["ab", "c"]]],
    ["<pre><img src=? alt='1\n2'>a<br>b</pre>", [["a", "b"]]],
    ["<pre>\n\na<br><br></pre>", [["", "a", ""]]],
    ["<blockquote><pre>a<blockquote><br>b</blockquote></pre></blockquote>", [["a", "b"]]],
  ])("of %s are counted by the browser as by the server", (html, lines) => {
    expect(shown(stored(html))).toEqual(lines);
    expect(counted(stored(html))).toEqual(lines);
  });

  it("are the same on both sides, whatever was mixed", () => {
    const parts = fc.oneof(
      soup,
      anyTag,
      fc.constantFrom("<pre>", "</pre>", "<br>", "\n", "a", "&lt;", "<b>", "</b>", "<p>", "<li>", "<span>"),
    );
    const mixed = fc.array(parts, { minLength: 1, maxLength: 20 }).map((html) => `<pre>${html.join("")}`);
    fc.assert(
      fc.property(mixed, (html) => {
        expect(shown(stored(html))).toEqual(counted(stored(html)));
      }),
      { numRuns: chances(400) },
    );
  });
});
