// @vitest-environment jsdom
import { $getRoot, $isTextNode, type ElementNode } from "lexical";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sharedRoom } from "#tests/support/shared-room";
import { seedWith, textOf, type Writer, writer } from "#tests/support/shared-writers";
import { maxHoldMs, pauseMs } from "./hold-while-composing.ts";

describe("while an input method composes", () => {
  afterEach(() => void vi.useRealTimers());
  const start = seedWith("<p>가나</p><ul><li>다라</li></ul>");
  const change = ({ editor }: Writer, $fn: () => void) => editor.update($fn, { discrete: true });
  const $text = (line: number) => {
    const text = ($getRoot().getChildAtIndex(line) as ElementNode).getFirstDescendant();
    if (!$isTextNode(text)) throw new Error("no text there");
    return text;
  };
  const write = (one: Writer, line: number, text: string) =>
    change(one, () => void $text(line).setTextContent($text(line).getTextContent() + text));
  const compose = (type: "compositionstart" | "compositionend") =>
    document.dispatchEvent(new CompositionEvent(type));
  const lines = (one: Writer) => textOf(one).split(/\n+/);
  function together() {
    const a = writer(start);
    const b = writer(start);
    const room = sharedRoom([a, b], start);
    return {
      a,
      b,
      pass: async () => {
        room.send(0);
        await room.receive(1);
      },
    };
  }

  it.each<[string, (a: Writer) => void]>([
    ["write", (a) => write(a, 0, "!")],
    ["format", (a) => change(a, () => void $text(0).toggleFormat("bold"))],
    ["delete from it", (a) => change(a, () => void $text(0).setTextContent("나"))],
  ])("its text stays as it is when others %s, and takes all of it in afterwards", async (_, act) => {
    const { a, b, pass } = together();
    compose("compositionstart");
    act(a);
    write(a, 1, "마");
    const before = b.editor.getEditorState();
    await pass();
    expect(b.editor.getEditorState()).toBe(before);
    compose("compositionend");
    await vi.waitFor(() => expect(lines(b)).toContain("다라마"));
    expect(b.editor.getEditorState().toJSON()).toEqual(a.editor.getEditorState().toJSON());
  });

  it("and while syllables are written without a composition, until a pause", async () => {
    const { a, b, pass } = together();
    const type = (data: string) => document.dispatchEvent(new InputEvent("input", { data }));
    type("a");
    write(a, 1, "마");
    await pass();
    expect(lines(b)).toContain("다라마");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    type("하");
    write(a, 0, "!");
    const passed = pass();
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
    type("한");
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
    await passed;
    expect(lines(b)[0]).toBe("가나");
    await vi.advanceTimersByTimeAsync(10);
    expect(lines(b)[0]).toBe("가나!");
  });

  it("updates wait for at most three seconds", async () => {
    const { a, b, pass } = together();
    compose("compositionstart");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    write(a, 0, "!");
    const passed = pass();
    await vi.advanceTimersByTimeAsync(maxHoldMs - 1);
    await passed;
    expect(lines(b)[0]).toBe("가나");
    await vi.advanceTimersByTimeAsync(1);
    expect(lines(b)[0]).toBe("가나!");
    compose("compositionend");
  });
});
