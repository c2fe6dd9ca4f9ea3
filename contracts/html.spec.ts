import { describe, expect, it } from "vitest";
import {
  isAllowedElement,
  isMisplaced,
  isVisuallyEmpty,
  sanitiseAttribute,
  sanitiseAttributes,
} from "./html.ts";

const keep = (tag: string, name: string, value: string, inPre = false) =>
  sanitiseAttribute(tag, name, value, inPre);

describe("the allow-list", () => {
  it("contains exactly what the editor produces", () => {
    expect(
      ["p", "h6", "blockquote", "li", "sub", "img", "pre", "code", "table", "td"].every(isAllowedElement),
    ).toBe(true);
    expect(["u", "div", "thead", "colgroup", "script", "h7", "constructor", "P"].some(isAllowedElement)).toBe(
      false,
    );
  });

  it("allows each element only its own attributes", () => {
    expect(keep("ol", "start", "3")).toBe("3");
    expect(keep("ul", "start", "3")).toBeUndefined();
    expect(keep("blockquote", "style", "color: #fff")).toBeUndefined();
    for (const name of ["id", "name", "onclick", "tabindex", "constructor"])
      expect(keep("p", name, "a")).toBeUndefined();
  });

  it.each([
    ["p", "dir", "RTL", "rtl"],
    ["p", "dir", "up", undefined],
    ["li", "role", "checkbox", "checkbox"],
    ["li", "role", "button", undefined],
    ["li", "aria-checked", "mixed", undefined],
    ["a", "target", "_top", undefined],
    ["img", "src", "?", "?"],
    ["img", "src", "/images/7c/7cf1.jpg", "/images/7c/7cf1.jpg"],
    ["img", "src", "/images/../x", undefined],
    ["img", "src", "https://other.test/images/a.png", undefined],
    ["img", "alt", "", ""],
    ["img", "alt", "a < b", "a < b"],
    ["a", "title", "a\r\nb", "a b"],
    ["img", "alt", "--><b>", "--b"],
    ["pre", "data-gutter", "1\r\n2\n3", "1\n2\n3"],
    ["pre", "data-gutter", "1;2", undefined],
    ["pre", "data-highlight-language", "c++", "c++"],
    ["pre", "data-highlight-language", "x".repeat(21), undefined],
  ])("%s %s=%j passes as %j", (tag, name, value, kept) => {
    expect(keep(tag, name, value)).toBe(kept);
  });

  it("keeps classes of the editor, and token colours only inside code", () => {
    expect(keep("p", "class", " editor-a  big editor-b editor-a ")).toBe("editor-a editor-b");
    expect(keep("p", "class", "big")).toBeUndefined();
    expect(keep("pre", "class", "codeblock k")).toBe("codeblock");
    expect(keep("span", "class", "o")).toBeUndefined();
    expect(keep("span", "class", "o p z", true)).toBe("o");
  });

  it.each([
    ["color: #FFF; color: rgb(1,2,3)", "color: rgb(1, 2, 3);"],
    ["COLOR:#12ab34;font-size:15.50px", "color: #12ab34; font-size: 15.5px;"],
    ["font-size: 7px; font-size: 65px; font-size: 2em", undefined],
    ["font-size: 8px", "font-size: 8px;"],
    ["font-family: 'courier new', Comic, monospace", "font-family: Courier New, monospace;"],
    ["font-family: monospace", undefined],
    ["white-space: nowrap; white-space: pre-wrap", "white-space: pre-wrap;"],
    ["text-align: CENTER; padding-inline-start: 40px", "text-align: center; padding-inline-start: 40px;"],
    ["color: rgb(1,2,300); color: rgba(0,0,0,0); color: red; color: #fff !important", undefined],
    ["background: url(a;color:#fff)", undefined],
  ])("style %j passes as %j", (style, kept) => {
    expect(keep("span", "style", style)).toBe(kept);
  });
});

describe("links and pictures", () => {
  it.each([
    ["https://a.test/한국?q=1#x", "https://a.test/한국?q=1#x"],
    [" mailto:a@b.test ", "mailto:a@b.test"],
    ["https://a.test/a b<c>", "https://a.test/a%20b%3Cc%3E"],
    ["HTTP://a.test", "HTTP://a.test"],
  ])("go to %j as %j", (href, kept) => {
    expect(sanitiseAttributes("a", { href }, false)).toEqual({ href: kept });
  });

  it.each([
    "javascript:x()",
    "java\nscript:x()",
    "//a.test",
    "/a",
    "a.test",
    "http:a",
    "https://",
    "ftp://a.test",
    "",
  ])("do not go to %j: only the text stays", (href) => {
    expect(sanitiseAttributes("a", { href }, false)).toBeUndefined();
  });

  it("that open a tab give it no access to this one", () => {
    const link = { href: "https://a.test", target: "_BLANK" };
    const kept = { href: "https://a.test", target: "_blank", rel: "noopener noreferrer" };
    expect(sanitiseAttributes("a", link, false)).toEqual(kept);
    expect(sanitiseAttributes("a", { ...link, rel: "opener noreferrer nofollow" }, false)).toEqual({
      ...kept,
      rel: "noreferrer nofollow noopener",
    });
    expect(sanitiseAttributes("a", { href: "https://a.test", rel: "nofollow" }, false)).toEqual({
      href: "https://a.test",
      rel: "nofollow",
    });
  });

  it("without a source are removed", () => {
    expect(sanitiseAttributes("img", { alt: "x" }, false)).toBeUndefined();
    expect(sanitiseAttributes("img", { alt: "x", src: "?" }, false)).toEqual({ src: "?", alt: "x" });
  });
});

describe("an element is misplaced", () => {
  it.each([
    ["p", ["p"]],
    ["ul", ["p", "b"]],
    ["p", ["pre"]],
    ["pre", ["pre", "span"]],
    ["ul", ["pre", "b"]],
    ["a", ["a", "b"]],
    ["h2", ["h1"]],
    ["li", ["ul", "li", "b"]],
    ["ol", Array.from({ length: 6 }, () => ["ul", "li"]).flat()],
    ["b", Array(60).fill("b")],
    ["code", ["p", "code", "b"]],
    ["table", ["ul", "li"]],
    ["table", ["table", "tbody", "tr", "td"]],
    ["tr", ["table"]],
    ["td", []],
    ["p", ["table", "tbody", "tr"]],
  ])("%s in %j", (tag, open) => {
    expect(isMisplaced(tag, open)).toBe(true);
  });

  it.each([
    ["li", ["ul", "li", "ol"]],
    ["ul", Array.from({ length: 5 }, () => ["ul", "li"]).flat()],
    ["span", ["p", "b", "b"]],
    ["p", ["li", "blockquote"]],
    ["br", ["pre"]],
    ["table", []],
    ["th", ["table", "tbody", "tr"]],
    ["p", ["table", "tbody", "tr", "td"]],
  ])("but not %s in %j", (tag, open) => {
    expect(isMisplaced(tag, open)).toBe(false);
  });
});

describe("visually empty", () => {
  it.each([
    "",
    "<p><br></p>",
    "<p> &nbsp;\u200b\u200d\ufeff\u3164\u2800&#8203;&#xad;</p>",
    '<p dir="ltr" title="x"></p>',
  ])("is %j", (html) => {
    expect(isVisuallyEmpty(html)).toBe(true);
  });

  it.each(["<p>.</p>", "<p>&lt;</p>", '<p><img src="?" alt=""></p>', "가", "<p>❤️</p>", "&amp;nbsp;"])(
    "is not %j",
    (html) => {
      expect(isVisuallyEmpty(html)).toBe(false);
    },
  );
});
