// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { removeRecords } from "#tests/support/unsent";
import { unsent } from "./device-store.ts";
import { openFormDraft } from "./form-draft.ts";

const acorn = "uuid-of-acorn";
const penguin = "uuid-of-penguin";
const foundBy = (owner: string | null, form = "application/new/5") =>
  openFormDraft(owner, form).found?.fields;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  removeRecords();
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
  expect(unsent.all()).toEqual([]);
});

it("continues from a found draft, and leaves nothing once that is sent", () => {
  openFormDraft(acorn, "profile").keep({ name: "밤" });
  const later = openFormDraft(acorn, "profile");
  later.keep({ name: "밤톨" }, 7);
  expect(openFormDraft(acorn, "profile").found).toMatchObject({ fields: { name: "밤톨" }, since: 7 });
  expect(unsent.all()).toHaveLength(1);
  later.keep(undefined);
  expect(unsent.all()).toEqual([]);
});

it("stores what is not stored yet, and nothing else, before the page is closed", async () => {
  const put = vi.spyOn(unsent, "putNow");
  const draft = openFormDraft(acorn, "profile");
  draft.leave();
  draft.keep({ name: "밤톨" });
  draft.leave();
  expect(put.mock.calls).toEqual([[expect.objectContaining({ fields: { name: "밤톨" } })]]);
  await vi.waitFor(() => {
    put.mockClear();
    draft.leave();
    expect(put).not.toHaveBeenCalled();
  });
  draft.keep(undefined);
  draft.leave();
  expect(put).not.toHaveBeenCalled();
});

it("discards a found draft without new text", () => {
  openFormDraft(acorn, "profile").keep({ name: "밤" });
  openFormDraft(acorn, "profile").keep(undefined);
  expect(foundBy(acorn, "profile")).toBeUndefined();
});

it("lets two tabs fill in the same form without overwriting each other", () => {
  vi.useFakeTimers({ now: 1_000_000_000_000 });
  const one = openFormDraft(acorn, "profile");
  const other = openFormDraft(acorn, "profile");
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
