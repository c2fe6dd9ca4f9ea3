import { describe, expect, it, vi } from "vitest";
import { growthOf } from "#tests/support/growth";
import { sanitiseBody } from "./html.ts";

// Takes longer than other specs on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const origin = "https://study.test";
const written = (html: string) => sanitiseBody(html, { uploaded: false, origin });
const uploaded = (html: string) => sanitiseBody(html, { uploaded: true, origin });

describe("a body", () => {
  it("keeps the text of unknown elements, but nothing of those that are removed with their content", () => {
    const gone = ["script", "style", "iframe", "object", "svg", "math", "template", "form"];
    const html = gone.map((tag) => `<${tag}>gone<b>gone</b></${tag}>`).join("");
    expect(
      written(`<div><u>a</u>${html}<embed src=x><table><tr><td>b</td></tr></table></div><!-- gone -->`).html,
    ).toBe("ab");
  });

  it("keeps only the text of links without an allowed address", () => {
    expect(written('<p><a href="javascript:x()">text <b>here</b></a></p>').html).toBe(
      "<p>text <b>here</b></p>",
    );
  });

  it("keeps token colours only inside code, also where the code block itself cannot stay", () => {
    const code = '<pre class="codeblock"><span class="k o">for</span></pre>';
    expect(written(code).html).toBe('<pre class="codeblock"><span class="o">for</span></pre>');
    expect(written('<p><span class="o">a</span></p>').html).toBe("<p><span>a</span></p>");
    expect(written(`<p><u>${code}</u></p>`).html).toBe("<p><span>for</span></p>");
  });

  it("nests lists at most six deep and keeps the text of deeper ones", () => {
    const deep = "<ul><li>x".repeat(8) + "</li></ul>".repeat(8);
    expect(written(deep).html).toBe(`${"<ul><li>x".repeat(6)}xx${"</li></ul>".repeat(6)}`);
  });

  it("uses one kind of line break, also in attributes", () => {
    expect(written('<pre data-gutter="1\r\n2">a\r\nb&#13;</pre>').html).toBe(
      '<pre data-gutter="1\n2">a\nb</pre>',
    );
  });

  it("is empty when it has no visible content", () => {
    expect(written("<p><br></p><script>x</script>").isEmpty).toBe(true);
    expect(written('<p><img src="blob:x"></p>').isEmpty).toBe(true);
    expect(uploaded('<p><img src="blob:x"></p>').isEmpty).toBe(false);
    expect(written("<p>글</p>").isEmpty).toBe(false);
  });
});

describe("the picture of a body", () => {
  it.each(['src="blob:x"', 'src="https://other.test/a.png"', 'src="?"', "", 'src="javascript:x()"'])(
    "is the first one, whatever its source (%s), when one was uploaded",
    (src) => {
      const body = uploaded(
        `<p><img ${src} alt="a" onerror="x()"></p><img src="?"><img src="/images/ab/ab.png">`,
      );
      expect(body).toMatchObject({ html: '<p><img src="?" alt="a"></p>', hasImage: true });
    },
  );

  it.each([
    ["?", "?"],
    ["/images/ab/ab.png", "/images/ab/ab.png"],
    [`${origin}/images/ab/ab.png`, "/images/ab/ab.png"],
  ])("is the first one of ours otherwise: %s", (src, kept) => {
    const foreign = '<img src="https://other.test/images/ab/ab.png"><img src="data:x"><img>';
    const body = written(`${foreign}<p><img src="${src}"></p><img src="?">`);
    expect(body).toMatchObject({ html: `<p><img src="${kept}"></p>`, hasImage: true });
  });

  it("is none when no picture is ours", () => {
    const foreign = `<p>a<img src="/images/../x"><img src="${origin}.evil.test/images/a.png"></p>`;
    expect(written(foreign)).toEqual({ html: "<p>a</p>", hasImage: false, isEmpty: false });
  });
});

describe("hostile HTML", () => {
  it.each([
    ["<p>x<b class=", "<p>x</p>"],
    ["<b><i>t<p ", "<b><i>t</i></b>"],
    ["<a href=https://e.test>x<b ", '<a href="https://e.test">x</a>'],
  ])("gets no end tag for a tag that is unfinished at the end: %s", (html, kept) => {
    expect(written(html).html).toBe(kept);
  });

  const filled = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length));
  it.each<[kind: string, make: (size: number) => string]>([
    ["open elements", (size) => filled("<b>", size)],
    ["open elements, then foreign ends", (size) => filled("<b>", size / 2) + filled("</i>", size / 2)],
    ["elements in elements", (size) => `${filled("<div>", size / 2)}x${filled("</div>", size / 2)}`],
    [
      "just fewer open elements than allowed, with foreign ends",
      (size) => "<b>".repeat(450) + filled("</i>", size),
    ],
    ["open comments", (size) => filled("<!--", size)],
    ["open code of many kinds", (size) => "<b>".repeat(600) + filled("<script><svg><!--", size)],
    ["brackets", (size) => filled("<", size)],
    ["ampersands", (size) => filled("&", size)],
    ["paragraphs", (size) => filled("<p>x", size)],
    ["lists", (size) => filled("<ul><li>", size)],
    ["pictures", (size) => filled("<img src=?>", size)],
    ["links", (size) => filled("<a href=https://x>", size)],
    ["attributes", (size) => `<p ${Array.from({ length: size / 8 }, (_, i) => `a${i}`).join(" ")}>`],
    ["classes", (size) => `<p class="${filled("editor-a ", size)}">`],
    ["declarations", (size) => `<p style="${filled("color:#fff;", size)}">`],
    ["combining marks", (size) => `e${filled("\u0301\u0316", size)}`],
  ])("takes time in proportion to its size: %s", (_kind, make) => {
    expect(growthOf(make, 500_000, written)).toBeLessThan(4);
    const once = written(make(100_000)).html;
    expect(written(once).html).toBe(once);
  });

  it("keeps its words when there is more markup than sanitising may take time for", () => {
    expect(written("<p>글</p>".repeat(50_000)).html).toContain("<p>글</p>");
    expect(written("<p>글</p>".repeat(50_001)).html).toBe("글".repeat(50_001));
  });

  it("keeps its words even when it is nested too deep to be read", () => {
    const deep = "<b>".repeat(1000);
    const body = written(`글 &lt;${deep}a < b<script>x()</script><!-- c --></b><form><p>d</form>끝`);
    expect(body.html).toBe("글 &lt;a &lt; b끝");
  });
});
