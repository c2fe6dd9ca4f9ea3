// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { expect, it } from "vitest";
import { draftOf, queuedOf, storeRecord } from "#tests/support/unsent";
import { openFormDraft } from "#web/lib/unsent/form-draft.ts";
import { logoutQuestion } from "./logout-question.ts";

it("is asked only about what no other place has, and names what stays", async () => {
  await storeRecord(draftOf("a", "서버에도 있는 글", { isSynced: true }));
  await storeRecord(draftOf("b", "남의 글"));
  expect(await logoutQuestion("a")).toBeUndefined();

  const onlyHere = draftOf("a", "여기만 있는 글", { key: "article-3" });
  await storeRecord(onlyHere);
  // Another tab has stored a later text of the same post, which the server has.
  await storeRecord(draftOf("a", "나중 글", { key: "article-3", at: Date.now() + 1000, isSynced: true }));
  await storeRecord(draftOf("a", " ", { key: "article-4" }));
  openFormDraft("a", "application/new/5").keep({ text: "지원합니다" });
  const kept = "로그아웃해도 이 기기에 남는 글: ";
  const question = await logoutQuestion("a");
  expect(question?.title).toBe("이 기기에만 있는 글이 3개 있어요");
  for (const name of [kept, "‘여기만 있는 글’", "제목 없는 글", "신청 글"])
    expect(question?.text).toContain(name);

  await storeRecord(queuedOf("a", "여기만 있는 글", {}, { key: "article-3", id: onlyHere.id }));
  const withUnsent = await logoutQuestion("a");
  expect(withUnsent?.title).toBe("보내지 않은 글이 1개 있어요");
  expect(withUnsent?.text).toContain(`로그아웃하면 이 기기에서 지워져요. ${kept}`);
  // Its text is deleted with its entry.
  expect(withUnsent?.text).not.toContain("여기만 있는 글");
});
