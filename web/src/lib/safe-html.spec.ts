// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { displayBody, safeHtml } from "./safe-html.ts";

const picture = "/images/7c/7cf1.jpg";

describe("a body on the page", () => {
  it("shows its picture where the placeholder is", () => {
    expect(displayBody('<p>a<img src="?" alt="그림">b</p>', picture)).toBe(
      `<p>a<img src="${picture}" alt="그림">b</p>`,
    );
  });

  it("drops only the placeholder when there is no picture", () => {
    expect(displayBody('<p>a<img src="?" alt="그림">b</p>', null)).toBe("<p>ab</p>");
  });

  it("appends a picture without a placeholder, but not when the body already shows one", () => {
    expect(displayBody("<p>a</p>", picture)).toBe(`<p>a</p><img src="${picture}" alt="">`);
    expect(displayBody("<p>a</p>", null)).toBe("<p>a</p>");
    expect(displayBody(`<p><img src="${picture}"></p>`, picture)).toBe(`<p><img src="${picture}"></p>`);
  });

  it("never shows a picture of another site", () => {
    expect(displayBody('<p><img src="https://other.test/a.png"></p>', "https://other.test/b.png")).toBe(
      "<p></p>",
    );
  });

  it("is reduced to the allow-list again", () => {
    expect(safeHtml('<p onclick="x()" class="big editor-a">a<u>b</u><script>x()</script></p>')).toBe(
      '<p class="editor-a">ab</p>',
    );
    expect(safeHtml('<a href="javascript:x()">a <b>b</b></a>')).toBe("a <b>b</b>");
    expect(safeHtml('<a href="https://a.test" target="_blank">a</a>')).toBe(
      '<a href="https://a.test" target="_blank" rel="noopener noreferrer">a</a>',
    );
    expect(safeHtml('<pre><span class="k o">a</span></pre><span class="o">b</span>')).toBe(
      '<pre><span class="o">a</span></pre><span>b</span>',
    );
    // A browser would serialise `is` forever, whatever became of the attribute.
    expect(safeHtml('<p is="x-a">a <b is="x-b">b</b></p><i>c</i>')).toBe("a b<i>c</i>");
    expect(safeHtml("<form><p>gone</p></form><textarea>stays</textarea>")).toBe("stays");
  });
});
