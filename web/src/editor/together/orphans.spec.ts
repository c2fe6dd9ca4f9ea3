// @vitest-environment jsdom
import { INSERT_UNORDERED_LIST_COMMAND } from "@lexical/list";
import { $createLineBreakNode, $createTextNode, $getRoot, $isElementNode, type ElementNode } from "lexical";
import { describe, expect, it } from "vitest";
import { applyUpdate, Doc, encodeStateAsUpdate } from "yjs";
import { sharedRoom } from "#tests/support/shared-room";
import { beginning, meet, textOf, type Writer, writer } from "#tests/support/shared-writers";
import { $createImageNode } from "../pictures/image-node.tsx";
import { keepOrphans } from "./orphans.ts";

describe("what is written in a line that another ends", () => {
  const start = beginning("<p>가나</p><p>다라</p><p>마바</p>");
  const change = ({ editor }: Writer, $fn: () => void) => editor.update($fn, { discrete: true });
  const $line = (at: number) => $getRoot().getChildAtIndex(at) as ElementNode;
  const write = (one: Writer, at: number, text: string) =>
    change(one, () => void $line(at).selectEnd().insertText(text));
  const lines = (one: Writer) => textOf(one).split(/\n+/);
  const together = (count = 2) => {
    const all = Array.from({ length: count }, () => writer(start));
    for (const { undo } of all) undo.clear();
    return { all, room: sharedRoom(all, start), a: all[0] as Writer, b: all[1] as Writer };
  };
  const ends: [string, (one: Writer) => void, string[]][] = [
    [
      "joined with the one before",
      (one) =>
        change(one, () => {
          const line = $line(1);
          const before = $line(0);
          before.append(...line.getChildren());
          line.remove();
        }),
      ["가나다라", "남의 글", "마바"],
    ],
    [
      "made a list",
      (one) => {
        change(one, () => void $line(1).selectEnd());
        one.editor.dispatchCommand(INSERT_UNORDERED_LIST_COMMAND, undefined);
        one.editor.update(() => {}, { discrete: true });
      },
      ["가나", "다라", "남의 글", "마바"],
    ],
    ["deleted", (one) => change(one, () => $line(1).remove()), ["가나", "남의 글", "마바"]],
  ];

  it.each(ends)("stays, once, on all sides: a line %s", async (_, end, expected) => {
    const { all, room, a, b } = together(3);
    end(a);
    write(b, 1, "남의 글");
    await room.settle();
    for (const one of all) expect(lines(one)).toEqual(expected);
    // What is not an own step is not taken back.
    b.undo.undo();
    await room.settle();
    for (const one of all) expect(lines(one)).toEqual(expected);
  });

  it.each(ends)("stays when its writer was away for long: a line %s", async (_, end, expected) => {
    const { all, room, a, b } = together();
    room.offline(1);
    for (const letter of "남의 글") write(b, 1, letter);
    end(a);
    await room.settle();
    for (const one of all) expect(lines(one)).toEqual(expected);
  });

  it.each(ends)(
    "stays when the connection broke right after it was sent: a line %s",
    async (_, end, expected) => {
      const { all, room, a, b } = together(3);
      end(a);
      write(b, 1, "남의 글");
      room.send(0);
      room.send(1);
      room.offline(1);
      await room.settle();
      for (const one of all) expect(lines(one)).toEqual(expected);
    },
  );

  it.each(ends)("stays when its writer has opened the text anew: a line %s", async (_, end, expected) => {
    const { a, b } = together();
    write(b, 1, "남의 글");
    end(a);
    const server = new Doc();
    applyUpdate(server, encodeStateAsUpdate(a.doc));
    const anew = writer(encodeStateAsUpdate(server));
    keepOrphans(anew.editor, { doc: anew.doc, messageHandlers: [] });
    const state = encodeStateAsUpdate(b.doc);
    for (let time = 0; time < 2; time += 1) {
      applyUpdate(anew.doc, state, state);
      await meet(a, anew);
    }
    for (const one of [a, anew]) expect(lines(one)).toEqual(expected);
  });

  it("stays with its line breaks and its picture", async () => {
    const write = (one: Writer) =>
      change(one, () => {
        const image = $createImageNode({ src: "blob:1", altText: "다리" });
        $line(1).append($createLineBreakNode(), $createTextNode("남의 글"), $createLineBreakNode(), image);
      });
    const expectPieces = (...all: Writer[]) => {
      for (const one of all) {
        expect(lines(one)).toEqual(["가나", "남의 글", "마바"]);
        expect(one.pictures()).toEqual(["blob:1"]);
      }
    };
    const { room, a, b } = together();
    write(b);
    const state = encodeStateAsUpdate(b.doc);
    change(a, () => $line(1).remove());
    const anew = writer(encodeStateAsUpdate(a.doc));
    await room.settle();
    expectPieces(a, b);
    keepOrphans(anew.editor, { doc: anew.doc, messageHandlers: [] });
    applyUpdate(anew.doc, state, state);
    await meet(anew);
    expectPieces(anew);
  });

  it("stays deleted when whoever ended the line had seen it, and when its writer deleted it", async () => {
    const { all, room, a, b } = together();
    write(b, 1, "본 글");
    await room.settle();
    write(b, 1, "지운 글");
    change(b, () => {
      const text = $line(1).getFirstChild();
      if ($isElementNode(text)) return;
      $line(1).select(0, 0);
      $line(1).getAllTextNodes()[0]?.setTextContent("다라본 글");
    });
    change(a, () => $line(1).remove());
    await room.settle();
    for (const one of all) expect(lines(one)).toEqual(["가나", "마바"]);
  });

  it("stands in the order of its lines", async () => {
    const { all, room, a, b } = together();
    write(b, 1, "하나");
    write(b, 2, "둘");
    change(a, () => {
      $line(2).remove();
      $line(1).remove();
    });
    await room.settle();
    for (const one of all) expect(lines(one)).toEqual(["가나", "하나", "둘"]);
  });
});
