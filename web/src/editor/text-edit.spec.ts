import { expect, it } from "vitest";
import { Doc } from "yjs";
import { applyEdit, editBetween, fork, movedBy, rejoin } from "./text-edit.ts";

function written(content: string): Doc {
  const doc = new Doc();
  doc.getText("title").insert(0, content);
  return doc;
}

it("makes one edit of the difference of two texts", () => {
  expect(editBetween("가나다", "가라다")).toEqual({ index: 1, removed: 1, inserted: "라" });
  expect(editBetween("aa", "aaa")).toEqual({ index: 2, removed: 0, inserted: "a" });
  expect(editBetween("가", "")).toEqual({ index: 0, removed: 1, inserted: "" });
});

it("keeps what others wrote before and behind, while a syllable was in the making", () => {
  const doc = written("제목");
  const mine = fork(doc);
  for (const theirs of ["앞 제목", "앞 제목 뒤"]) applyEdit(doc.getText("title"), theirs);
  applyEdit(mine.getText("title"), "제목들");
  rejoin(doc, mine);
  expect(doc.getText("title").toString()).toMatch(/^앞 제목(들 뒤| 뒤들)$/);
});

it("takes away nothing that others wrote", () => {
  const doc = written("제목");
  const mine = fork(doc);
  applyEdit(doc.getText("title"), "새 제목");
  applyEdit(mine.getText("title"), "");
  rejoin(doc, mine);
  expect(doc.getText("title").toString()).toBe("새 ");
});

it("moves a caret behind what was written before it, and leaves one before it alone", () => {
  const edit = editBetween("가다", "가나다");
  expect(movedBy(edit, 2)).toBe(3);
  expect(movedBy(edit, 0)).toBe(0);
});
