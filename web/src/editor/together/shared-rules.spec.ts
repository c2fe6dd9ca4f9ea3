// @vitest-environment jsdom
import { buildEditorFromExtensions } from "@lexical/extension";
import { $createListItemNode, $isListNode, type ListNode } from "@lexical/list";
import {
  createUndoManager,
  createYjsBinding,
  type Provider,
  syncLexicalUpdateToYjs,
  syncYjsChangesToLexical,
} from "@lexical/yjs";
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $getSelection,
  type LexicalEditor,
  PASTE_COMMAND,
  type RangeSelection,
} from "lexical";
import { describe, expect, it, vi } from "vitest";
import { applyUpdate, Doc, encodeStateAsUpdate, UndoManager } from "yjs";
import { clipboardEvent } from "#tests/opened-editor";
import { beginningOf } from "../beginning.ts";
import { editorExtension } from "../extension.ts";
import { $bodyHtml } from "../html-out.ts";
import { $createImageNode, $images } from "../pictures/image-node.tsx";
import { pictures } from "../pictures/pictures.ts";
import { mendBinding } from "./mend-binding.ts";
import { forgetMovedSteps } from "./moved-steps.ts";

const provider = {
  awareness: { getLocalState: () => null, getStates: () => new Map() },
} as unknown as Provider;

const beginning = (html: string) => beginningOf({ title: "", category: null, html, imageUrl: null });
const aLine = beginning("<p>그림</p>");

/** Somebody who writes the text with others, as CollaborationPlugin binds the editor. */
function writer(start = aLine) {
  const doc = new Doc();
  const onSecondImage = vi.fn();
  const files = { ...pictures(async (file) => file), has: () => true };
  const editor = buildEditorFromExtensions(
    editorExtension({
      html: "",
      imageUrl: null,
      editable: true,
      files,
      isShared: true,
      onSecondImage,
      onImageFailed: () => {},
    }),
  );
  const binding = createYjsBinding({ editor, id: "x", doc, docMap: new Map([["x", doc]]) });
  const undo = createUndoManager(binding, binding.root.getSharedType());
  Object.assign(editor, { [Symbol.for("@lexical/yjs/UndoManager")]: undo });
  binding.root.getSharedType().observeDeep((events, { origin }) => {
    if (origin === binding) return;
    const isUndo = origin instanceof UndoManager;
    syncYjsChangesToLexical(binding, provider, events as never, isUndo, () => {});
  });
  editor.registerUpdateListener((update) => {
    const { prevEditorState, editorState, dirtyElements, dirtyLeaves, normalizedNodes, tags } = update;
    syncLexicalUpdateToYjs(
      binding,
      provider,
      prevEditorState,
      editorState,
      dirtyElements,
      dirtyLeaves,
      normalizedNodes,
      tags,
    );
  });
  mendBinding(undo);
  doc.on("afterTransaction", (transaction) => forgetMovedSteps(undo, transaction));
  applyUpdate(doc, start, provider);
  // What is written next must not pass for a part of it.
  editor.update(() => {}, { discrete: true });
  return { doc, editor, undo, onSecondImage, pictures: () => picturesOf(editor) };
}
type Writer = ReturnType<typeof writer>;

const picturesOf = (editor: LexicalEditor) => editor.read(() => $images().map((image) => image.getSrc()));

const addPicture = ({ editor }: Writer, src: string) =>
  editor.update(
    () => void $getRoot().append($createParagraphNode().append($createImageNode({ src, altText: "" }))),
    { discrete: true },
  );

/** The line is up again: each gets what the others have, until nobody has anything new. */
async function meet(...writers: Writer[]) {
  let isNews = true;
  for (let round = 0; isNews; round += 1) {
    expect(round).toBeLessThan(5);
    const before = writers.map(({ doc }) => encodeStateAsUpdate(doc));
    for (const { doc } of writers) for (const update of before) applyUpdate(doc, update, provider);
    // A turn later what came in has been committed and answered.
    await new Promise((done) => setTimeout(done));
    isNews = writers.some(({ doc }, i) => String(encodeStateAsUpdate(doc)) !== String(before[i]));
  }
}

