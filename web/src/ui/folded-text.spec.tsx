// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FoldedText } from "./folded-text.tsx";

const lineHeight = 26;
let linesThere: number;
let measureAgain = () => {};

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(() => linesThere * lineHeight);
  vi.spyOn(window, "getComputedStyle").mockReturnValue({
    lineHeight: `${lineHeight}px`,
  } as CSSStyleDeclaration);
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(onResize: () => void) {
        measureAgain = onResize;
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = () => render(<FoldedText text="긴 글" lines={6} of="name" />);
const button = () => screen.queryByRole("button");

it("offers no button if too little is hidden", () => {
  linesThere = 8;
  show();
  expect(button()).toBeNull();
  expect(screen.getByText("긴 글").parentElement?.className).toBe("");
});

it("folds a long text, unfolds it and keeps it in view when it is folded again", () => {
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => then());
  linesThere = 140;
  show();
  const box = screen.getByText("긴 글").parentElement as HTMLElement;
  const state = () => [button()?.textContent, button()?.getAttribute("aria-expanded"), box.className !== ""];
  expect(state()).toEqual(["더 보기", "false", true]);
  expect(button()?.getAttribute("aria-controls")).toBe(box.id);
  expect(button()?.getAttribute("aria-describedby")).toBe("name");
  fireEvent.click(button() as HTMLElement);
  expect(state()).toEqual(["접기", "true", false]);
  expect(Element.prototype.scrollIntoView).not.toHaveBeenCalled();
  fireEvent.click(button() as HTMLElement);
  expect(state()).toEqual(["더 보기", "false", true]);
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledWith({ block: "nearest" });
});

it("measures again when the number of lines changes", () => {
  linesThere = 4;
  show();
  linesThere = 12;
  act(() => measureAgain());
  expect(button()?.textContent).toBe("더 보기");
});
