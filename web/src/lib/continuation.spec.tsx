// @vitest-environment jsdom
import { act, cleanup } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { logIn, openPage } from "#tests/support/page.tsx";
import {
  type ContinuedAction,
  continueAfterLogin,
  takeContinuation,
  useContinuation,
} from "./continuation.ts";

const go = vi.fn();
beforeEach(() => go.mockReset());

function open(action: ContinuedAction, path: string, isReady = true) {
  const Page = () => {
    useContinuation(action, isReady, go);
    return null;
  };
  return openPage({ "/invite/:token": Page }, path);
}

it("continues once after the login, on the same path", () => {
  continueAfterLogin("join-by-invitation", "/invite/a");
  open("join-by-invitation", "/invite/a");
  expect(go).not.toHaveBeenCalled();
  act(() => logIn());
  expect(go).toHaveBeenCalledOnce();
  act(() => logIn("2a7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c22"));
  expect(go).toHaveBeenCalledOnce();
  expect(sessionStorage.getItem("continuation")).toBeNull();
});

it("waits until the page is ready", () => {
  logIn();
  continueAfterLogin("join-by-invitation", "/invite/a");
  open("join-by-invitation", "/invite/a", false);
  expect(go).not.toHaveBeenCalled();
  cleanup();
  logIn();
  continueAfterLogin("join-by-invitation", "/invite/a");
  open("join-by-invitation", "/invite/a");
  expect(go).toHaveBeenCalledOnce();
});

it.each<[string, ContinuedAction, string]>([
  ["on another path", "join-by-invitation", "/invite/b"],
  ["for another action", "apply", "/invite/a"],
])("does nothing %s, and nothing by an address alone", (_, action, path) => {
  logIn();
  open(action, "/invite/a?continuation=join-by-invitation");
  continueAfterLogin("join-by-invitation", "/invite/a");
  open(action, path);
  expect(go).not.toHaveBeenCalled();
});

it.each([
  [15 * 60_000, true],
  [15 * 60_000 + 1, false],
  [-1, false],
])("is still valid after %d ms: %s", (later, isValid) => {
  vi.useFakeTimers({ now: 1_000_000_000_000 });
  continueAfterLogin("open-password", "/team-dashboard/12");
  vi.setSystemTime(1_000_000_000_000 + later);
  expect(takeContinuation("open-password", "/team-dashboard/12")).toBe(isValid);
  vi.useRealTimers();
});

it("ignores an unreadable entry", () => {
  sessionStorage.setItem("continuation", "{");
  expect(takeContinuation("apply", "/")).toBe(false);
});
