// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { deviceEntries } from "./entries.ts";

const full = () => {
  throw new DOMException("full", "QuotaExceededError");
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it("stores entries on the device", () => {
  deviceEntries.set("a", "1");
  expect([localStorage.getItem("a"), deviceEntries.get("a"), deviceEntries.names()]).toEqual([
    "1",
    "1",
    ["a"],
  ]);
  deviceEntries.remove("a");
  expect([deviceEntries.get("a"), deviceEntries.names()]).toEqual([null, []]);
});

it.each([undefined, null])("keeps entries until the page is left if storage is %s", (storage) => {
  vi.stubGlobal("localStorage", storage);
  deviceEntries.set("a", "1");
  expect([deviceEntries.get("a"), deviceEntries.names()]).toEqual(["1", ["a"]]);
  deviceEntries.remove("a");
  expect([deviceEntries.get("a"), deviceEntries.names()]).toEqual([null, []]);
});

it("returns the newest value of an entry for which there is no room", () => {
  deviceEntries.set("a", "old");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(full);
  deviceEntries.set("a", "new");
  expect(deviceEntries.get("a")).toBe("new");
  vi.restoreAllMocks();
  deviceEntries.set("a", "newest");
  expect([localStorage.getItem("a"), deviceEntries.names()]).toEqual(["newest", ["a"]]);
  deviceEntries.remove("a");
});
