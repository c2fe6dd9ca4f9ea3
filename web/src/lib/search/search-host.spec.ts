import "#tests/support/indexed-db";
import { openDB } from "idb";
import { afterEach, expect, it, vi } from "vitest";
import type { Feed, FeedItem } from "#contracts/search/api";
import { fedArticle } from "#tests/support/fake-search";
import { forgetOtherSearches, forgetSearch, noteSearch, storeOf } from "./forget-search.ts";
import { SearchHost } from "./search-host.ts";
import { openSearchStore } from "./search-store.ts";

const me = "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11";
const other = "0b8f0c1e-5c39-4f0e-9b53-0d1f6a2f7a11";
const teams = [
  { teamId: 12, teamName: "새벽네시반" },
  { teamId: 13, teamName: "알고산책" },
];
const article = (id: number, title: string) => fedArticle(id, title, { text: "본문에 있는 그래프" });
const page = (next: string, ...items: FeedItem[]): Feed => ({ reset: false, next, more: false, items });
const most = { article: 5, subject: 5 };

const hosts: SearchHost[] = [];
function hostOn(openStore = openSearchStore) {
  const onSaved = vi.fn();
  const host = new SearchHost({
    openStore,
    today: () => "2025-12-11",
    onSaved,
    saveDelayMs: 0,
  });
  hosts.push(host);
  return { host, saved: (times: number) => vi.waitFor(() => expect(onSaved).toHaveBeenCalledTimes(times)) };
}
async function fedHost() {
  const made = hostOn();
  await made.host.open(me, true);
  await made.host.setTeams(teams);
  await made.host.take(12, page("12~a", article(1, "그래프 탐색")));
  await made.host.take(13, page("13~a", article(2, "트리")));
  await made.saved(1);
  return made;
}
const titles = async (host: SearchHost, query: string) =>
  (await host.search(query, most)).article.found.map(({ title }) => title);

/** The whole content of the store as text. */
async function stored(memberId = me): Promise<string> {
  const database = await openDB(storeOf(memberId));
  const all = [];
  for (const name of database.objectStoreNames)
    all.push(await database.getAllKeys(name), await database.getAll(name));
  database.close();
  return JSON.stringify(all, (_, value) => (value instanceof Map ? [...value] : value));
}
const names = async () => (await indexedDB.databases()).map(({ name }) => name);

afterEach(async () => {
  for (const host of hosts.splice(0)) host.close();
  await forgetOtherSearches(null);
});

it("starts with the stored index, and shows results once the teams are known", async () => {
  await fedHost();
  const { host } = hostOn();
  expect([...(await host.open(me, false))]).toEqual([
    [12, "12~a"],
    [13, "13~a"],
  ]);
  expect(await host.isPersistent()).toBe(true);
  expect(await titles(host, "그래프")).toEqual([]);
  await host.setTeams(teams);
  expect(await titles(host, "그래프")).toEqual(["그래프 탐색", "트리"]);
  const { article } = await host.search("본문", most);
  expect(article.found[0]?.context).toBe("본문에 있는 그래프");
});

it("stores neither name nor cursor of a left team, nor which of its texts were opened, whichever tab learns of it", async () => {
  const { host: writer } = await fedHost();
  await writer.noteOpened("article-2");
  await writer.noteOpened("article-1");
  const { host: reader } = hostOn();
  await reader.open(me, false);
  expect(await stored()).toContain("알고산책");
  await reader.setTeams([{ teamId: 12, teamName: "새벽네시반" }]);
  const now = await stored();
  for (const gone of ["알고산책", "article-2", "트리", "13~a"]) expect(now).not.toContain(gone);
  for (const kept of ["새벽네시반", "article-1", "12~a"]) expect(now).toContain(kept);
});

it("finds stored texts for a query during loading, at the start and after another tab's save", async () => {
  const { host: writer, saved } = await fedHost();
  const { host } = hostOn();
  await host.setTeams(teams);
  void host.open(me, false);
  expect(await titles(host, "그래프")).toEqual(["그래프 탐색", "트리"]);
  await writer.take(12, page("12~b", article(3, "다리")));
  await saved(2);
  host.savedByOtherTab(me);
  const both = await Promise.all([titles(host, "탐색"), titles(host, "탐색")]);
  expect(both).toEqual([["그래프 탐색"], ["그래프 탐색"]]);
});

it("keeps stored texts of teams that this tab does not know yet", async () => {
  await fedHost();
  const { host } = hostOn();
  await host.setTeams([teams[1]!]);
  await host.open(me, false);
  expect(await titles(host, "그래프")).toEqual(["트리"]);
  expect(await stored()).toContain("그래프 탐색");
});

it("deletes stored texts of a team that the member has left", async () => {
  const { host, saved } = await fedHost();
  await host.setTeams([teams[1]!]);
  await saved(2);
  const text = await stored();
  expect(text).not.toContain("그래프 탐색");
  expect(text).not.toContain("12~a");
  expect(text).toContain("13~a");
  expect(await titles(host, "그래프")).toEqual(["트리"]);
});

