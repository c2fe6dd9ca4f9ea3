// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Faq, questions } from "./faq.tsx";

const answers = () => questions.filter(({ answer }) => screen.queryByText(answer)?.hidden === false).length;
const button = (at: number) => screen.getByRole("button", { name: questions[at]!.question });
const scrolledTo: string[] = [];

beforeEach(() => {
  scrolledTo.length = 0;
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    scrolledTo.push(this.id);
  });
});
afterEach(() => {
  cleanup();
  window.location.hash = "";
});

it("answers one of five questions at a time, or none", () => {
  render(<Faq />);
  expect(questions).toHaveLength(5);
  expect(answers()).toBe(1);
  fireEvent.click(button(3));
  expect(answers()).toBe(1);
  expect(button(3).getAttribute("aria-expanded")).toBe("true");
  expect(button(0).getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(button(3));
  expect(answers()).toBe(0);
});

it("comes into view when the address asks for it, not otherwise", () => {
  render(<Faq />);
  expect(scrolledTo).toEqual([]);
  cleanup();
  window.location.hash = "#faq";
  render(<Faq />);
  expect(scrolledTo).toEqual(["faq"]);
});
