// @vitest-environment jsdom
import { $createListItemNode, $isListNode, type ListNode } from "@lexical/list";
import { $createParagraphNode, $createTextNode, $getRoot } from "lexical";
import { expect, it } from "vitest";
import { meet, seedWith, type Writer, writer } from "#tests/support/shared-writers";
import { $bodyHtml } from "../html-out.ts";
import { $createImageNode, $images } from "../pictures/image-node.tsx";

const addPicture = ({ editor }: Writer, src: string) =>
  editor.update(
    () => void $getRoot().append($createParagraphNode().append($createImageNode({ src, altText: "" }))),
    { discrete: true },
  );

it("keeps the same one of two concurrently inserted pictures, and notifies the member whose picture is removed", async () => {
  const a = writer();
  const b = writer();
  addPicture(a, "blob:a");
  addPicture(b, "blob:b");
  await meet(a, b);
  expect(a.pictures()).toHaveLength(1);
  expect(b.pictures()).toEqual(a.pictures());
  const [loser, keeper] = a.pictures()[0] === "blob:a" ? [b, a] : [a, b];
  expect(loser.onSecondImage).toHaveBeenCalledTimes(1);
  expect(keeper.onSecondImage).not.toHaveBeenCalled();
});

it("keeps one picture after three concurrent insertions", async () => {
  const all = [writer(), writer(), writer()];
  all.forEach((one, i) => void addPicture(one, `blob:${i}`));
  await meet(...all);
  expect(new Set(all.map((one) => String(one.pictures())).values()).size).toBe(1);
  expect(all[0]?.pictures()).toHaveLength(1);
});

it("does not restore the removed picture on undo", async () => {
  const a = writer();
  const b = writer();
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

it("lets a co-editor insert the first picture and replace it", async () => {
  const a = writer();
  const b = writer();
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

it("keeps a list that two members emptied for the member who types in it, while another edits beside it", async () => {
  const start = seedWith("<p>앞</p><ul><li>하나</li><li>둘</li></ul>");
  const a = writer(start);
  const b = writer(start);
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
