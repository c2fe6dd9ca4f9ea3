import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { Page } from "#contracts/endpoint";
import { beside, until, type Writer } from "#tests/faults/writer";
import type { ComposedSite } from "./composed-site.ts";

/** A response as a browser sees it. */
interface Seen {
  readonly what: string;
  readonly status: number;
  /** The sentence of the product; undefined in an empty response and in one of the proxy. */
  readonly message: string | undefined;
  readonly ms: number;
}

interface Outage {
  readonly name: string;
  /** Takes PostgreSQL away. */
  readonly away: () => Promise<unknown>;
  /** Undefined if `away` ends with its return. */
  readonly back?: (() => Promise<unknown>) | undefined;
}

const writers = 4;
/** Between two requests of a client. */
const pauseMs = 20;

/** Four writers, and readers of pages and articles, through the proxy while PostgreSQL goes away and comes back. */
export async function duringOutage(site: ComposedSite, writer: Writer, { name, away, back }: Outage) {
  const [pages, refusals] = [[] as Seen[], [] as Seen[]];
  const titles: string[] = [];
  const taken = Array<number>(writers).fill(0);
  const asset = /\/assets\/[^"]+\.js/.exec(await (await fetch(site.origin)).text())?.[0] as string;
  const byDate = `articles/${writer.teamId}/by-date?date=2026-11-21`;
  let isOver = false;
  const see = async (what: string, ask: () => Promise<{ status: number; message?: string | undefined }>) => {
    const began = performance.now();
    const { status, message } = await ask();
    return { what, status, message, ms: Math.round(performance.now() - began) };
  };
  const writing = taken.map(async (_, index) => {
    for (let turn = 0; !isOver; turn += 1) {
      const title = `${name} ${index}-${turn}`;
      const key = randomUUID();
      titles.push(title);
      for (let isTaken = false; !isTaken; ) {
        const seen = await see("post", () => writer.post(title, key));
        isTaken = seen.status === 201;
        if (!isTaken) refusals.push(seen);
        await pause(pauseMs);
      }
      taken[index] = turn + 1;
    }
  });
  const reading = ["/", asset, `/team-dashboard/${writer.teamId}`].map(async (path) => {
    for (; !isOver; await pause(pauseMs))
      pages.push(
        await see(path, async () => {
          const response = await fetch(site.origin + path, { signal: AbortSignal.timeout(60_000) });
          await response.arrayBuffer();
          return response;
        }),
      );
  });
  const asking = (async () => {
    for (; !isOver; await pause(pauseMs)) {
      const seen = await see("query", () => writer.ask("GET", byDate));
      if (seen.status !== 200) refusals.push(seen);
    }
  })();
  const working = Promise.all([...writing, ...reading, asking]);
  try {
    await beside(working, async () => {
      await until(() => expect(Math.min(...taken)).toBeGreaterThan(1));
      await away();
      const [refused, served] = [refusals.length, pages.length];
      // Each writer and the reader were refused twice, and each page was served, while PostgreSQL was away.
      if (back)
        await until(() => {
          expect(refusals.length).toBeGreaterThanOrEqual(refused + 2 * (writers + 1));
          expect(pages.length).toBeGreaterThanOrEqual(served + reading.length);
        });
      await back?.();
      const before = [...taken];
      await until(() =>
        taken.forEach((count, index) => void expect(count).toBeGreaterThan(before[index]! + 1)),
      );
    });
  } finally {
    isOver = true;
    await working;
  }
  return { pages, refusals, titles };
}

/** Titles of all articles of the member in the team that begin with this, as the product shows them. */
export async function shownTitles(writer: Writer, start: string): Promise<string[]> {
  const titles: string[] = [];
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const { data } = await writer.ask("GET", `articles/${writer.teamId}/my-page?size=50&page=${page}`);
    const { content, page: info } = data as Page<{ articleTitle: string }>;
    titles.push(...content.map(({ articleTitle }) => articleTitle));
    pages = info.totalPages;
  }
  return titles.filter((title) => title.startsWith(`${start} `));
}

/** Number of responses, and their times at the middle and at the end. */
export function timesOf(seen: readonly Seen[]): string {
  const sorted = seen.map(({ ms }) => ms).sort((a, b) => a - b);
  return `${seen.length} (p50 ${sorted[seen.length >> 1]} ms, longest ${sorted.at(-1)} ms)`;
}
