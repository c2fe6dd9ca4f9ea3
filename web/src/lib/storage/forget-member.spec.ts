// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { v4 } from "uuid";
import { beforeEach, expect, it, vi } from "vitest";
import { postArticle } from "#contracts/article/api";
import { tokenOf } from "#tests/support/stub-server";
import { commandOf } from "../calls/command.ts";
import { draftDevice } from "../drafts/draft-device.ts";
import { discardDraft, discardedDrafts } from "../drafts/draft-trash.ts";
import { formDraftsOf, openFormDraft } from "../drafts/form-draft.ts";
import { recordVisit } from "../last-visit.ts";
import { entryOf } from "../outbox/entry.ts";
import { outboxStore } from "../outbox/store.ts";
import { storeOf } from "../search/forget-search.ts";
import { openSearchStore } from "../search/search-store.ts";
import { currentToken, setToken } from "../session.ts";
import { followDepartures } from "./follow-departures.ts";
import { forgetLogin, forgetMember } from "./forget-member.ts";

let [leaving, staying, other] = ["", "", ""];
const texts = { title: "글", category: null, contact: "", html: "<p>글</p>", revision: null, postId: null };

const command = commandOf(postArticle, { body: { teamId: 3, articleTitle: "글", articleBody: "<p>글</p>" } });
const about = { teamId: 3, teamName: "", day: null };

const draft = { ...texts, draftId: "1", at: 0 };

async function fill(owner: string): Promise<void> {
  const at = Date.now();
  for (const key of ["article-3", "recruitment-new"])
    await draftDevice(owner, key).write({ ...draft, at }, "s");
  await draftDevice(owner, "article-3").markSynced("1", at);
  openFormDraft(owner, "profile").keep({ name: "밤" });
  await discardDraft(owner, "article-3", { ...texts, draftId: "2", at });
  (await openSearchStore(owner, () => {})).close();
  await outboxStore.add(entryOf({ ...command, memberId: owner }, about, undefined));
  recordVisit(owner);
}

const left = async (owner: string) => ({
  synced: (await draftDevice(owner, "article-3").read()).drafts.length,
  unsynced: (await draftDevice(owner, "recruitment-new").read()).drafts.length,
  forms: formDraftsOf(owner),
  outbox: (await outboxStore.list(owner)).length,
  trash: (await discardedDrafts(owner, "article-3")).length,
  search: (await indexedDB.databases()).filter(({ name }) => name === storeOf(owner)).length,
  visits: Object.keys(localStorage).filter((name) => name === `last-visit:${owner}`).length,
});
const all = { synced: 1, unsynced: 1, forms: ["profile"], outbox: 1, trash: 1, search: 1, visits: 1 };
const nothing = { synced: 0, unsynced: 0, forms: [], outbox: 0, trash: 0, search: 0, visits: 0 };

beforeEach(async () => {
  [leaving, staying, other] = [v4(), v4(), v4()];
  for (const owner of [leaving, staying, other]) await fill(owner);
});

it("keeps of a member who logs out only the texts that no other place has", async () => {
  await forgetLogin(leaving);
  expect(await left(leaving)).toEqual({ ...nothing, unsynced: 1, forms: ["profile"], visits: 1 });
  expect(await left(staying)).toEqual(all);
});

it("deletes a draft with its text in the outbox, to which the member has agreed", async () => {
  const own = { key: "recruitment-new", draftId: "1", at: 0 };
  await outboxStore.add(entryOf({ ...command, memberId: leaving }, about, own));
  await forgetLogin(leaving);
  expect((await left(leaving)).unsynced).toBe(0);
});

it("leaves a synced draft deleted when its editor is closed afterwards, but stores a later text", async () => {
  await forgetLogin(leaving);
  const device = draftDevice(leaving, "article-3");
  await device.write({ ...draft, at: Date.now(), isSynced: true }, "spare");
  expect((await left(leaving)).synced).toBe(0);
  await device.write({ ...draft, at: Date.now() }, "spare");
  expect((await left(leaving)).synced).toBe(1);
});

it("deletes everything of a member who has withdrawn, keeps that of others, and stores nothing afterwards", async () => {
  await forgetMember(leaving);
  expect(await left(leaving)).toEqual(nothing);
  expect(await left(staying)).toEqual(all);
  await fill(leaving);
  await draftDevice(leaving, "article-3").writeNow({ ...draft, at: Date.now() });
  expect({ ...(await left(leaving)), search: 0 }).toEqual(nothing);
});

it("does nothing about a logout of which a frozen tab learns late", async () => {
  followDepartures();
  setToken(tokenOf(staying));
  const otherTab = new BroadcastChannel("departure");
  otherTab.postMessage({ memberId: staying, hasWithdrawn: false, at: Date.now() - 60_000 });
  otherTab.postMessage({ memberId: other, hasWithdrawn: false, at: Date.now() });
  await vi.waitFor(async () => expect((await left(other)).synced).toBe(0));
  expect(await left(staying)).toEqual(all);
  expect(currentToken()).toBe(tokenOf(staying));
  otherTab.close();
});

it("ends the session of other tabs of the member, and repeats the deletion there", async () => {
  followDepartures();
  setToken(tokenOf(staying));
  const otherTab = new BroadcastChannel("departure");
  otherTab.postMessage({ memberId: other, hasWithdrawn: false, at: Date.now() });
  await vi.waitFor(async () => expect((await left(other)).synced).toBe(0));
  expect(currentToken()).toBe(tokenOf(staying));
  otherTab.postMessage({ memberId: staying, hasWithdrawn: true, at: Date.now() });
  await vi.waitFor(async () => expect({ ...(await left(staying)), search: 0 }).toEqual(nothing));
  expect(currentToken()).toBeNull();
  otherTab.close();
});
