// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { searchLimits } from "#contracts/limits";
import type { Feed, FeedItem } from "#contracts/search/api";
import { fedArticle as article, fakeSearchWorker } from "#tests/support/fake-search";
import { reply, stubServer } from "#tests/support/stub-server";
import { SearchEngine } from "./search-engine.ts";

const most = { article: 5, subject: 5 };

const { signal } = new AbortController();
const nothingNew = (next: string): Feed => ({ reset: false, next, more: false, items: [] });

/** A server of texts by team, newest first, in pages of `size`, of changes by cursor, and of all texts of a day. */
function serveSearch(
  size: number,
  teams: Record<number, FeedItem[]>,
  changes: Record<string, Feed> = {},
  days: Record<string, Feed> = {},
) {
  const cursors = new Map(Object.keys(teams).map((teamId) => [teamId, "a"]));
  const { paths } = stubServer(({ path }) => {
    const { pathname, searchParams } = new URL(path, "http://x");
    if (pathname.endsWith("search-cursors"))
      return reply({ data: [...cursors].map(([teamId, next]) => ({ teamId: Number(teamId), next })) });
    const day = searchParams.get("date");
    if (day !== null) return reply({ data: days[day] });
    if (pathname.endsWith("search-feed"))
      return reply({ data: changes[searchParams.get("after") ?? ""] ?? nothingNew("a") });
    const wanted = searchParams.get("teams")?.split(",") ?? Object.keys(teams);
    const all = wanted
      .flatMap((teamId) => (teams[Number(teamId)] ?? []).map((item) => ({ teamId: Number(teamId), item })))
      .sort((one, other) => (dateOf(one.item) < dateOf(other.item) ? 1 : -1));
    const from = Number(searchParams.get("before") ?? 0);
    const next = from + size < all.length ? String(from + size) : null;
    return reply({ data: { items: all.slice(from, from + size), next } });
  });
  return { cursors, calls: () => paths().map((path) => path.replace(/^.*\/(?=search-)/, "")) };
}
const dateOf = (item: FeedItem) => (item.gone ? "" : item.date);
const named = (...teamIds: number[]) => teamIds.map((teamId) => ({ teamId, teamName: `${teamId}반` }));

it("fetches the texts of all teams newest first, and once its cursors are known only what changed", async () => {
  const day = (n: number) => ({ date: `2025-12-0${n}` });
  const { cursors, calls } = serveSearch(
    2,
    { 12: [article(1, "그래프", day(1)), article(3, "트리", day(3))], 13: [article(2, "정렬", day(2))] },
    { a: { reset: false, next: "b", more: false, items: [article(4, "스택")] } },
  );
  const engine = new SearchEngine("me", fakeSearchWorker());
  await engine.own();
  await engine.setTeams(named(12, 13));
  await Promise.all([engine.feed(12, signal), engine.feed(13, signal)]);
  expect(calls()).toEqual(["search-cursors", "search-texts", "search-texts?before=2"]);
  expect(await engine.call("size")).toBe(3);
  // A live message.
  cursors.set("12", "b");
  await engine.feed(12, signal);
  expect(calls().slice(3)).toEqual(["search-feed?after=a"]);
  expect((await engine.call("search", "스택", most)).article.total).toBe(1);
  expect(engine.state()).toMatchObject({ isReady: true, hasFailed: false, progress: undefined });
});