it("keeps the same one of two pictures that were put in apart, and tells whoever loses one", async () => {
  const [a, b] = [writer(), writer()];
  addPicture(a, "blob:a");
  addPicture(b, "blob:b");
  await meet(a, b);
  expect(a.pictures()).toHaveLength(1);
  expect(b.pictures()).toEqual(a.pictures());
  const [loser, keeper] = a.pictures()[0] === "blob:a" ? [b, a] : [a, b];
  expect(loser.onSecondImage).toHaveBeenCalledTimes(1);
  expect(keeper.onSecondImage).not.toHaveBeenCalled();
});

it("leaves no picture more to those who come from three sides", async () => {
  const all = [writer(), writer(), writer()];
  all.forEach((one, i) => void addPicture(one, `blob:${i}`));
  await meet(...all);
  expect(new Set(all.map((one) => String(one.pictures())).values()).size).toBe(1);
  expect(all[0]?.pictures()).toHaveLength(1);
});

it("does not offer the picture that had to go to undo", async () => {
  const [a, b] = [writer(), writer()];
  addPicture(a, "blob:a");
  addPicture(b, "blob:b");
  for (const { undo } of [a, b]) undo.stopCapturing();
  await meet(a, b);
  const [kept] = a.pictures();
  const loser = kept === "blob:a" ? b : a;
  loser.undo.undo();
  await meet(a, b);
  expect(loser.pictures()).toEqual([kept]);
  expect(loser.undo.canUndo()).toBe(false);
  expect(loser.onSecondImage).toHaveBeenCalledTimes(1);
});

it("lets one who writes along put in the first picture, and another in its place", async () => {
  const [a, b] = [writer(), writer()];
  addPicture(a, "blob:a");
  await meet(a, b);
  b.editor.update(
    () => {
      for (const image of $images()) image.remove();
      $getRoot().append($createParagraphNode().append($createImageNode({ src: "blob:b", altText: "" })));
    },
    { discrete: true },
  );
  await meet(a, b);
  expect(a.pictures()).toEqual(["blob:b"]);
  expect(a.onSecondImage).not.toHaveBeenCalled();
});

it("leaves a list that two have emptied to whoever writes in it, while another writes beside it", async () => {
  const start = beginning("<p>앞</p><ul><li>하나</li><li>둘</li></ul>");
  const [a, b] = [writer(start), writer(start)];
  const $list = () => $getRoot().getChildren().find($isListNode) as ListNode;
  const $line = (text: string) => $createTextNode(text);
  const change = ({ editor }: Writer, $fn: () => void) => editor.update($fn, { discrete: true });
  const texts = ({ editor }: Writer) => editor.read(() => $getRoot().getTextContent().split(/\n+/));
  [a, b].forEach((one, i) => void change(one, () => $list().getChildAtIndex(i)?.remove()));
  await meet(a, b);
  expect(a.editor.read(() => [$list().isEmpty(), $bodyHtml().includes("<ul")])).toEqual([true, false]);

  change(b, () => void $list().append($createListItemNode().append($line("새로 쓴 것"))));
  change(
    a,
    () =>
      void $getRoot()
        .getFirstChild()
        ?.insertAfter($createParagraphNode().append($line("옆"))),
  );
  await meet(a, b);
  for (const one of [a, b]) expect(texts(one)).toEqual(["앞", "옆", "새로 쓴 것"]);

  change(a, () => void $list().getChildAtIndex(0)?.remove());
  await meet(a, b);
  for (const one of [a, b]) expect(one.editor.read(() => $list())).toBeUndefined();
});

