// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Faq } from "./faq.tsx";

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

it("is scrolled into view only for an address with its fragment", () => {
  render(<Faq />);
  expect(scrolledTo).toEqual([]);
  cleanup();
  window.location.hash = "#faq";
  render(<Faq />);
  expect(scrolledTo).toEqual(["faq"]);
});
