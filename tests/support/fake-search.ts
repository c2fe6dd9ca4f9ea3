import { vi } from "vitest";
import type { FeedItem } from "#contracts/search/api";
import { SearchHost } from "#web/lib/search/search-host.ts";

/** An article in the feed of a team. */
export const fedArticle = (
  id: number,
  title: string,
  change: Partial<Extract<FeedItem, { gone: false }>> = {},
): FeedItem => ({
  kind: "article",
  id,
  gone: false,
  date: "2025-12-11",
  title,
  memberName: "밤샘코더",
  category: null,
  problems: [],
  code: [],
  text: "",
  ...change,
});

/** The search host behind messages, as in the worker, but in this thread and without a store. */
export function fakeSearchWorker(today = "2025-12-11") {
  const host = new SearchHost({
    openStore: () => Promise.reject(new Error("refused")),
    today: () => today,
    onSaved: () => {},
  });
  const worker = {
    onmessage: null as ((event: MessageEvent) => void) | null,
    async postMessage({ id, method, args }: { id: number; method: keyof SearchHost; args: unknown[] }) {
      const value = await (host[method] as (...args: unknown[]) => unknown)(...args);
      worker.onmessage?.({ data: { id, value } } as MessageEvent);
    },
    terminate: vi.fn(),
  };
  return worker;
}