describe("undo beside others", () => {
  const start = beginning("<p>abcdefgh</p>");
  const textOf = ({ editor }: Writer) => editor.read(() => $getRoot().getTextContent());
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
        const [anchor, focus] = [$place(from), $place(to)];
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
  /** Two who have just opened it. */
  const two = (from = start) => {
    const both = [writer(from), writer(from)] as const;
    for (const { undo } of both) undo.clear();
    return both;
  };
  const expectText = (text: string, ...all: readonly Writer[]) =>
    expect(all.map(textOf)).toEqual(all.map(() => text));

  it("shows what another has written when the looks of its line are taken back", async () => {
    const [a, b] = two();
    bold(b, 1, 5);
    await meet(a, b);
    type(b, 0, "A");
    await meet(a, b);
    type(a, 7, "B");
    b.undo.undo();
    bold(a, 0, 3);
    await meet(a, b);
    expect(textOf(a)).toContain("fBgh");
    expectText(textOf(a), b, writer(encodeStateAsUpdate(a.doc)));
  });

  it("puts a letter where looks were taken back into the line of both", async () => {
    const [a, b] = two();
    bold(a, 2, 3);
    await meet(a, b);
    bold(b, 3, 5);
    b.undo.undo();
    type(a, 2, "A");
    await meet(a, b);
    expectText("abAcdefgh", a, b, writer(encodeStateAsUpdate(a.doc)));
  });

  it("has no step of undo for texts that the editor puts together because two have come to look alike", async () => {
    const [a, b] = two(beginning("<p>abcd<strong>efgh</strong></p>"));
    change(a, 0, 4, (chosen) => chosen.formatText("italic"));
    change(b, 5, 8, (chosen) => {
      chosen.anchor.offset = 0;
      for (const format of ["italic", "bold"] as const) chosen.formatText(format);
    });
    for (const { undo } of [a, b]) undo.stopCapturing();
    await meet(a, b);
    for (const one of [a, b]) {
      expect(one.editor.read(() => $getRoot().getAllTextNodes())).toHaveLength(1);
      expect(one.undo.undoStack).toHaveLength(1);
    }
  });

  it("doubles nothing whose looks two have changed side by side", async () => {
    const [a, b] = two();
    bold(a, 2, 5);
    await meet(a, b);
    bold(b, 5, 8);
    await meet(a, b);
    a.undo.undo();
    await meet(a, b);
    expectText("abcdefgh", a, b, writer(encodeStateAsUpdate(a.doc)));
  });

  it("takes nothing away that another has written where looks were changed", async () => {
    const [a, b] = two();
    bold(a, 2, 5);
    await meet(a, b);
    type(b, 4, "X");
    await meet(a, b);
    a.undo.undo();
    await meet(a, b);
    expectText("abcdXefgh", a, b, writer(encodeStateAsUpdate(a.doc)));
  });

  it("still takes back looks while the other only looks on, and what was typed since however they write", async () => {
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

describe("a line that grows long while two write in it", () => {
  const line = (length: number) => beginning(`<p>${"가".repeat(length)}</p>`);
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
  const textOf = ({ editor }: Writer) => editor.read(() => $getRoot().getTextContent());
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
      "both, having begun in pieces",
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
      // Of a difference only that there is one: printing thousands of characters tells nobody more.
      for (const one of [a, b]) expect(textOf(one) === expected(...parts)).toBe(true);
    },
  );

  it("leaves nothing of an emptied piece", async () => {
    const start = line(5000);
    const [a, b] = [writer(start), writer(start)];
    a.editor.update(() => void $getRoot().getAllTextNodes()[1]?.setTextContent(""), { discrete: true });
    await meet(a, b);
    for (const { editor } of [a, b])
      expect(
        editor.read(() =>
          $getRoot()
            .getAllTextNodes()
            .every((node) => node.getTextContentSize() > 0),
        ),
      ).toBe(true);
  });
});

describe("a long line", () => {
  const long = "가나다 ".repeat(3000);
  const sizes = ({ editor }: Writer) =>
    editor.read(() =>
      $getRoot()
        .getAllTextNodes()
        .map((node) => node.getTextContentSize()),
    );
  const textOf = ({ editor }: Writer) => editor.read(() => $getRoot().getTextContent());
  const paste = ({ editor }: Writer, text: string) =>
    editor.update(
      () => {
        $getRoot().selectEnd();
        editor.dispatchCommand(PASTE_COMMAND, clipboardEvent({ "text/plain": text }).event);
      },
      { discrete: true },
    );

  it("that is pasted behind a text comes to the others in pieces, and whole when both paste at once", async () => {
    const [a, b] = [writer(), writer()];
    paste(a, long);
    paste(b, long);
    await meet(a, b);
    expect(textOf(a)).toBe(textOf(b));
    expect(textOf(a)).toHaveLength("그림".length + 2 * long.length);
    for (const one of [a, b]) expect(Math.max(...sizes(one))).toBeLessThanOrEqual(2000);
  });

  it("that grows at its end goes on in pieces; two who write there at once, and take it back, keep the rest", async () => {
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
