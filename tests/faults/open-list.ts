import { QueryObserver } from "@tanstack/react-query";
import { onTestFinished } from "vitest";
import { openPage } from "#tests/live/page";
import { ApiError } from "#web/lib/calls/api-error.ts";
import { exchange } from "#web/lib/calls/http.ts";
import { makeQueryClient } from "#web/lib/calls/query-client.ts";
import { refreshOnLive } from "#web/lib/live/live-cache.ts";

/**
 * A list that stays open in a browser, built from the client's own parts: its calls, its cache with retries, and its
 * live connection, which alone triggers fetches.
 * @param path of a page of articles, `/api/…`
 */
export function openList(
  origin: string,
  { view, key }: { view: "team-articles"; key: string },
  path: string,
) {
  const client = makeQueryClient();
  const list = new QueryObserver(client, {
    queryKey: [view, key],
    queryFn: async () => {
      const { ok, status, envelope } = await exchange(`${origin}${path}`, {});
      if (!ok) throw new ApiError({ ...envelope, status });
      return (envelope.data as { page: { totalElements: number } }).page.totalElements;
    },
  });
  const page = openPage(`${origin.replace("http", "ws")}/live`, refreshOnLive(client));
  onTestFinished(list.subscribe(() => {}));
  page.live.subscribe(view, key);
  return { shown: () => list.getCurrentResult().data };
}
