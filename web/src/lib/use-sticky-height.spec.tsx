// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { useStickyHeight } from "./use-sticky-height.ts";

let resize = () => {};
let heights: Readonly<Record<string, number>>;
const toolsHeight = () => document.documentElement.style.getPropertyValue("--tools-height");

function Tools() {
  const tools = useRef<HTMLDivElement>(null);
  useStickyHeight("--tools-height", tools);
  return (
    <div ref={tools} id="outer">
      <p id="row" />
      <p id="tags" />
    </div>
  );
}

function show(first: typeof heights) {
  heights = first;
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(function (this: HTMLElement) {
    return heights[this.id] ?? 0;
  });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        resize = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  return render(<Tools />);
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("sets the height and its changes, and removes it at the end", () => {
  const { unmount } = show({ outer: 104, row: 51, tags: 53 });
  expect(toolsHeight()).toBe("104px");
  heights = { outer: 149 };
  resize();
  expect(toolsHeight()).toBe("149px");
  unmount();
  expect(toolsHeight()).toBe("");
});

it("has the height of its first child if it has no box of its own", () => {
  show({ row: 149, tags: 105 });
  expect(toolsHeight()).toBe("149px");
});
