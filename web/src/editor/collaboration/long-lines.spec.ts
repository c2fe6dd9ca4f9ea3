// @vitest-environment jsdom
import { $getRoot, $getSelection, PASTE_COMMAND } from "lexical";
import { describe, expect, it } from "vitest";
import { clipboardEvent } from "#tests/support/opened-editor";
import { meet, seedWith, textOf, type Writer, writer } from "#tests/support/shared-writers";

describe("a line that grows long while two write in it", () => {
  const line = (length: number) => seedWith(`<p>${"가".repeat(length)}</p>`);
  const write = ({ editor }: Writer, at: number, text: string) =>
    editor.update(
      () => {
        let rest = at;
        for (const node of $getRoot().getAllTextNodes()) {
          if (rest <= node.getTextContentSize()) return void node.spliceText(rest, 0, text, true);
          rest -= node.getTextContentSize();
        }
      },
      { discrete: true },
    );
  const expected = (...parts: [length: number, text: string][]) =>
    parts.map(([length, text]) => "가".repeat(length) + text).join("");

  it.each([
    [
      "both of them at once",
      1999,
      [1900, "AAAAA"],
      [100, "BBBBB"],
      [
        [100, "BBBBB"],
        [1800, "AAAAA"],
        [99, ""],
      ],
    ],
    [
      "one, near its start",
      1998,
      [10, "AAAAA"],
      [1600, "B"],
      [
        [10, "AAAAA"],
        [1590, "B"],
        [398, ""],
      ],
    ],
    [
      "both, by pasting",
      1500,
      [700, "A".repeat(600)],
      [1400, "B".repeat(600)],
      [
        [700, "A".repeat(600)],
        [700, "B".repeat(600)],
        [100, ""],
      ],
    ],
    [
      "both, having begun in chunks",
      5000,
      [300, "A".repeat(2500)],
      [400, "BBBBB"],
      [
        [300, "A".repeat(2500)],
        [100, "BBBBB"],
        [4600, ""],
      ],
    ],
  ] as [string, number, [number, string], [number, string], [number, string][]][])(
    "keeps each letter once and in its place: %s",
    async (_, length, ofA, ofB, parts) => {
      const start = line(length);
      const [a, b] = [writer(start), writer(start)];
      write(a, ...ofA);
      write(b, ...ofB);
      await meet(a, b);
      // Of a difference only that there is one: printing thousands of characters helps no reader.
      for (const one of [a, b]) expect(textOf(one) === expected(...parts)).toBe(true);
    },
  );
});

describe("a long line", () => {
  const long = "가나다 ".repeat(3000);
  const sizes = ({ editor }: Writer) =>
    editor.read(() =>
      $getRoot()
        .getAllTextNodes()
        .map((node) => node.getTextContentSize()),
    );
  const paste = ({ editor }: Writer, text: string) =>
    editor.update(
      () => {
        $getRoot().selectEnd();
        editor.dispatchCommand(PASTE_COMMAND, clipboardEvent({ "text/plain": text }).event);
      },
      { discrete: true },
    );

  it("that is pasted behind a text comes to the others in chunks, and whole when both paste at once", async () => {
    const [a, b] = [writer(), writer()];
    paste(a, long);
    paste(b, long);
    await meet(a, b);
    expect(textOf(a)).toBe(textOf(b));
    expect(textOf(a)).toHaveLength("그림".length + 2 * long.length);
    for (const one of [a, b]) expect(Math.max(...sizes(one))).toBeLessThanOrEqual(2000);
  });

  it("that grows at its end is split into chunks; two who write there at once, and undo it, keep the rest", async () => {
    const [a, b] = [writer(), writer()];
    const whole = `그${"가".repeat(2500)}림`;
    a.editor.update(() => void $getRoot().getAllTextNodes()[0]?.spliceText(1, 0, "가".repeat(2500)), {
      discrete: true,
    });
    await meet(a, b);
    const insert = ({ editor }: Writer, text: string) =>
      editor.update(() => $getSelection()?.insertText(text), { discrete: true });
    for (const one of [a, b]) {
      one.editor.update(() => void $getRoot().selectEnd(), { discrete: true });
      one.undo.clear();
      for (const sign of one === a ? "하나 " : "둘 ") insert(one, sign.repeat(100));
    }
    const [mine, theirs] = [
      `${"하".repeat(100)}${"나".repeat(100)}${" ".repeat(100)}`,
      "둘".repeat(100) + " ".repeat(100),
    ];
    await meet(a, b);
    for (const one of [a, b]) {
      expect([whole + mine + theirs, whole + theirs + mine]).toContain(textOf(one));
      expect(sizes(one).toSorted((x, y) => y - x)).toEqual([whole.length, mine.length, theirs.length]);
    }
    a.undo.undo();
    await meet(a, b);
    for (const one of [a, b]) expect(textOf(one)).toBe(whole + theirs);
  });

  it("that has grown in the middle, where others write, is not cut under their hands", async () => {
    const [a, b] = [writer(), writer()];
    for (const { editor } of [a, b])
      editor.update(() => void $getRoot().getAllTextNodes()[0]?.spliceText(1, 0, long), { discrete: true });
    await meet(a, b);
    expect(textOf(a)).toBe(textOf(b));
    expect(textOf(a)).toHaveLength("그림".length + 2 * long.length);
    expect(sizes(a)).toHaveLength(1);
  });
});
