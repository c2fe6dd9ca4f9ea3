// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { expect, it } from "vitest";
import { postArticle } from "#contracts/article/api";
import { commandOf } from "#web/lib/calls/command.ts";
import { draftDevice } from "#web/lib/drafts/draft-device.ts";
import { openFormDraft } from "#web/lib/drafts/form-draft.ts";
import { entryOf } from "#web/lib/outbox/entry.ts";
import { outboxStore } from "#web/lib/outbox/store.ts";
import { logoutQuestion } from "./logout-question.ts";

const rest = { category: null, contact: "", html: "<p>글</p>", revision: null, postId: null };
const write = (draftId: string, title: string, key: string) =>
  draftDevice("a", key).write({ ...rest, draftId, title, at: Date.now() }, "spare");

it("is asked only about what no other place has, and names what stays", async () => {
  await write("1", "서버에도 있는 글", "article-1");
  await draftDevice("a", "article-1")
    .read()
    .then(({ drafts: [draft] }) => draftDevice("a", "article-1").markSynced("1", draft?.at ?? 0));
  await draftDevice("b", "article-1").write(
    { ...rest, draftId: "2", title: "남의 글", at: Date.now() },
    "spare",
  );
  expect(await logoutQuestion("a")).toBeUndefined();

  await write("3", "여기만 있는 글", "article-3");
  // Another tab has stored a later text of the same post, which the server has.
  const at = Date.now() + 1000;
  await draftDevice("a", "article-3").write({ ...rest, draftId: "5", title: "나중 글", at }, "spare");
  await draftDevice("a", "article-3").markSynced("5", at);
  await write("4", " ", "article-4");
  openFormDraft("a", "application/new/5").keep({ text: "지원합니다" });
  const kept = "로그아웃해도 이 기기에 남는 글: ";
  const question = await logoutQuestion("a");
  expect(question?.title).toBe("이 기기에만 있는 글이 3개 있어요");
  for (const name of [kept, "‘여기만 있는 글’", "제목 없는 글", "신청 글"])
    expect(question?.text).toContain(name);

  const command = commandOf(postArticle, {
    body: { teamId: 3, articleTitle: "글", articleBody: "<p>글</p>" },
  });
  const about = { teamId: 3, teamName: "", day: null };
  const draft = { key: "article-3", draftId: "3", at: Date.now() };
  await outboxStore.add(entryOf({ ...command, memberId: "a" }, about, draft));
  const withUnsent = await logoutQuestion("a");
  expect(withUnsent?.title).toBe("보내지 않은 글이 1개 있어요");
  expect(withUnsent?.text).toContain(`로그아웃하면 이 기기에서 지워져요. ${kept}`);
  // Its text is deleted with its entry.
  expect(withUnsent?.text).not.toContain("여기만 있는 글");
});
