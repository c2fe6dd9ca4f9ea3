// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useEmbla } from "./use-embla.ts";

const row = vi.hoisted(() => ({ scrollNext: vi.fn(), destroy: vi.fn(), onMade: () => {} }));
vi.mock("embla-carousel", () => ({
  default: () => {
    queueMicrotask(() => row.onMade());
    return row;
  },
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Slides() {
  const [viewport, , take] = useEmbla({});
  return (
    <div ref={viewport}>
      <button type="button" onClick={() => take((embla) => embla.scrollNext())}>
        다음
      </button>
    </div>
  );
}

it("takes steps that were requested before the row could move, each once", async () => {
  let comeNear = (): void => {};
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(report: (entries: unknown[]) => void) {
        comeNear = () => report([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
  render(<Slides />);
  const press = () => fireEvent.click(screen.getByRole("button", { name: "다음" }));
  press();
  press();
  expect(row.scrollNext).not.toHaveBeenCalled();
  // The row can move already, but the page has not rendered it yet.
  row.onMade = press;
  act(() => comeNear());
  await vi.waitFor(() => expect(row.scrollNext).toHaveBeenCalledTimes(3));
  await act(async () => {});
  press();
  expect(row.scrollNext).toHaveBeenCalledTimes(4);
});
