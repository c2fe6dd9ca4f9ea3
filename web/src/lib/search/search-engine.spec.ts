// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import type { Feed } from "#contracts/search/api";
import { fedArticle as article, fakeSearchWorker } from "#tests/support/fake-search";
import { reply, stubServer } from "#tests/support/stub-server";
import { SearchEngine } from "./search-engine.ts";

const most = { article: 5, subject: 5 };

it("fetches a team's feed by pages, restarts after a reset, and then fetches only new changes", async () => {
  const pages: Record<string, Feed> = {
    "": { reset: false, next: "a", more: true, items: [article(1, "그래프")] },
    a: { reset: true, next: "0", more: true, items: [] },
    b: { reset: false, next: "b", more: false, items: [] },
  };
  const { paths } = stubServer(({ path }) => {
    const after = new URL(path, "http://x").searchParams.get("after") ?? "";
    const page = pages[after]!;
    if (after === "a") pages[""] = { reset: false, next: "b", more: false, items: [article(2, "트리")] };
    return reply({ data: page });
  });
  const engine = new SearchEngine("me", fakeSearchWorker());
  await engine.own();
  await engine.setTeams([{ teamId: 12, teamName: "새벽네시반" }]);
  const { signal } = new AbortController();
  await engine.feed(12, signal);
  await engine.feed(12, signal);
  expect(paths().map((path) => path.split("search-feed")[1])).toEqual(["", "?after=a", "", "?after=b"]);
  const { article: found } = await engine.call("search", "트리", most);
  expect(found.found.map(({ title }) => title)).toEqual(["트리"]);
  expect((await engine.call("search", "그래프", most)).article.total).toBe(0);
  expect(engine.state()).toMatchObject({ isReady: true, hasFailed: false, progress: undefined });
});

it("reports a browser without workers as a failure", async () => {
  vi.stubGlobal("Worker", undefined);
  const engine = new SearchEngine("me");
  await vi.waitFor(() => expect(engine.state().hasFailed).toBe(true));
  await expect(engine.own()).rejects.toThrow();
  engine.stop();
  vi.unstubAllGlobals();
});

it("reports a failed feed until the next one succeeds, and a running one", async () => {
  let answer = () => reply({ status: 503, data: null });
  stubServer(() => answer());
  const engine = new SearchEngine("me", fakeSearchWorker());
  await engine.setTeams([{ teamId: 12, teamName: "새벽네시반" }]);
  const { signal } = new AbortController();
  await expect(engine.feed(12, signal)).rejects.toThrow();
  expect(engine.state().hasFailed).toBe(true);
  answer = () => reply({ data: { reset: false, next: "a", more: false, items: [article(1, "그래프")] } });
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
