// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { FoldedText } from "./folded-text.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = (text: string) => {
  render(<FoldedText text={text} lines={3} of="name" />);
  const paragraph = document.querySelector("p") as HTMLElement;
  return { paragraph, box: paragraph.parentElement as HTMLElement };
};
const button = () => screen.queryByRole("button");

it.each([
  ["one that is short in every column", "가".repeat(3 * 22)],
  ["Latin letters, which are half as wide", "a".repeat(2 * 3 * 22)],
  ["few lines", "하나\n둘\n셋"],
])("leaves %s as it is", (_, text) => {
  const { paragraph, box } = show(text);
  expect([button(), paragraph.className, box.className]).toEqual([null, "", ""]);
});

it.each([
  ["a text of many syllables", "가".repeat(3 * 46 + 1), ""],
  ["many lines", "하나\n\n둘\n셋", ""],
  ["one that is long in a narrow column, there alone", "가".repeat(3 * 22 + 1), "narrow"],
])("folds %s", (_, text, where) => {
  const { paragraph, box } = show(text);
  expect(button()?.textContent).toBe("더 보기");
  expect(paragraph.className).toContain("folded");
  expect(box.className).toContain(where);
});

it("unfolds a text and keeps it in view when it is folded again, without an observer", () => {
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => then());
  vi.stubGlobal("ResizeObserver", undefined);
  const { paragraph } = show("가".repeat(300));
  const state = () => [
    button()?.textContent,
    button()?.getAttribute("aria-expanded"),
    paragraph.className !== "",
  ];
  expect(state()).toEqual(["더 보기", "false", true]);
  expect(button()?.getAttribute("aria-controls")).toBe(paragraph.id);
  expect(button()?.getAttribute("aria-describedby")).toBe("name");
  fireEvent.click(button() as HTMLElement);
  expect(state()).toEqual(["접기", "true", false]);
  expect(Element.prototype.scrollIntoView).not.toHaveBeenCalled();
  fireEvent.click(button() as HTMLElement);
  expect(state()).toEqual(["더 보기", "false", true]);
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledWith({ block: "nearest" });
});
