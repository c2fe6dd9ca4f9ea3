// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { afterEach, expect, it } from "vitest";
import { draftOf, queuedOf, removeRecords, storeRecord } from "#tests/support/unsent";
import { openFormDraft, waitingCommentsKey } from "#web/lib/unsent/form-draft.ts";
import { logoutQuestion } from "./logout-question.ts";

afterEach(removeRecords);

const namedOf = async (memberId: string) =>
  (await logoutQuestion(memberId))?.text?.replace("로그아웃해도 이 기기에 남는 글: ", "");

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

it.each([
  ["announcement/12", "공지"],
  ["application/new/5", "신청 글"],
  ["comment/301", "의견"],
  ["comment-edit/7", "의견"],
  ["comment-reply/7", "의견"],
  ["enroll", "가입 정보"],
  ["excuse/12/6f1c0c1e/2025-12-10", "출석 인정 사유"],
  ["problem-queue/12", "문제 링크"],
  ["profile", "프로필"],
  ["reason/12", "사유"],
  ["team/new/5", "팀 정보"],
])("names the input of the form %s, once if it was left in two tabs", async (form, name) => {
  for (const tab of [openFormDraft("a", form), openFormDraft("a", form)]) tab.keep({ text: "글" });
  expect((await logoutQuestion("a"))?.title).toBe("이 기기에만 있는 글이 1개 있어요");
  expect(await namedOf("a")).toBe(name);
});

it("counts each comment that waits to be sent", async () => {
  const fields = { posting: "{}" };
  for (const id of ["first", "second"])
    await storeRecord({
      kind: "form",
      id,
      memberId: "a",
      key: waitingCommentsKey(301),
      state: "editing",
      at: Date.now(),
      fields,
    });
  openFormDraft("a", "comment/301").keep({ text: "쓰던 의견" });
  openFormDraft("a", "profile").keep({ name: "밤" });
  expect((await logoutQuestion("a"))?.title).toBe("이 기기에만 있는 글이 4개 있어요");
  expect(await namedOf("a")).toBe("의견 3개, 프로필");
});
