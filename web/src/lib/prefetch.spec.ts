// @vitest-environment jsdom
import { fireEvent } from "@testing-library/dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prefetchLinks } from "./prefetch.ts";

const prefetch = vi.fn();
let stop: () => void;

const link = (html: string) => {
  document.body.innerHTML = html;
  return document.querySelector("[data-here]") as HTMLElement;
};
const rest = () => vi.advanceTimersByTime(60);

beforeEach(() => {
  vi.useFakeTimers();
  stop = prefetchLinks(prefetch);
});
afterEach(() => {
  stop();
  prefetch.mockClear();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "connection");
});

it("prefetches the page of a link on which a pointer or the focus rests, once per rest", () => {
  const inside = link('<a href="/team-list?page=2"><b data-here>팀</b><i>들</i></a><p>x</p>');
  fireEvent.pointerOver(inside);
  fireEvent.pointerOver(document.querySelector("i") as Element);
  expect(prefetch).not.toHaveBeenCalled();
  rest();
  rest();
  expect(prefetch.mock.calls).toEqual([["/team-list?page=2"]]);
  fireEvent.pointerOver(document.querySelector("p") as Element);
  fireEvent.focusIn(inside);
  rest();
  expect(prefetch).toHaveBeenCalledTimes(2);
});

it("prefetches nothing for links that a pointer only crosses or that the focus passes", () => {
  fireEvent.pointerOver(link('<a data-here href="/team-list">팀</a><p>x</p>'));
  vi.advanceTimersByTime(59);
  fireEvent.pointerOver(document.querySelector("p") as Element);
  rest();
  fireEvent.focusIn(document.querySelector("a") as Element);
  fireEvent.focusOut(document.querySelector("a") as Element);
  rest();
  expect(prefetch).not.toHaveBeenCalled();
});

it("does not delay for a touch", () => {
  fireEvent.touchStart(link('<a data-here href="/team-list">팀</a>'));
  vi.advanceTimersByTime(0);
  expect(prefetch.mock.calls).toEqual([["/team-list"]]);
});

it("ignores links that lead elsewhere, into a new tab or to the same page", () => {
  for (const html of [
    '<a data-here href="https://elsewhere.example/team-list">x</a>',
    '<a data-here href="/team-list" target="_blank">x</a>',
    `<a data-here href="${window.location.pathname}">x</a>`,
    "<button data-here>x</button>",
  ]) {
    fireEvent.pointerOver(link(html));
    rest();
  }
  expect(prefetch).not.toHaveBeenCalled();
});

it("prefetches nothing with Save-Data, and stops when aborted", () => {
  stop();
  fireEvent.pointerOver(link('<a data-here href="/team-list">x</a>'));
  rest();
  Object.assign(navigator, { connection: { saveData: true } });
  stop = prefetchLinks(prefetch);
  fireEvent.pointerOver(link('<a data-here href="/team-list">x</a>'));
  rest();
  expect(prefetch).not.toHaveBeenCalled();
});
