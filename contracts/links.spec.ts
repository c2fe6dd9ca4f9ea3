import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growthOf } from "#tests/support/growth";
import { linkParts } from "./links.ts";

const links = (text: string) => linkParts(text).flatMap(({ text, href }) => (href ? [text] : []));
const hrefs = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

it.each([
  ["https://open.kakao.com/o/gAbc123로 연락 주세요", "https://open.kakao.com/o/gAbc123"],
  ["(https://discord.gg/xyz까지)", "https://discord.gg/xyz"],
  ["오픈채팅 (https://open.example/a?b=1). 편하게", "https://open.example/a?b=1"],
  ["https://ko.wikipedia.org/wiki/그래프", "https://ko.wikipedia.org/wiki/그래프"],
  [
    "그래프(https://ko.wikipedia.org/wiki/그래프_(자료_구조))",
    "https://ko.wikipedia.org/wiki/그래프_(자료_구조)",
  ],
  ["https://open.example에서 만나요", "https://open.example"],
  ["https://open.example/에서 만나요", "https://open.example/"],
  ["https://open.example여기예요", "https://open.example"],
  ["https://open.example/a로는 안 돼요.", "https://open.example/a"],
  ["[여기](https://open.example/a)로", "https://open.example/a"],
  ["「https://open.example/a」", "https://open.example/a"],
  ["https://한글.한국/길", "https://한글.한국/길"],
  ["HTTPS://OPEN.example/A!", "HTTPS://OPEN.example/A"],
])("ends a link where its address ends: %s", (text, address) => {
  expect(links(text)).toEqual([address]);
});

it.each([
  ["open.kakao.com/o/gAbc123 으로", "https://open.kakao.com/o/gAbc123"],
  ["디스코드discord.gg/xyz로 오세요", "https://discord.gg/xyz"],
  ["(forms.gle/Abc1)", "https://forms.gle/Abc1"],
])("completes an address of an invitation or form without a scheme: %s", (text, href) => {
  expect(hrefs(text)).toEqual([href]);
});

it.each([
  ["javascript:alert(1)"],
  ["ftp://x.example"],
  ["open.example/morning"],
  ["디스코드 도토리#1"],
  ["discord.gg"],
  ["https://"],
  ["x.discord.gg/abc"],
  // It would show another host than the one that it opens.
  ["https://open.kakao.com@x.example/o/a"],
])("keeps plain text: %s", (text) => expect(linkParts(text)).toEqual([{ text }]));

it("finds every address in a text", () => {
  expect(hrefs("카톡 open.kakao.com/o/a1 또는 https://discord.gg/b2, https://x.example/c.")).toEqual([
    "https://open.kakao.com/o/a1",
    "https://discord.gg/b2",
    "https://x.example/c",
  ]);
});

describe("for any text", () => {
  const piece = fc.oneof(
    fc.constantFrom("https://", "http://", "open.kakao.com/o/", "discord.gg/", "forms.gle/", "x.example"),
    fc.constantFrom(" ", "\n", "(", ")", "]", "로", "에서", "그래프", ".", ",", "@", "/", "?a=", "…", "」"),
    fc.string({ unit: "grapheme", maxLength: 8 }),
  );
  const anyText = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(""));
  const hangul = fc
    .array(fc.integer({ min: 0xac00, max: 0xd7a3 }), { minLength: 1, maxLength: 6 })
    .map((codes) => String.fromCodePoint(...codes));
  const id = fc.stringMatching(/^[A-Za-z0-9]{1,12}$/);

  it("the parts together are the text, and links open only http and https of the shown host", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parts = linkParts(text);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        for (const part of parts) {
          if (part.href === undefined) continue;
          const { protocol, username, password } = new URL(part.href);
          expect(["http:", "https:"]).toContain(protocol);
          expect(username + password).toBe("");
          expect(part.text).not.toMatch(/\s/);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("an invitation to a chat ends before Korean, with or without a scheme", () => {
    const start = fc.constantFrom("https://", "");
    const site = fc.constantFrom("open.kakao.com/o/", "discord.gg/", "forms.gle/");
    fc.assert(
      fc.property(start, site, id, hangul, (scheme, host, name, word) => {
        expect(links(`${scheme}${host}${name}${word} 보세요`)).toEqual([scheme + host + name]);
      }),
    );
  });

  it("a Korean word of a path stays a part of the link, in parentheses, too", () => {
    fc.assert(
      fc.property(hangul, (word) => {
        const address = `https://ko.wikipedia.org/wiki/${word}`;
        expect(links(`(${address})`)).toEqual([address]);
      }),
    );
  });

  it("takes no more than linear time", () => {
    const hostile = (size: number) =>
      `https://${"a.".repeat(size)}${"(".repeat(size)} ${"https://".repeat(size / 4)}`;
    expect(growthOf(hostile, 20_000, linkParts)).toBeLessThan(4);
  });
});
