import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limits } from "../limits.ts";
import { codeBlocksOf, locate, quoteAt, quoteIn } from "./locate.ts";

const codes = ["while queue:", "seen.add(place)", "return turns", "", "cost = turns + 1", "}"];
const line = fc.constantFrom(...codes);
const block = fc.array(line, { minLength: 1, maxLength: 12 });

type Code = readonly (readonly string[])[];
type Edit = (code: Code) => Code;

const at = fc.nat(40);
const inBlock = (change: (lines: readonly string[], from: number) => readonly string[]) =>
  fc.tuple(at, at).map(
    ([which, from]): Edit =>
      (code) =>
        code.map((lines, index) =>
          index === which % code.length ? change(lines, from % (lines.length + 1)) : lines,
        ),
  );
const edits: readonly fc.Arbitrary<Edit>[] = [
  fc
    .tuple(line, at)
    .chain(([text]) => inBlock((lines, from) => [...lines.slice(0, from), text, ...lines.slice(from)])),
  inBlock((lines, from) => lines.filter((_, index) => index !== from)),
  inBlock((lines, from) => [...lines.slice(from), ...lines.slice(0, from)]),
  inBlock((lines, from) => lines.map((text, index) => (index >= from ? `\t  ${text} ` : text))),
  fc.tuple(at, at).map(
    ([which, from]): Edit =>
      (code) =>
        code.flatMap((lines, index) =>
          index === which % code.length
            ? [lines.slice(0, from % lines.length), lines.slice(from % lines.length)].filter(
                (part) => part.length > 0,
              )
            : [lines],
        ),
  ),
  at.map(
    (which): Edit =>
      (code) => [...code.slice(which % code.length), ...code.slice(0, which % code.length)],
  ),
];

const htmlOf = (code: Code, language: string) =>
  code
    .map((lines) => {
      const gutter = lines.map((_, index) => index + 1).join("\n");
      const attributes = `class="editor-code" data-gutter="${gutter}" data-highlight-language="${language}"`;
      return `<p>text</p><pre ${attributes}>${lines.join("<br>")}</pre>`;
    })
    .join("");
const trimmed = (lines: readonly string[] | undefined) => lines?.map((text) => text.trim());

/** Whether the lines stand somewhere, by comparing joined texts. */
const occurs = (quote: readonly string[], code: Code) =>
  code.some((lines) =>
    lines.some((_, from) => trimmed(lines.slice(from, from + quote.length))?.join("\n") === quote.join("\n")),
  );

