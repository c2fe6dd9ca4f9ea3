// @vitest-environment jsdom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EditorHandle } from "../editor-handle.ts";
import type { SharedState } from "./shared-text.ts";
import { useBeginAnew, type WritingPlace } from "./use-begin-anew.ts";

afterEach(cleanup);

const place: WritingPlace = { field: "body", caret: { path: [0], offset: 1 } };
const elsewhere: WritingPlace = { field: "body", caret: { path: [2], offset: 7 } };

/** A screen that was given `place`, in an editor whose caret is at `caretNow`. */
function screenWith(returnTo: WritingPlace | null) {
  const onBegunAnew = vi.fn();
  const focusAt = vi.fn();
  const editor = { caretNow: null as WritingPlace | null };
  const handle = {
    caret: () => (editor.caretNow?.field === "body" ? editor.caretNow.caret : null),
    focusAt,
  } as unknown as EditorHandle;
  const title = { current: null };
  const refs = { title, editor: { current: handle } };
  const { rerender } = renderHook(
    ({ sharedState }: { sharedState: SharedState }) =>
      useBeginAnew({
        sharedState,
        isEditing: true,
        isOpen: sharedState === "together",
        ...refs,
        returnTo,
        onBegunAnew,
      }),
    { initialProps: { sharedState: "connecting" as SharedState } },
  );
  return { become: (sharedState: SharedState) => rerender({ sharedState }), onBegunAnew, focusAt, editor };
}

describe("a text that is over", () => {
  it("hands on where the person was writing", () => {
    const screen = screenWith(null);
    screen.become("together");
    screen.editor.caretNow = place;
    screen.become("over");
    expect(screen.onBegunAnew).toHaveBeenCalledExactlyOnceWith(place);
  });

  it("hands on the place that it was given when it never opened", () => {
    const screen = screenWith(place);
    screen.become("over");
    expect(screen.focusAt).not.toHaveBeenCalled();
    expect(screen.onBegunAnew).toHaveBeenCalledExactlyOnceWith(place);
  });

  it("forgets that place once the person has been brought back and has left", () => {
    const screen = screenWith(place);
    screen.become("together");
    expect(screen.focusAt).toHaveBeenCalledExactlyOnceWith({ path: [0], offset: 1 });
    screen.become("over");
    expect(screen.onBegunAnew).toHaveBeenCalledExactlyOnceWith(null);
  });

  it("hands on the newer place of somebody who was brought back and wrote on", () => {
    const screen = screenWith(place);
    screen.become("together");
    screen.editor.caretNow = elsewhere;
    screen.become("over");
    expect(screen.onBegunAnew).toHaveBeenCalledExactlyOnceWith(elsewhere);
  });
});
