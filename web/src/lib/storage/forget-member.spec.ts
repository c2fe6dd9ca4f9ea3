// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { expect, it } from "vitest";
import { postArticle } from "#contracts/article/api";
import { commandOf } from "../calls/command.ts";
import { draftDevice } from "../drafts/draft-device.ts";
import { discardDraft, discardedDrafts } from "../drafts/draft-trash.ts";
import { openFormDraft } from "../drafts/form-draft.ts";
import { entryOf } from "../outbox/entry.ts";
import { outboxStore } from "../outbox/store.ts";
import { storeOf } from "../search/forget-search.ts";
import { openSearchStore } from "../search/search-store.ts";
import { forgetMember } from "./forget-member.ts";

const [leaving, staying] = ["uuid-of-acorn", "uuid-of-penguin"];
const texts = { title: "글", category: null, contact: "", html: "<p>글</p>", revision: null, postId: null };

const command = commandOf(postArticle, { body: { teamId: 3, articleTitle: "글", articleBody: "<p>글</p>" } });
const about = { teamId: 3, teamName: "", day: null };

it("deletes all drafts and unsent texts of a member on this device, and keeps those of others", async () => {
  for (const owner of [leaving, staying]) {
    for (const key of ["article-3", "recruitment-new"])
      await draftDevice(owner, key).write({ ...texts, draftId: "1", at: Date.now() }, "spare");
    openFormDraft(owner, "profile").keep({ name: "밤" });
    await discardDraft(owner, "article-3", { ...texts, draftId: "2", at: Date.now() });
    (await openSearchStore(owner, () => {})).close();
    await outboxStore.add(entryOf({ ...command, memberId: owner }, about, undefined));
  }
  await forgetMember(leaving);
  const left = async (owner: string) => [
    (await draftDevice(owner, "article-3").read()).drafts.length,
    (await draftDevice(owner, "recruitment-new").read()).drafts.length,
    openFormDraft(owner, "profile").found === undefined ? 0 : 1,
    (await outboxStore.list(owner)).length,
    (await discardedDrafts(owner, "article-3")).length,
    (await indexedDB.databases()).filter(({ name }) => name === storeOf(owner)).length,
  ];
  expect(await left(leaving)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await left(staying)).toEqual([1, 1, 1, 1, 1, 1]);
});
