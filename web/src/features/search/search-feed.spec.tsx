// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { fakeSearchWorker } from "#tests/support/fake-search";
import { logIn, openPage } from "#tests/support/page.tsx";
import { reply, stubServer } from "#tests/support/stub-server";
import { me, memberInfoOf } from "#tests/support/views";
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

function open(worker: object) {
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
    if (path.includes("search-texts")) return reply({ data: { items: [], next: null } });
    return reply({ data: memberInfoOf([12]) });
  });
  logIn();
  openPage({ "/": () => <SearchFeed memberId={me} /> }, "/");
  return () => server.paths().filter((path) => path.includes("search-texts"));
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