it("shows and keeps nothing of a team that was left while the page was closed", async () => {
  await fedHost();
  const { host, saved } = hostOn();
  await host.open(me, true);
  await host.setTeams([teams[1]!]);
  expect(await titles(host, "그래프")).toEqual(["트리"]);
  await saved(1);
  expect(await stored()).not.toContain("그래프 탐색");
});

it("stores no words of deleted texts, and loads later texts at the next start", async () => {
  const { host, saved } = await fedHost();
  await host.take(12, page("12~b", article(3, "다리")));
  await saved(2);
  const next = hostOn();
  await next.host.open(me, false);
  await next.host.setTeams(teams);
  expect(await titles(next.host, "다리")).toEqual(["다리"]);
  await host.take(12, page("12~c", { kind: "article", id: 1, gone: true }));
  await saved(3);
  const text = await stored();
  expect(text).not.toContain("그래프 탐색");
  expect(text).not.toContain("article-1");
  expect(text).toContain("12~c");
});

it("stores from which day on texts are known", async () => {
  const { host, saved } = await fedHost();
  const store = await openSearchStore(me, () => {});
  const since = "2025-05-05";
  await store.save({ ...(await store.read()), puts: [], removed: [], index: "", since });
  store.close();
  await host.open(me, true);
  await host.setTeams(teams);
  expect((await host.search("없는 말", most)).since).toBe(since);
  await host.take(12, page("12~b", { kind: "article", id: 1, gone: true }));
  await saved(2);
  const next = hostOn();
  await next.host.open(me, false);
  expect((await next.host.search("없는 말", most)).since).toBe(since);
});

it("begins a team again after a reset", async () => {
  const { host } = await fedHost();
  await host.take(12, { reset: true, next: "0", more: true, items: [] });
  expect(await titles(host, "탐색")).toEqual([]);
  await host.take(12, page("12~z", article(9, "새 탐색")));
  expect(await titles(host, "탐색")).toEqual(["새 탐색"]);
});

it("reads in another tab what the writing tab has saved, and stores nothing there", async () => {
  const writer = await fedHost();
  const { host } = hostOn();
  await host.open(me, false);
  await host.setTeams(teams);
  await writer.host.take(12, page("12~b", article(3, "다리")));
  await writer.saved(2);
  host.savedByOtherTab(other);
  expect(await titles(host, "다리")).toEqual([]);
  host.savedByOtherTab(me);
  await vi.waitFor(async () => expect(await titles(host, "다리")).toEqual(["다리"]));
});

it("is deleted in a browser that does not list its databases", async () => {
  noteSearch(other);
  await hostOn().host.open(other, true);
  const list = indexedDB.databases;
  Object.assign(indexedDB, { databases: undefined });
  await forgetOtherSearches(me);
  Object.assign(indexedDB, { databases: list });
  expect(await names()).not.toContain(storeOf(other));
});

it("is deleted although it is open, and is not created again", async () => {
  const { host } = await fedHost();
  const elsewhere = hostOn();
  await elsewhere.host.open(other, true);
  await forgetOtherSearches(me);
  expect(await names()).toEqual([storeOf(me)]);
  await forgetSearch(me);
  await host.take(12, page("12~b", article(3, "다리")));
  // A save would have begun with the next turn, and be done before another database exists.
  await new Promise((resolve) => setTimeout(resolve));
  (await openDB("later")).close();
  expect(await names()).toEqual(["later"]);
  expect(await titles(host, "다리")).toEqual(["다리"]);
});

it("waits at most two seconds for a suspended tab that has the database open", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  // A suspended tab gets no versionchange event.
  vi.spyOn(indexedDB, "deleteDatabase").mockReturnValueOnce({} as IDBOpenDBRequest);
  const over = vi.fn();
  void forgetSearch(me).then(over);
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  expect(over).toHaveBeenCalled();
});

it("is kept in memory when nothing can be stored", async () => {
  const { host } = hostOn(() => Promise.reject(new Error("refused")));
  expect([...(await host.open(me, true))]).toEqual([]);
  expect(await host.isPersistent()).toBe(false);
  await host.setTeams(teams);
  await host.take(12, page("12~a", article(1, "그래프")));
  await host.noteOpened("article-1");
  expect(await titles(host, "그래프")).toEqual(["그래프"]);
  expect((await host.opened())[0]?.found?.title).toBe("그래프");
});

it("remembers the last five opened entries, without deleted texts", async () => {
  const { host } = await fedHost();
  for (const what of ["/about", "team-12", "article-1", "/team-list", "article-2", "article-1", "team-13"])
    await host.noteOpened(what);
  await host.take(13, page("13~b", { kind: "article", id: 2, gone: true }));
  const { host: next } = hostOn();
  await next.open(me, false);
  await next.setTeams(teams);
  expect((await host.opened()).map(({ what, found }) => [what, found?.title])).toEqual([
    ["team-13", undefined],
    ["article-1", "그래프 탐색"],
    ["article-2", undefined],
    ["/team-list", undefined],
    ["team-12", undefined],
  ]);
  expect((await next.opened()).map(({ what }) => what)).toHaveLength(5);
});
