// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { afterPictures, ExamplePanel } from "./example-panel.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const panel = () => screen.getByRole("region", { name: "작성 예시" });
const contentIs = (height: number) =>
  vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(height);

it("is at least 114 px high, and is measured again when the window is resized", () => {
  contentIs(0);
  render(<ExamplePanel />);
  fireEvent.click(screen.getByRole("button", { name: "펼쳐서 확인하기" }));
  expect(panel().style.height).toBe("114px");
  contentIs(900);
  act(() => void window.dispatchEvent(new Event("resize")));
  expect(panel().style.height).toBe("1014px");
});

it("waits for pictures with at most ten polls every 100 ms", () => {
  const element = document.createElement("div");
  const picture = element.appendChild(document.createElement("img"));
  let complete = false;
  Object.defineProperty(picture, "complete", { get: () => complete });

  const loaded = vi.fn();
  afterPictures(element, loaded);
  vi.advanceTimersByTime(300);
  expect(loaded).not.toHaveBeenCalled();
  complete = true;
  vi.advanceTimersByTime(100);
  expect(loaded).toHaveBeenCalledOnce();

  complete = false;
  const never = vi.fn();
  afterPictures(element, never);
  vi.advanceTimersByTime(999);
  expect(never).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(never).toHaveBeenCalledOnce();

  const stopped = vi.fn();
  afterPictures(element, stopped)();
  vi.advanceTimersByTime(2000);
  expect(stopped).not.toHaveBeenCalled();
});
