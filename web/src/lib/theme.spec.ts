// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { chooseTheme, chosenTheme, useTheme } from "./theme.ts";

const shown = () => document.documentElement.dataset.theme;

beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

it("follows the system without a choice and after its removal", () => {
  const { result } = renderHook(useTheme);
  expect(result.current).toBe("system");
  act(() => chooseTheme("dark"));
  expect([result.current, shown(), chosenTheme()]).toEqual(["dark", "dark", "dark"]);
  act(() => chooseTheme("system"));
  expect([result.current, shown(), chosenTheme()]).toEqual(["system", undefined, "system"]);
});

it("follows the choice of another tab and ignores unknown values", () => {
  const { result } = renderHook(useTheme);
  const elsewhere = (theme: string) => {
    localStorage.setItem("theme", theme);
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "theme" })));
  };
  elsewhere("light");
  expect([result.current, shown()]).toEqual(["light", "light"]);
  elsewhere("sepia");
  expect([result.current, shown()]).toEqual(["system", undefined]);
});
