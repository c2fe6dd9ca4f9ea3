import { expect, it } from "vitest";
import { Doc } from "yjs";
import { applyEdit, editBetween, movedBy } from "./text-edit.ts";

it("returns the difference of two texts as one edit", () => {
  expect(editBetween("가나다", "가라다")).toEqual({ index: 1, removed: 1, inserted: "라" });
  expect(editBetween("aa", "aaa")).toEqual({ index: 2, removed: 0, inserted: "a" });
  expect(editBetween("가", "")).toEqual({ index: 0, removed: 1, inserted: "" });
});

it.each([
  ["writes and deletes as the field did", "제목", "글 제", "제목", "글 제"],
  ["keeps what others wrote before and behind meanwhile", "제목", "제목들", "앞 제목 뒤", "앞 제목 뒤들"],
  ["deletes nothing where others wrote meanwhile", "제목", "", "새 제목", "새 제목"],
])("%s", (_, before, after, now, expected) => {
  const text = new Doc().getText("title");
  text.insert(0, now);
  applyEdit(text, before, after);
  expect(text.toString()).toBe(expected);
});

it("moves a caret behind text inserted before it, and keeps one in front of it", () => {
  const edit = editBetween("가다", "가나다");
  expect(movedBy(edit, 2)).toBe(3);
  expect(movedBy(edit, 0)).toBe(0);
});
