import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitiseBody } from "#services/platform/html/html";
import { startOfBody } from "./body-start.ts";

const sanitised = (html: string) =>
  sanitiseBody(html, { uploaded: false, origin: "https://study.test" }).html;
const segmenter = new Intl.Segmenter("ko", { granularity: "grapheme" });
const bytesOf = (text: string) => Buffer.byteLength(text);

describe("a body in a list", () => {
  it("is complete up to 8,192 bytes", () => {
    const [exact, longer] = [8192, 8193].map((bytes) => `<p>${"a".repeat(bytes - 7)}</p>`) as [
      string,
      string,
    ];
    expect(startOfBody(exact).body_short).toBeNull();
    expect(startOfBody(longer).body_short).toBe(`<p>${"a".repeat(8192 - 10)}…</p>`);
  });

  it("is cut before a character or an entity that would be split", () => {
    const family = "👨‍👩‍👧";
    for (const [sign, bytes] of [
      [family, bytesOf(family)],
      ["각\u0301", 5],
      ["&amp;", 5],
    ] as const) {
      for (let shift = 0; shift < bytes; shift += 1) {
        const short = startOfBody(`<p>${"a".repeat(shift)}${sign.repeat(4000)}</p>`).body_short ?? "";
        const text = short.slice(3 + shift, -"…</p>".length);
        expect(text, `${sign} ${shift}`).toBe(sign.repeat(text.length / sign.length));
        expect(bytesOf(short)).toBeGreaterThan(8192 - bytes);
        expect(bytesOf(short)).toBeLessThanOrEqual(8192);
      }
    }
  });

  it("closes its open elements, so that sanitising it again changes nothing", () => {
    const pieces = fc.constantFrom(
      ...["<p>", "</p>", "<ul><li>", "</li></ul>", "<br>", "<b>", "</b>", "<pre class=codeblock>", "</pre>"],
      ...['<a href="https://a.test/?a=1&amp;b=2">', "</a>", "<h1>", "</h1>", '<img src="?">', "&lt;&amp;"],
      ...[
        "가나다 ".repeat(40),
        "👨‍👩‍👧".repeat(90),
        `<span style="color: #fff">`,
        "</span>",
        "\n",
        "x\u0338",
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 60, maxLength: 120 }), (parts) => {
        const body = sanitised(parts.join("").repeat(3));
        const { body_short } = startOfBody(body);
        const shown = body_short ?? body;
        expect(bytesOf(shown)).toBeLessThanOrEqual(8192);
        expect(sanitised(shown)).toBe(shown);
        if (body_short !== null) expect(body).toContain(shown.slice(0, shown.lastIndexOf("…")));
      }),
      { numRuns: 60 },
    );
  });

  it("is an ellipsis if even the first tag does not fit", () => {
    expect(startOfBody(`<p class="${"editor-a".repeat(1100)}">글</p>`).body_short).toBe("…");
  });
});

describe("the preview of a body", () => {
  it("is one line of the visible text, cut between characters", () => {
    const html = "<h1>제목</h1><p>a &lt; b&nbsp;&amp;<br>c</p><ul><li>👨‍👩‍👧가</li><li>나</li></ul>";
    expect(startOfBody(html).preview).toBe("제목 a < b & c 👨‍👩‍👧가 나");
    const { preview } = startOfBody(`<p>${"👨‍👩‍👧".repeat(200)}</p>`);
    expect([...segmenter.segment(preview ?? "")]).toHaveLength(120);
    expect(startOfBody("").preview).toBe("");
    expect(startOfBody(null)).toEqual({ body_short: null, preview: null });
  });
});
