import { expect } from "vitest";
import type { EventStore } from "#services/event-store/event-store";
import { posted } from "#tests/examples/posts";
import { named, type RawClient } from "#tests/live/server";
import { asNew, newCommand } from "#tests/support/recorded";
import { until } from "#tests/support/until";

export type NamedArticles = Awaited<ReturnType<typeof namedArticles>>;

/** Appends articles of some teams in turn, whose names are sent to a client that watches these teams. */
export async function namedArticles(store: EventStore, watcher: RawClient, teams: number) {
  const channels = Array.from({ length: teams }, (_, n) => named(`team-articles/${9000 + n}`));
  watcher.send(...channels.map((channel) => ({ type: "subscribe", ...channel }) as const));
  await watcher.roundTrip();
  /** Appended events whose names have not arrived yet. */
  let open: { checkpoint: string; at: number }[] = [];
  let heardOf = store.start;
  let heardAt = 0;
  let appended = 0;
  /** Milliseconds from the append of each article to its name, in the order of the names. */
  const lags: number[] = [];
  watcher.socket.on("message", (data) => {
    const now = performance.now();
    const messages = JSON.parse(String(data)) as { checkpoint?: string }[];
    const reached = messages.findLast(({ checkpoint }) => checkpoint)?.checkpoint;
    if (!reached) return;
    heardOf = reached;
    heardAt = now;
    const isNamed = ({ checkpoint }: { checkpoint: string }) => store.compare(checkpoint, reached) <= 0;
    lags.push(...open.filter(isNamed).map(({ at }) => now - at));
    open = open.filter((article) => !isNamed(article));
    // Received messages are not needed and would make this process grow.
    watcher.received.length = 0;
    watcher.frames.length = 0;
  });

  const articles = {
    lags,
    appended: () => appended,
    async append(body = "<p>풀이</p>") {
      appended += 1;
      const articleId = 1_000_000 + appended;
      const place = { articleId, teamId: 9000 + (articleId % teams) };
      const event = asNew(posted({ ...place, title: `글 ${articleId}`, body }));
      const at = performance.now();
      const done = await store.append(`article-${articleId}`, [event], -1, newCommand());
      const { checkpoint } = done as { checkpoint: string };
      // The name may have arrived before the response.
      if (store.compare(checkpoint, heardOf) <= 0) lags.push(performance.now() - at);
      else open.push({ checkpoint, at });
    },
    /** Appends this many concurrently and waits for all names: returns the time in multiples of the appends. */
    async burst(count: number, body?: string) {
      const began = performance.now();
      await Promise.all(Array.from({ length: count }, () => articles.append(body)));
      const answered = performance.now();
      await articles.allNamed();
      return (Math.max(heardAt, answered) - began) / (answered - began);
    },
    allNamed: () => until(() => expect(open).toEqual([])),
  };
  return articles;
}
