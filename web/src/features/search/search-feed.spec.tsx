// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import type { FeedItem } from "#contracts/search/api";
import { fakeSearchWorker, fedArticle } from "#tests/support/fake-search";
import { answerDialog, logIn, openPage, press } from "#tests/support/page.tsx";
import { reply, stubServer } from "#tests/support/stub-server";
import { me, memberInfoOf } from "#tests/support/views";
import { VeilButtons } from "#web/features/team/day-notes.tsx";
import { noteServerDate } from "#web/lib/server-clock.ts";
import { SearchFeed } from "./search-feed.tsx";

/** The Web Lock, held by another tab or free. */
function fakeLock(isFree: boolean) {
  const lock = { isHeld: false };
  const request = async (_name: string, _options: object, work: () => Promise<void>) => {
    if (!isFree) return;
    lock.isHeld = true;
    await work();
    lock.isHeld = false;
  };
  Object.assign(navigator, { locks: { request } });
  return lock;
}

function open(worker: object, { page = () => <SearchFeed memberId={me} />, texts = [] as FeedItem[] } = {}) {
  vi.stubGlobal(
    "Worker",
    class {
      constructor() {
        // biome-ignore lint/correctness/noConstructorReturn: replaces a worker
        return worker;
      }
    },
  );
  const server = stubServer(({ path }) => {
    if (path.includes("search-cursors")) return reply({ data: [{ teamId: 12, next: "a" }] });
    if (path.includes("search-texts"))
      return reply({ data: { items: texts.map((item) => ({ teamId: 12, item })), next: null } });
    if (path.includes("search-feed"))
      return reply({ data: { reset: false, next: "a", more: false, items: [] } });
    return reply({ data: memberInfoOf([12]) });
  });
  logIn();
  openPage({ "/": page }, "/");
  return (name = "search-texts") => server.paths().filter((path) => path.includes(name));
}

afterEach(() => {
  Object.assign(navigator, { locks: undefined });
});

it("feeds a tab without storage, even if another tab has the lock", async () => {
  fakeLock(false);
  const feeds = open(fakeSearchWorker());
  await waitFor(() => expect(feeds()).toHaveLength(1));
});

it("leaves the lock to other tabs when its worker cannot be loaded", async () => {
  const lock = fakeLock(true);
  const worker = { ...fakeSearchWorker(), postMessage: () => {}, onerror: () => {} };
  open(worker);
  await waitFor(() => expect(lock.isHeld).toBe(true));
  act(() => worker.onerror());
  await waitFor(() => expect(lock.isHeld).toBe(false));
});

it("fetches a veiled day again after a peek, and once the day has ended", async () => {
  const setClock = (at: number) => noteServerDate(new Date(at).toUTCString(), Date.now());
  onTestFinished(() => setClock(Date.now()));
  fakeLock(true);
  const texts = [fedArticle(1, "그래프")];
  const page = () => (
    <>
      <SearchFeed memberId={me} />
      <VeilButtons teamId={12} date="2025-12-11" />
    </>
  );
  const calls = open(fakeSearchWorker(), { page, texts });
  const days = () => calls("search-feed?date=2025-12-11");
  await waitFor(() => expect(days()).toHaveLength(1));
  await press("미리 보기");
  await answerDialog("미리 보기");
  await waitFor(() => expect(days()).toHaveLength(2));
  act(() => setClock(Date.now() + 86_400_000));
  await waitFor(() => expect(days()).toHaveLength(3));
});
