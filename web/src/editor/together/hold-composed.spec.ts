// @vitest-environment jsdom
import { $getRoot, $isTextNode, $setCompositionKey, type ElementNode } from "lexical";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sharedRoom } from "#tests/support/shared-room";
import { beginning, textOf, type Writer, writer } from "#tests/support/shared-writers";
import { longestHoldMs } from "./hold-composed.ts";

describe("while somebody composes a syllable", () => {
  afterEach(() => void vi.useRealTimers());
  const start = beginning("<p>가나</p><ul><li>다라</li></ul>");
  const change = ({ editor }: Writer, $fn: () => void) => editor.update($fn, { discrete: true });
  const $text = (line: number) => {
    const text = ($getRoot().getChildAtIndex(line) as ElementNode).getFirstDescendant();
    if (!$isTextNode(text)) throw new Error("no text there");
    return text;
  };
  const write = (one: Writer, line: number, text: string) =>
    change(one, () => void $text(line).setTextContent($text(line).getTextContent() + text));
  const compose = (one: Writer, line: number | null) =>
    change(one, () => $setCompositionKey(line === null ? null : $text(line).getKey()));
  const lines = (one: Writer) => textOf(one).split(/\n+/);
  function together() {
    const [a, b] = [writer(start), writer(start)];
    const room = sharedRoom([a, b], start);
    return {
      a,
      b,
      pass: async () => {
        room.send(0);
        await room.receive(1);
      },
      settle: room.settle,
    };
  }

  it.each<[string, (a: Writer) => void]>([
    ["writes in it", (a) => write(a, 0, "!")],
    ["formats it", (a) => change(a, () => void $text(0).toggleFormat("bold"))],
    ["deletes a letter of it", (a) => change(a, () => void $text(0).setTextContent("나"))],
    ["deletes it", (a) => change(a, () => void $getRoot().getFirstChild()?.remove())],
  ])("its line stays as it is when another %s, and follows with the next", async (_, act) => {
    const { a, b, pass, settle } = together();
    compose(b, 0);
    act(a);
    change(a, () => void $getRoot().getAllTextNodes().at(-1)?.setTextContent("다라마"));
    const before = b.editor.getEditorState();
    await pass();
    expect(b.editor.getEditorState()).toBe(before);
    compose(b, null);
    await settle();
    expect(lines(b)).toContain("다라마");
    expect(b.editor.getEditorState().toJSON()).toEqual(a.editor.getEditorState().toJSON());
  });

  it("an item of a list stays when its list is deleted", async () => {
    const { a, b, pass } = together();
    compose(b, 1);
    change(a, () => void $getRoot().getLastChild()?.remove());
    await pass();
    expect(lines(b)).toEqual(["가나", "다라"]);
  });

  it("other lines go on, and lines come beside it", async () => {
    const { a, b, pass } = together();
    compose(b, 0);
    write(a, 1, "마");
    change(
      a,
      () => void $getRoot().getFirstChild()?.insertAfter($text(1).getParentOrThrow().getParentOrThrow()),
    );
    await pass();
    expect(lines(b)).toEqual(["가나", "다라마"]);
  });

  it("what waits comes in when the syllable takes too long", async () => {
    const { a, b, pass } = together();
    compose(b, 0);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    write(a, 0, "!");
    const passed = pass();
    await vi.advanceTimersByTimeAsync(longestHoldMs - 1);
    await passed;
    expect(lines(b)[0]).toBe("가나");
    await vi.advanceTimersByTimeAsync(1);
    expect(lines(b)[0]).toBe("가나!");
  });
});
