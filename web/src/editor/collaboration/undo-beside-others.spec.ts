// @vitest-environment jsdom
import { INSERT_UNORDERED_LIST_COMMAND } from "@lexical/list";
import { $getRoot, INSERT_PARAGRAPH_COMMAND, type LexicalCommand, type RangeSelection } from "lexical";
import { describe, expect, it } from "vitest";
import { encodeStateAsUpdate } from "yjs";
import { meet, seedWith, textOf, type Writer, writer } from "#tests/support/shared-writers";

describe("undo beside others", () => {
  const start = seedWith("<p>abcdefgh</p>");
  const change = (
    { editor, undo }: Writer,
    from: number,
    to: number,
    $fn: (chosen: RangeSelection) => void,
  ) => {
    undo.stopCapturing();
    const $place = (at: number): [string, number] => {
      let rest = at;
      const nodes = $getRoot().getAllTextNodes();
      const node = nodes.find((one) => {
        if (rest <= one.getTextContentSize()) return true;
        rest -= one.getTextContentSize();
        return false;
      });
      return [node?.getKey() ?? "", rest];
    };
    editor.update(
      () => {
        const anchor = $place(from);
        const focus = $place(to);
        const chosen = $getRoot().selectEnd();
        chosen.anchor.set(...anchor, "text");
        chosen.focus.set(...focus, "text");
        $fn(chosen);
      },
      { discrete: true },
    );
  };
  const bold = (one: Writer, from: number, to: number) =>
    change(one, from, to, (chosen) => chosen.formatText("bold"));
  const type = (one: Writer, at: number, text: string) =>
    change(one, at, at, (chosen) => chosen.insertText(text));
  /** Two writers who have just opened the text. */
  const two = (from = start, stock = false) => {
    const both = [writer(from, stock), writer(from, stock)] as const;
    for (const { undo } of both) undo.clear();
    return both;
  };
  const expectText = (text: string, ...all: readonly Writer[]) =>
    expect(all.map(textOf)).toEqual(all.map(() => text));

  /** The text of the first writer after the other has undone a format. */
  async function undoBeside([a, b]: readonly [Writer, Writer]): Promise<string> {
    bold(b, 1, 5);
    await meet(a, b);
    type(b, 0, "A");
    await meet(a, b);
    type(a, 7, "B");
    b.undo.undo();
    bold(a, 0, 3);
    await meet(a, b);
    return textOf(a);
  }

  // Once this fails, reread-children.ts can be removed (facebook/lexical#5693).
  it("the stock binding hides another writer's text", async () => {
    expect(await undoBeside(two(start, true))).not.toContain("fBgh");
  });

  it("shows another writer's text where a format is undone", async () => {
    const [a, b] = two();
    expect(await undoBeside([a, b])).toContain("fBgh");
    expectText(textOf(a), b, writer(encodeStateAsUpdate(a.doc)));
  });

  it("inserts a letter at an undone format for both writers", async () => {
    const [a, b] = two();
    bold(a, 2, 3);
    await meet(a, b);
    bold(b, 3, 5);
    b.undo.undo();
    type(a, 2, "A");
    await meet(a, b);
    expectText("abAcdefgh", a, b, writer(encodeStateAsUpdate(a.doc)));
  });

  it("duplicates no characters that two writers have formatted side by side", async () => {
    const [a, b] = two();
    bold(a, 2, 5);
    await meet(a, b);
    bold(b, 5, 8);
    await meet(a, b);
    a.undo.undo();
    await meet(a, b);
    expectText("abcdefgh", a, b, writer(encodeStateAsUpdate(a.doc)));
  });

  it("deletes no text of another writer where a format was changed", async () => {
    const [a, b] = two();
    bold(a, 2, 5);
    await meet(a, b);
    type(b, 4, "X");
    await meet(a, b);
    a.undo.undo();
    await meet(a, b);
    expectText("abcdXefgh", a, b, writer(encodeStateAsUpdate(a.doc)));
  });

  it.each([
    ["line", "<p>가나</p>", INSERT_PARAGRAPH_COMMAND],
    ["list", "<p>가나</p><p></p>", INSERT_UNORDERED_LIST_COMMAND],
  ])(
    "leaves a %s in which another has written, and undoes what its maker wrote there",
    async (_, html, command: LexicalCommand<void>) => {
      const [a, b] = two(seedWith(html));
      const atEnd = (one: Writer, $fn: () => void) => {
        one.undo.stopCapturing();
        one.editor.update(() => void $getRoot().selectEnd(), { discrete: true });
        one.editor.update($fn, { discrete: true });
      };
      const write = (one: Writer, text: string) =>
        atEnd(one, () => void $getRoot().selectEnd().insertText(text));
      atEnd(a, () => void a.editor.dispatchCommand(command, undefined));
      write(a, "내 글");
      await meet(a, b);
      write(b, " 남의 글");
      await meet(a, b);
      a.undo.undo();
      a.undo.undo();
      await meet(a, b);
      for (const one of [a, b, writer(encodeStateAsUpdate(a.doc))])
        expect(textOf(one).split(/\n+/)).toEqual(["가나", " 남의 글"]);
      a.undo.redo();
      a.undo.redo();
      b.undo.undo();
      await meet(a, b);
      for (const one of [a, b]) expect(textOf(one).split(/\n+/)).toEqual(["가나", "내 글"]);
    },
  );

  it("restores a block with all its characters and those that another writer inserted between them", async () => {
    const [a, b] = two(seedWith("<p>abcdefgh</p><p>i</p>"));
    type(b, 3, "X");
    change(a, 0, 8, (chosen) => chosen.removeText());
    a.undo.undo();
    await meet(a, b);
    expectText("abcdefghX\n\ni", a, b);
  });

  it("keeps the same format for all writers where a format is undone in a text that another has deleted", async () => {
    const [a, b] = two();
    change(a, 0, 8, (chosen) => chosen.removeText());
    type(b, 4, "X");
    await meet(a, b);
    bold(b, 0, 1);
    await meet(a, b);
    b.undo.undo();
    await meet(a, b);
    expectText("X", a, b);
    const reader = writer(encodeStateAsUpdate(a.doc));
    const shown = ({ editor }: Writer) => editor.getEditorState().toJSON();
    for (const one of [a, b]) expect(shown(one)).toEqual(shown(reader));
  });

  it("still undoes a format while others write nothing, and text typed since, whatever they write", async () => {
    const [a, b] = two();
    bold(a, 2, 5);
    await meet(a, b);
    a.undo.undo();
    a.undo.redo();
    await meet(a, b);
    expect(a.undo.canUndo()).toBe(true);
    type(a, 8, "Z");
    await meet(a, b);
    type(b, 0, "Y");
    await meet(a, b);
    a.undo.undo();
    expect(a.undo.canUndo()).toBe(false);
    await meet(a, b);
    expectText("Yabcdefgh", a, b);
  });
});
