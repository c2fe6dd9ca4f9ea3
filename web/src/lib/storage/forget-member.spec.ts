// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { v4 } from "uuid";
import { beforeEach, expect, it, vi } from "vitest";
import { tokenOf } from "#tests/support/stub-server";
import { draftOf, queuedOf, storeRecord } from "#tests/support/unsent";
import { recordVisit } from "../last-visit.ts";
import { storeOf } from "../search/forget-search.ts";
import { openSearchStore } from "../search/search-store.ts";
import { currentToken, setToken } from "../session.ts";
import { unsent } from "../unsent/device-store.ts";
import { formsOf, openFormDraft } from "../unsent/form-draft.ts";
import { discarded, isDraft, isInTrash, isQueued, written } from "../unsent/record.ts";
import { rangeOf } from "../unsent/store.ts";
import { followDepartures } from "./follow-departures.ts";
import { forgetLogin, forgetMember } from "./forget-member.ts";

let leaving = "";
let staying = "";
let other = "";
async function fill(owner: string): Promise<void> {
  await storeRecord(draftOf(owner, "글", { isSynced: true }));
  await storeRecord(draftOf(owner, "글"));
  await storeRecord(discarded(draftOf(owner, "글")));
  await storeRecord(queuedOf(owner, "글"));
  openFormDraft(owner, "profile").keep({ name: "밤" });
  (await openSearchStore(owner, () => {})).close();
  recordVisit(owner);
}

async function left(owner: string) {
  const records = await unsent.read(owner);
  const drafts = records.filter(isDraft);
  return {
    synced: drafts.filter(({ isSynced }) => isSynced).length,
    unsynced: drafts.filter(({ isSynced }) => !isSynced).length,
    forms: formsOf(records),
    outbox: records.filter(isQueued).length,
    trash: records.filter(isInTrash).length,
    search: (await indexedDB.databases()).filter(({ name }) => name === storeOf(owner)).length,
    visits: Object.keys(localStorage).filter((name) => name === `last-visit:${owner}`).length,
  };
}
const all = { synced: 1, unsynced: 1, forms: ["profile"], outbox: 1, trash: 1, search: 1, visits: 1 };
const nothing = { synced: 0, unsynced: 0, forms: [], outbox: 0, trash: 0, search: 0, visits: 0 };

beforeEach(async () => {
  leaving = v4();
  staying = v4();
  other = v4();
  for (const owner of [leaving, staying, other]) await fill(owner);
});

it("keeps of a member who logs out only the texts that no other place has", async () => {
  await forgetLogin(leaving);
  expect(await left(leaving)).toEqual({ ...nothing, unsynced: 1, forms: ["profile"], visits: 1 });
  expect(await left(staying)).toEqual(all);
});

it("leaves a synced draft deleted when its editor is closed afterwards, but stores a later text", async () => {
  await forgetLogin(leaving);
  const write = async (isSynced: boolean) => {
    const draft = draftOf(leaving, "글", { isSynced });
    await unsent.keep(rangeOf(draft), ([before]) => {
      const next = written(before, draft);
      return next ? { put: [next] } : {};
    });
    return (await left(leaving)).unsynced;
  };
  expect([await write(true), await write(false)]).toEqual([1, 2]);
});

it("deletes everything of a member who has withdrawn, keeps that of others, and stores nothing afterwards", async () => {
  await forgetMember(leaving);
  expect(await left(leaving)).toEqual(nothing);
  expect(await left(staying)).toEqual(all);
  await fill(leaving);
  await unsent.putNow(draftOf(leaving, "글"));
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