it("asks one call for the cursors of all teams when it starts again, and then for teams with news", async () => {
  const worker = fakeSearchWorker();
  const first = serveSearch(100, { 12: [article(1, "그래프")], 13: [article(2, "정렬")] });
  const engine = new SearchEngine("me", worker);
  await engine.setTeams(named(12, 13));
  await Promise.all([engine.feed(12, signal), engine.feed(13, signal)]);
  expect(first.calls()).toHaveLength(2);
  // The index and its cursors are those of the store.
  const opening = { ...worker, postMessage: worker.postMessage };
  opening.postMessage = async (call: Parameters<typeof worker.postMessage>[0]) => {
    if (call.method !== "open") return worker.postMessage(call);
    const value = new Map([
      [12, "a"],
      [13, "a"],
    ]);
    opening.onmessage?.({ data: { id: call.id, value } } as MessageEvent);
  };
  const reload = async (over: Record<string, string>) => {
    const { cursors, calls } = serveSearch(100, { 12: [], 13: [] });
    for (const [teamId, next] of Object.entries(over)) cursors.set(teamId, next);
    const again = new SearchEngine("me", opening);
    worker.onmessage = (event) => opening.onmessage?.(event);
    await again.setTeams(named(12, 13));
    await Promise.all([again.feed(12, signal), again.feed(13, signal)]);
    return calls();
  };
  expect(await reload({})).toEqual(["search-cursors"]);
  expect(await reload({ 13: "b" })).toEqual(["search-cursors", "search-feed?after=a"]);
});

it("fetches the texts of a team joined later, and of one whose cursor is unknown", async () => {
  const { cursors, calls } = serveSearch(
    100,
    { 12: [article(1, "그래프")] },
    { old: { reset: true, next: "0", more: true, items: [] } },
  );
  const engine = new SearchEngine("me", fakeSearchWorker());
  await engine.setTeams(named(12));
  cursors.set("12", "old");
  await engine.feed(12, signal);
  cursors.set("13", "a");
  await engine.setTeams(named(12, 13));
  await engine.feed(13, signal);
  expect(calls().slice(2)).toEqual(["search-cursors", "search-texts?teams=13"]);
  cursors.set("12", "a");
  await engine.feed(12, signal);
  expect(calls().slice(4)).toEqual([
    "search-feed?after=old",
    "search-cursors",
    "search-texts?teams=12",
    "search-feed?after=a",
  ]);
  expect((await engine.call("search", "그래프", most)).article.total).toBe(1);
});

it("asks for the texts of all teams where a call could not name those that it lacks", async () => {
  for (const [joined, asked] of [
    [searchLimits.teamsNamed, /^search-texts\?teams=/],
    [searchLimits.teamsNamed + 1, /^search-texts$/],
  ] as const) {
    const { cursors, calls } = serveSearch(100, { 1: [article(1, "그래프")] });
    const engine = new SearchEngine("me", fakeSearchWorker());
    await engine.setTeams(named(1));
    await engine.feed(1, signal);
    const ids = Array.from({ length: joined }, (_, n) => n + 2);
    for (const id of ids) cursors.set(String(id), "a");
    await engine.setTeams(named(1, ...ids));
    await engine.feed(2, signal);
    expect(calls().slice(2)).toEqual(["search-cursors", expect.stringMatching(asked)]);
  }
});

it("keeps no text that was deleted while its first fetch was interrupted", async () => {
  const engine = new SearchEngine("me", fakeSearchWorker());
  await engine.setTeams(named(12));
  const first = article(1, "비밀");
  stubServer(({ path }) => {
    if (path.includes("search-cursors")) return reply({ data: [{ teamId: 12, next: "a" }] });
    if (path.includes("before")) return reply({ status: 404, data: null });
    return reply({ data: { items: [{ teamId: 12, item: first }], next: "1" } });
  });
  await expect(engine.feed(12, signal)).rejects.toMatchObject({ status: 404 });
  expect(await engine.call("size")).toBe(1);
  serveSearch(100, { 12: [article(2, "그래프")] });
  await engine.feed(12, signal);
  expect((await engine.call("search", "비밀", most)).article.total).toBe(0);
  expect((await engine.call("search", "그래프", most)).article.total).toBe(1);
});

