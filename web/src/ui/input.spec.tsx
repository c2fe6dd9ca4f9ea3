// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Announcer } from "./announcer.tsx";
import { limited, TextInput } from "./input.tsx";

function Name({ max = 3 }: { max?: number }) {
  const [name, setName] = useState("");
  return <TextInput label="닉네임" max={max} value={name} onText={setName} hint="필수" />;
}
function Query() {
  const [query, setQuery] = useState("");
  return <input aria-label="닉네임" value={query} {...limited(3, setQuery)} />;
}
const box = () => screen.getByLabelText<HTMLInputElement>("닉네임");
const described = () =>
  (box().getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent);
const type = (value: string) => fireEvent.change(box(), { target: { value } });

afterEach(cleanup);

describe("a text with a maximum length", () => {
  it("counts user-perceived characters", () => {
    render(<Name />);
    type("👨‍👩‍👧각");
    expect(screen.getByText(/\/3자/).textContent).toContain("2/3자");
  });

  it("keeps what exceeds it, and is then named as wrong", () => {
    render(<Name />);
    type("가나👨‍👩‍👧");
    expect([box().getAttribute("aria-invalid"), described()]).toEqual([null, ["필수"]]);
    type("가나👨‍👩‍👧라");
    expect(box().value).toBe("가나👨‍👩‍👧라");
    expect([box().getAttribute("aria-invalid"), described()]).toEqual(["true", ["3자까지 쓸 수 있어요"]]);
  });

  it("connects label and hint to the control, and the counter to neither", () => {
    render(<Name />);
    expect(described()).toEqual(["필수"]);
    expect(box().labels?.[0]?.textContent).toBe("닉네임");
  });

  it("is counted aloud after a pause near the limit, and not before", () => {
    vi.useFakeTimers();
    render(
      <>
        <Announcer />
        <Name max={10} />
      </>,
    );
    const heard = (value: string) => {
      type(value);
      act(() => vi.runOnlyPendingTimers());
      return screen.getByRole("status").textContent;
    };
    expect(heard("가".repeat(8))).toBe("");
    type("가".repeat(10));
    expect(heard("가".repeat(9))).toBe("10자 중 9자");
    vi.useRealTimers();
  });
});

describe("a text that is cut", () => {
  it("accepts no more characters than allowed, but whole ones", () => {
    render(<Query />);
    type("가나👨‍👩‍👧라");
    expect(box().value).toBe("가나👨‍👩‍👧");
  });

  it("removes excess typed in the middle, not the text behind it, and keeps the caret there", () => {
    render(<Query />);
    type("가나");
    setNative(box(), "가XYZ나");
    box().setSelectionRange(4, 4);
    fireEvent(box(), new InputEvent("input", { bubbles: true }));
    expect(box().value).toBe("가X나");
    expect(box().selectionStart).toBe(2);
  });

  it("does not cut a syllable during a composition, but afterwards", () => {
    render(<Query />);
    fireEvent.compositionStart(box());
    fireEvent(
      box(),
      Object.assign(new InputEvent("input", { bubbles: true, isComposing: true }), {
        _: setNative(box(), "가나다ㄹ"),
      }),
    );
    expect(box().value).toBe("가나다ㄹ");
    fireEvent.compositionEnd(box());
    expect(box().value).toBe("가나다");
  });

  it("is cut even if the caret was moved before the excess", () => {
    render(<Query />);
    setNative(box(), "가나다라");
    box().setSelectionRange(0, 0);
    fireEvent.compositionEnd(box());
    expect(box().value).toBe("가나다");
    expect(box().selectionStart).toBe(0);
  });
});

/** React detects a change only if the value was set past its own setter. */
function setNative(input: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
}