describe("the place of a comment", () => {
  it("has lines equal to the quote after random edits, and there is none only if the lines are gone", () => {
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 4 }),
        fc.tuple(at, at, at),
        fc.array(fc.oneof(...edits), { maxLength: 8 }),
        (code, [which, from, length], changes) => {
          const codeBlock = which % code.length;
          const lines = code[codeBlock] ?? [];
          const fromLine = 1 + (from % lines.length);
          const toLine = Math.min(lines.length, fromLine + (length % 4));
          const quote = quoteAt({ codeBlock, fromLine, toLine }, code);
          fc.pre(quote !== undefined);
          const edited = changes.reduce<Code>((before, edit) => {
            const after = edit(before).filter((part) => part.length > 0);
            return after.length > 0 ? after : before;
          }, code);
          const now = codeBlocksOf(htmlOf(edited, "python"));
          const place = locate(quote, { codeBlock, fromLine }, now);
          if (!place) return !occurs(trimmed(quote) ?? [], now);
          expect(trimmed(now[place.codeBlock]?.slice(place.fromLine - 1, place.toLine))).toEqual(
            trimmed(quote),
          );
          return true;
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("is the nearest of all equal lines", () => {
    const few = fc.array(fc.array(fc.constantFrom("a", " a", "b"), { maxLength: 12 }), { maxLength: 4 });
    const quotes = fc.array(fc.constantFrom("a", "b "), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(few, quotes, fc.nat(4), fc.integer({ min: 1, max: 14 }), (code, quote, codeBlock, line) => {
        const places = code.flatMap((lines, block) =>
          lines.flatMap((_, index) =>
            trimmed(lines.slice(index, index + quote.length))?.join() === trimmed(quote)?.join()
              ? { codeBlock: block, fromLine: index + 1, toLine: index + quote.length }
              : [],
          ),
        );
        const [nearest] = places.toSorted(
          (a, b) =>
            Math.abs(a.codeBlock - codeBlock) - Math.abs(b.codeBlock - codeBlock) ||
            a.codeBlock - b.codeBlock ||
            Math.abs(a.fromLine - line) - Math.abs(b.fromLine - line) ||
            a.fromLine - b.fromLine,
        );
        expect(locate(quote, { codeBlock, fromLine: line }, code)).toEqual(nearest);
      }),
      { numRuns: 2000 },
    );
  });

  it("stays where the lines still stand, although they stand elsewhere, too", () => {
    expect(locate(["b"], { codeBlock: 1, fromLine: 3 }, [["b"], ["b", "b", "  b"]])).toEqual({
      codeBlock: 1,
      fromLine: 3,
      toLine: 3,
    });
  });

  it("moves to the nearest equal lines of the block before those of other blocks", () => {
    const code = [
      ["a", "b"],
      ["a", "b", "c", "d", "e", "a", "b"],
    ];
    expect(locate(["a", "b"], { codeBlock: 1, fromLine: 5 }, code)).toEqual({
      codeBlock: 1,
      fromLine: 6,
      toLine: 7,
    });
    expect(locate(["a", "b"], { codeBlock: 2, fromLine: 1 }, code)).toMatchObject({
      codeBlock: 1,
      fromLine: 1,
    });
  });

  it("does not exist once a line has another text", () => {
    expect(locate(["a", "b"], { codeBlock: 0, fromLine: 1 }, [["a", "b + 1"]])).toBeUndefined();
    expect(locate([], { codeBlock: 0, fromLine: 1 }, [["a"]])).toBeUndefined();
  });
});

it("reads code as the editor writes it: without the numbers of its lines, with entities and coloured words", () => {
  const body =
    '<p>1</p><pre class="editor-code" spellcheck="false" data-gutter="1\n2\n3"><span class="o">if</span> a &lt; b:<br>  x<br></pre>';
  expect(codeBlocksOf(body)).toEqual([["if a < b:", "  x", ""]]);
});

describe("a quote from a body", () => {
  const body = fc
    .array(
      fc.oneof(
        fc.constantFrom("<p>a</p>", "<pre>", '<pre class="editor-code" data-gutter="1\n2">', "</pre>"),
        fc.constantFrom(
          "<br>",
          "<br/>",
          "\n",
          " ",
          '<span class="o">if</span>',
          "a",
          "&lt;",
          "&#97;",
          "&amp;lt;",
        ),
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(""));
  const line = fc.integer({ min: -1, max: 12 });

  it("is that of all code of it", () => {
    fc.assert(
      fc.property(body, fc.integer({ min: -1, max: 3 }), line, line, (html, codeBlock, fromLine, toLine) => {
        const place = { codeBlock, fromLine, toLine };
        expect(quoteIn(html, place)).toEqual(quoteAt(place, codeBlocksOf(html)));
      }),
      { numRuns: 500 },
    );
  });

  it("has at most its units, however they are written", () => {
    const place = { codeBlock: 0, fromLine: 1, toLine: 1 };
    for (const unit of ["a", "&lt;", "&#x00003c;", '<span class="o">a</span>']) {
      expect(quoteIn(`<pre>${unit.repeat(limits.quoteUnits)}</pre>`, place)).toHaveLength(1);
      expect(quoteIn(`<pre>${unit.repeat(limits.quoteUnits + 1)}</pre>`, place)).toBeUndefined();
    }
  });
});

it("reads a bounded number of lines, and quotes no more than a bounded length", () => {
  const long = `<pre>${"<br>".repeat(limits.codeLines - 2)}</pre><pre>a<br>b<br>c</pre>`;
  expect(codeBlocksOf(long).map((lines) => lines.length)).toEqual([limits.codeLines - 1, 1]);
  const place = { codeBlock: 0, fromLine: 1, toLine: 1 };
  expect(quoteAt(place, [["a".repeat(limits.quoteUnits)]])).toHaveLength(1);
  expect(quoteAt(place, [["a".repeat(limits.quoteUnits + 1)]])).toBeUndefined();
});