it("fetches no more texts than it keeps, and names the day from which they are known", async () => {
  const texts = Array.from({ length: searchLimits.documents + 300 }, (_, n) =>
    article(n, `글 ${n}`, { date: n < 200 ? "2025-12-11" : "2025-12-01" }),
  );
  const old = article(9999, "오래된 글", { date: "2025-11-01" });
  const { calls } = serveSearch(1000, { 12: [...texts, old] });
  const engine = new SearchEngine("me", fakeSearchWorker());
  await engine.setTeams(named(12));
  await engine.feed(12, signal);
  expect(calls().filter((path) => path.startsWith("search-texts"))).toHaveLength(5);
  expect(await engine.call("size")).toBe(searchLimits.documents);
  const { article: found, since } = await engine.call("search", "오래된", most);
  expect([found.total, since]).toEqual([0, "2025-12-01"]);
});

it("reports a browser without workers as a failure", async () => {
  vi.stubGlobal("Worker", undefined);
  const engine = new SearchEngine("me");
  await vi.waitFor(() => expect(engine.state().hasFailed).toBe(true));
  await expect(engine.own()).rejects.toThrow("the search has failed");
  engine.stop();
  vi.unstubAllGlobals();
});

it("reports a failed feed until the next one succeeds, and a running one", async () => {
  stubServer(() => reply({ status: 503, data: null }));
  const engine = new SearchEngine("me", fakeSearchWorker());
  await engine.setTeams([{ teamId: 12, teamName: "새벽네시반" }]);
  await expect(engine.feed(12, signal)).rejects.toMatchObject({ status: 503 });
  expect(engine.state().hasFailed).toBe(true);
  serveSearch(100, { 12: [article(1, "그래프")] });
  const seen: unknown[] = [];
  engine.onChange(() => seen.push(engine.state().progress));
  await engine.feed(12, signal);
  await vi.waitFor(() => expect(engine.state()).toMatchObject({ hasFailed: false, progress: undefined }));
  expect(seen).toContainEqual({ indexed: 0, known: 1 });
});

it("returns nothing after it has ended", async () => {
  const worker = fakeSearchWorker();
  const engine = new SearchEngine("me", { ...worker, postMessage: () => {} });
  const found = engine.call("search", "그래프", most);
  engine.stop();
  await expect(found).rejects.toThrow("ended");
  expect(worker.terminate).toHaveBeenCalled();
});

describe("articles that were veiled when they were indexed", () => {
  const veiled = [article(1, "그래프"), article(2, "정렬")];
  const open = { ...nothingNew("day"), items: [article(1, "그래프", { text: "너비 우선" })] };

  const begin = async (changes: Record<string, Feed>) => {
    const { calls } = serveSearch(100, { 12: veiled }, changes, { "2025-12-11": open });
    const engine = new SearchEngine("me", fakeSearchWorker());
    await engine.setTeams(named(12));
    await engine.feed(12, signal);
    const found = async () => (await engine.call("search", "너비", most)).article.total;
    expect(await found()).toBe(0);
    return { engine, found, calls: () => calls().slice(2) };
  };

  it("are fetched again once another article of their day can be read", async () => {
    const own = article(3, "내 풀이", { text: "깊이 우선" });
    const { engine, found, calls } = await begin({
      a: { ...nothingNew("b"), items: [article(4, "스택")] },
      b: { ...nothingNew("c"), items: [own] },
    });
    await engine.feed(12, signal);
    expect(calls()).toEqual(["search-feed?after=a"]);
    await engine.feed(12, signal);
    expect(calls().slice(1)).toEqual(["search-feed?after=b", "search-feed?date=2025-12-11"]);
    expect(await found()).toBe(1);
  });

  it("are fetched again when they may be open, and the cursor of their team stays", async () => {
    const { engine, found, calls } = await begin({});
    await engine.feed(12, signal, true);
    await engine.feed(12, signal);
    expect(calls()).toEqual(["search-feed?after=a", "search-feed?date=2025-12-11", "search-feed?after=a"]);
    expect(await found()).toBe(1);
  });
});
