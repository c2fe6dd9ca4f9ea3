// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { trashLimits } from "#contracts/limits";
import { discardDraft, discardedDrafts, removeDiscarded, removeTrashOf } from "./draft-trash.ts";

const key = "article-new-12";
let owner: string;
const throwOne = (title: string, under = key) =>
  discardDraft(owner, under, {
    draftId: crypto.randomUUID(),
    at: 1,
    title,
    category: null,
    contact: "",
    html: `<p>${title}</p>`,
    revision: null,
    postId: null,
  });
const titles = async (under = key) => (await discardedDrafts(owner, under)).map(({ title }) => title);
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  owner = crypto.randomUUID();
});
afterEach(() => vi.useRealTimers());

it("returns the discarded drafts of a key, latest first, until they are taken", async () => {
  await throwOne("하나");
  pass(1);
  await throwOne("둘");
  await throwOne("다른 글", "article-301");
  expect(await titles()).toEqual(["둘", "하나"]);
  const [latest] = await discardedDrafts(owner, key);
  expect(latest?.html).toBe("<p>둘</p>");
  await removeDiscarded(latest?.id ?? "");
  expect(await titles()).toEqual(["하나"]);
});

it("keeps a draft for 7 days", async () => {
  await throwOne("하나");
  pass(trashLimits.retentionMs);
  expect(await titles()).toEqual(["하나"]);
  pass(1);
  expect(await titles()).toEqual([]);
});

it("keeps the latest 20 drafts of a member over all keys", async () => {
  for (let n = 1; n <= trashLimits.drafts + 1; n += 1) {
    await throwOne(`글 ${n}`, n % 2 ? key : "article-301");
    pass(1);
  }
  const all = [...(await titles()), ...(await titles("article-301"))];
  expect(all).toHaveLength(trashLimits.drafts);
  expect(all).not.toContain("글 1");
});

it("is emptied only for a member who leaves", async () => {
  await throwOne("하나");
  const leaving = owner;
  owner = crypto.randomUUID();
  await throwOne("둘");
  await removeTrashOf(leaving);
  expect([(await discardedDrafts(leaving, key)).length, await titles()]).toEqual([0, ["둘"]]);
});
