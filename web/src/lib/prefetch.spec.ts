// @vitest-environment jsdom
import { fireEvent } from "@testing-library/dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prefetchLinks } from "./prefetch.ts";

const bring = vi.fn();
let stop: () => void;

const link = (html: string) => {
  document.body.innerHTML = html;
  return document.querySelector("[data-here]") as HTMLElement;
};

beforeEach(() => {
  stop = prefetchLinks(bring);
});
afterEach(() => {
  stop();
  bring.mockClear();
});

it("brings the page of a link once, when it is pointed at or reached with the keyboard", () => {
  const inside = link('<a href="/team-list?x=1"><b data-here>팀</b></a>');
  fireEvent.pointerOver(inside);
  fireEvent.focusIn(inside);
  expect(bring.mock.calls).toEqual([["/team-list"]]);
});

it("leaves links alone that lead elsewhere, into a new tab or nowhere new", () => {
  fireEvent.pointerOver(link('<a data-here href="https://elsewhere.example/team-list">x</a>'));
  fireEvent.pointerOver(link('<a data-here href="/team-list" target="_blank">x</a>'));
  fireEvent.pointerOver(link(`<a data-here href="${window.location.pathname}">x</a>`));
  fireEvent.pointerOver(link("<button data-here>x</button>"));
  expect(bring).not.toHaveBeenCalled();
});

it("stops when told so", () => {
  stop();
  fireEvent.pointerOver(link('<a data-here href="/team-list">x</a>'));
  expect(bring).not.toHaveBeenCalled();
});
