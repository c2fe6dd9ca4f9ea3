// @vitest-environment jsdom
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { sanitiseBody } from "#services/platform/html/html";
import { bodies, looksOf } from "../support/bodies.ts";
import { chances } from "../support/chances.ts";
import { hostileHtml } from "../support/hostile-html.ts";
import { htmlOf, openedEditor } from "../support/opened-editor.ts";

// CI's long run takes longer than that of other specs.
vi.setConfig({ testTimeout: 180_000 });

const stored = (html: string) => sanitiseBody(html, { uploaded: false, origin: "https://study.test" }).html;

/** Opens a stored body in the editor and reads it again. */
function throughEditor(html: string): string {
  const editor = openedEditor(html);
  const body = htmlOf(editor);
  editor.dispose();
  return body;
}

describe("a body of the allow-list", () => {
  it("is unchanged by sanitiser and editor, once it has the editor's form", () => {
    fc.assert(
      fc.property(bodies, (html) => {
        const written = throughEditor(stored(html));
        expect(stored(written)).toBe(written);
        expect(throughEditor(written)).toBe(written);
      }),
      { numRuns: chances(150) },
    );
  });

  it("keeps every letter with its style, its block and its link, in whatever form it was", () => {
    fc.assert(
      fc.property(bodies.map(stored), (html) => {
        expect(looksOf(throughEditor(html))).toEqual(looksOf(html));
      }),
      { numRuns: chances(150) },
    );
  });
});

const picture = '<img src="/images/9d/9d22.jpg" alt="옛">';

/** The visible text of a line, with pictures as `#`. */
function lineOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const image of body.querySelectorAll("img")) image.replaceWith("#");
  return body.textContent;
}

describe("spaces beside a picture or a format", () => {
  it.each([
    ["stay", `<p>앞 ${picture} 뒤</p>`, "앞 # 뒤"],
    ["stay once when there are more", `<p>앞 \n ${picture}  뒤 </p>`, "앞 # 뒤"],
    ["stay where the text is bold", `<p><b>앞 </b>${picture} 뒤</p>`, "앞 # 뒤"],
    ["stay where the text is coloured", '<p><span style="color: #ef2528"><b>앞 </b>뒤</span></p>', "앞 뒤"],
    ["stay between a picture and a format", `<p>앞${picture} <b>뒤</b></p>`, "앞# 뒤"],
    ["are none where there were none", `<p>앞${picture}뒤</p>`, "앞#뒤"],
    ["go at the ends of a line", `<p> ${picture}\n</p>`, "#"],
  ])("%s", (_, html, line) => {
    const written = throughEditor(stored(html));
    expect(lineOf(written)).toBe(line);
    expect(throughEditor(written)).toBe(written);
    expect(stored(written)).toBe(written);
  });
});

const pieces = fc.oneof(
  fc.constantFrom(...hostileHtml),
  fc.constantFrom(..."<p>|</p>|<div>|</div>|<ul>|<ol>|<li>|</li>|</ul>|<h2>|<pre>|</pre>".split("|")),
  fc.constantFrom(..."<b>|</b>|<u>|<code>|<mark>|<table><tr><td>|<a href=https://a.b>|</a>|<br>".split("|")),
  fc.constantFrom(
    "<span style='color: red; font-size: 200px; position: fixed'>",
    "<font color=red data-style='color: url(x)'>",
    "<p style='padding-inline-start: 4000px; text-align: center' dir=auto class='editor-x y'>",
    "<li role=checkbox aria-checked=mixed>",
    "<img src=/images/a/b.jpg onerror=x>",
    "<form><input></form>",
    "<svg><text>x</text></svg>",
    "<template>x</template>",
  ),
  fc.string({ unit: "grapheme", maxLength: 5 }),
);

describe("any HTML", () => {
  it("accepts a list in a link", () => {
    const html = "<a href=https://a.b><ul><template><p></template><img src=? onerror=x()></p>";
    expect(stored(throughEditor(html))).toBe(throughEditor(html));
  });

  it("creates no nested link from a table inside a link", () => {
    const written = throughEditor("<a href=https://a.b>가<table><tr><td><a href=https://c.d>나</a>");
    expect(stored(written)).toBe(written);
    expect(written).toContain('<a href="https://c.d" class="editor-link">');
  });

  it("leaves no empty list at any depth, and keeps the text beside it", () => {
    const written = throughEditor(`${"<ul><li>".repeat(40)}<p>a</p><ol>`);
    expect(stored(written)).toBe(written);
    expect(written).not.toContain("<ol>");
    expect(written.match(/<ul>/g)).toHaveLength(6);
    expect(lineOf(written)).toBe("a");
  });

  it.each([
    ["h2", ""],
    ["div", "가"],
    ["ul><li", "가"],
  ])("puts no paragraph into another in a cell: %s", (block, text) => {
    const line = "<p style='padding-inline-start: 4000px; text-align: center' dir=auto class='editor-x y'>";
    const written = throughEditor(`<table><tr><td><${block}>${text}${line}나`);
    expect(stored(written)).toBe(written);
    expect(lineOf(written)).toBe(`${text}나`);
  });

  it.each(["<ul></ul>", "<ol><li><ul></ul></li></ol>"])("turns %s alone into an empty line", (html) => {
    expect(throughEditor(html)).toBe("<p><br></p>");
  });

  it("leaves the editor in a form that the sanitiser passes unchanged", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const written = throughEditor(parts.join("").normalize("NFC"));
        expect(stored(written)).toBe(written);
      }),
      { numRuns: chances(150) },
    );
  });

  it.each(hostileHtml.map((html) => [html.slice(0, 120), html] as const))("%s", (_start, html) => {
    const written = throughEditor(html);
    expect(stored(written)).toBe(written);
  });
});
