import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { returnPath } from "./return-path.ts";

describe("the way back", () => {
  it.each([
    "/",
    "/team-list",
    "/team-dashboard/12?day=3#top",
    "/검색?keyword=반",
    "/a//b",
    "/@evil.example",
    "/%2F/x",
  ])("may be %j", (path) => expect(returnPath(path)).toBe(path));

  it.each([
    ...[undefined, ["/a", "/b"], "", "a", "//x", "///x", "/\\x", "\\\\x", "http://x", "javascript:x()"],
    ...[
      " /a",
      "/\t/x",
      "/a\nb",
      "/a\r\nSet-Cookie: a=b",
      "/\u0000",
      "/\u007f",
      "/a\u009f",
      "/\u0085x",
      "/\ud800",
    ],
  ])("may not be %j", (path) => expect(returnPath(path)).toBeUndefined());

  it("stays on the origin whatever it is made of", () => {
    const origin = "https://algomoim.example";
    const pieces = fc.constantFrom(..."/|\\|\t|\n|@|:|..|.|%2f|evil.example|?|#| |가".split("|"));
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const path = returnPath(parts.join(""));
        if (path !== undefined) expect(new URL(path, origin).origin).toBe(origin);
      }),
    );
  });
});
