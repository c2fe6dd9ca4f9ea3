// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Usage } from "./usage.tsx";

const embla = vi.hoisted(() => {
  // jsdom has none, and without it React listens to the prefixed name of the event.
  Object.assign(globalThis, { AnimationEvent: Event });
  const listeners = new Map<string, () => void>();
  const api = {
    selectedScrollSnap: () => 0,
    canScrollPrev: () => true,
    canScrollNext: () => true,
    scrollPrev: vi.fn(),
    scrollNext: vi.fn(),
    on: (name: string, listener: () => void) => {
      listeners.set(name, listener);
      return api;
    },
    off: () => api,
  };
  return { api, listeners };
});
vi.mock("#web/lib/use-embla.ts", () => ({
  useEmbla: () => [() => {}, embla.api, (step: (row: unknown) => void) => step(embla.api)],
}));

let see: (isIntersecting: boolean) => void;
const turning = () => screen.queryByTestId("turning");
const pause = () => fireEvent.click(screen.getByRole("button", { name: "자동 넘김 멈추기" }));

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(report: (entries: unknown[]) => void) {
        see = (isIntersecting) => act(() => report([{ isIntersecting }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  render(<Usage />);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

describe("the usage slides", () => {
  it("turn by themselves while they are seen, and only then", () => {
    expect(turning()).toBeNull();
    see(true);
    fireEvent.animationEnd(turning()!);
    expect(embla.api.scrollNext).toHaveBeenCalledTimes(1);
    see(false);
    expect(turning()).toBeNull();
  });

  it("stop at the button and go on at the button", () => {
    see(true);
    pause();
    expect(turning()).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "자동 넘김 시작하기" }));
    expect(turning()).not.toBeNull();
  });

  it.each([
    ["the arrow button", () => fireEvent.click(screen.getByRole("button", { name: "다음 사용법" })), 1],
    [
      "a key",
      () => fireEvent.keyDown(screen.getByRole("button", { name: /멈추기/ }), { key: "ArrowRight" }),
      1,
    ],
    ["a finger", () => act(() => embla.listeners.get("pointerDown")?.()), 0],
  ])("stop for good when taken in hand by %s", (_, take, steps) => {
    see(true);
    take();
    expect(embla.api.scrollNext).toHaveBeenCalledTimes(steps);
    expect(turning()).toBeNull();
    see(true);
    expect(turning()).toBeNull();
  });

  it("leave keys with modifiers to the browser", () => {
    fireEvent.keyDown(screen.getByRole("button", { name: /멈추기/ }), { key: "ArrowLeft", altKey: true });
    expect(embla.api.scrollPrev).not.toHaveBeenCalled();
  });
});
