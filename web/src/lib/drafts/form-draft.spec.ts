// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { forgetEntriesOf } from "../storage/entries.ts";
import { openFormDraft } from "./form-draft.ts";

const [acorn, penguin] = ["uuid-of-acorn", "uuid-of-penguin"];
const foundBy = (owner: string | null, form = "application/new/5") => openFormDraft(owner, form).found?.words;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
});

it("offers the values left in a form only to its member and in that form", () => {
  openFormDraft(acorn, "application/new/5").keep({ text: "매일 두 문제" });
  expect(foundBy(acorn)).toEqual({ text: "매일 두 문제" });
  expect(foundBy(penguin)).toBeUndefined();
  expect(foundBy(null)).toBeUndefined();
  expect(foundBy(acorn, "application/new/51")).toBeUndefined();
  expect(foundBy(acorn, "application/new")).toBeUndefined();
});

it("stores nothing without a member", () => {
  openFormDraft(null, "enroll").keep({ name: "밤톨" });
  expect(localStorage).toHaveLength(0);
});

it("continues from a found draft, and leaves nothing once that is sent", () => {
  openFormDraft(acorn, "profile").keep({ name: "밤" });
  const later = openFormDraft(acorn, "profile");
  later.keep({ name: "밤톨" }, 7);
  expect(openFormDraft(acorn, "profile").found).toMatchObject({ words: { name: "밤톨" }, since: 7 });
  expect(localStorage).toHaveLength(1);
  later.keep(undefined);
  expect(localStorage).toHaveLength(0);
});

it("discards a found draft without new text", () => {
  openFormDraft(acorn, "profile").keep({ name: "밤" });
  openFormDraft(acorn, "profile").keep(undefined);
  expect(foundBy(acorn, "profile")).toBeUndefined();
});

it("lets two tabs fill in the same form without overwriting each other", () => {
  vi.useFakeTimers({ now: 1_000_000_000_000 });
  const [one, other] = [openFormDraft(acorn, "profile"), openFormDraft(acorn, "profile")];
  one.keep({ name: "하나" });
  vi.advanceTimersByTime(1);
  other.keep({ name: "둘" });
  expect(foundBy(acorn, "profile")).toEqual({ name: "둘" });
  other.keep(undefined);
  expect(foundBy(acorn, "profile")).toEqual({ name: "하나" });
});

it("keeps what its tab has changed since it was found in another", () => {
  vi.useFakeTimers({ now: 1_000_000_000_000 });
  const first = openFormDraft(acorn, "profile");
  first.keep({ name: "하나" });
  const second = openFormDraft(acorn, "profile");
  vi.advanceTimersByTime(1);
  first.keep({ name: "하나 더" });
  second.keep(undefined);
  expect(foundBy(acorn, "profile")).toEqual({ name: "하나 더" });
});

it("deletes drafts older than a year, and all drafts of a member who leaves", () => {
  vi.useFakeTimers({ now: 1_000_000_000_000 });
  openFormDraft(acorn, "profile").keep({ name: "밤" });
  vi.advanceTimersByTime(366 * 86_400_000);
  openFormDraft(penguin, "profile").keep({ name: "펭귄" });
  expect(foundBy(acorn, "profile")).toBeUndefined();
  expect(localStorage).toHaveLength(1);
  forgetEntriesOf(acorn);
  expect(localStorage).toHaveLength(1);
  forgetEntriesOf(penguin);
  expect(localStorage).toHaveLength(0);
});

it("works if the browser stores nothing, and ignores entries of another shape", () => {
  const at = Date.now();
  const ofOtherReleases = [{ words: {} }, { at, words: { name: 5 } }, 5].map((entry) =>
    JSON.stringify(entry),
  );
  for (const strange of ["{", ...ofOtherReleases]) {
    localStorage.setItem(`form-draft:${acorn}:profile:x`, strange);
    expect(foundBy(acorn, "profile"), strange).toBeUndefined();
  }
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(() => openFormDraft(acorn, "profile").keep({ name: "밤" })).not.toThrow();
});
