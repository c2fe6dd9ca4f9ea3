import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { Page } from "#contracts/endpoint";
import { quantile } from "#tests/bench/statistics";
import { beside, type Writer } from "#tests/faults/writer";
import { until } from "#tests/support/until";
import type { ComposedSite } from "./composed-site.ts";

/** A response as a browser sees it. */
interface Seen {
  readonly what: string;
  readonly status: number;
  /** The sentence of the product; undefined in an empty response and in one of the proxy. */
  readonly message: string | undefined;
  readonly ms: number;
  /** Whether PostgreSQL had been taken away completely when it was requested. */
  readonly isAway: boolean;
}

interface Outage {
  readonly name: string;
  /** Takes PostgreSQL away. */
  readonly away: () => Promise<unknown>;
  /** Undefined if `away` ends with its return. */
  readonly back?: (() => Promise<unknown>) | undefined;
}

const writers = 4;
/** Responses that each client gets before PostgreSQL comes back. */
const refusalsOfEach = 3;
/** Between two requests of a client. */
const pauseMs = 20;

/** Four writers, and readers of pages and articles, through the proxy while PostgreSQL goes away and comes back. */
export async function duringOutage(site: ComposedSite, writer: Writer, outage: Outage) {
  const { name, away, back } = outage;
  const pages = [] as Seen[];
  const refusals = [] as Seen[];
  const titles: string[] = [];
  const taken = Array<number>(writers).fill(0);
  const asset = /\/assets\/[^"]+\.js/.exec(await (await fetch(site.origin)).text())?.[0] as string;
  const byDate = `articles/${writer.teamId}/by-date?date=2026-11-21`;
  let isOver = false;
  let isAway = false;
  const see = async (what: string, ask: () => Promise<{ status: number; message?: string | undefined }>) => {
    const began = performance.now();
    const wasAway = isAway;
    const { status, message } = await ask();
    return { what, status, message, ms: Math.round(performance.now() - began), isAway: wasAway };
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
      isAway = back !== undefined;
      // Writers and the reader were refused, and each page was served, while PostgreSQL was away.
      if (back)
        await until(() => {
          expect(whileAway(refusals).length).toBeGreaterThanOrEqual(refusalsOfEach * (writers + 1));
          expect(whileAway(pages).length).toBeGreaterThanOrEqual(reading.length);
        });
      isAway = false;
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

const whileAway = (seen: readonly Seen[]) => seen.filter(({ isAway }) => isAway);

/** Milliseconds within which this part (0 to 1) of the responses arrived; 0 without any. */
export const within = (part: number, seen: readonly Seen[]): number =>
  seen.length === 0
    ? 0
    : quantile(
        seen.map(({ ms }) => ms),
        part,
      );

/** Number of responses, and their times. */
export function timesOf(seen: readonly Seen[]): string {
  const [p50, p95, longest] = [0.5, 0.95, 1].map((part) => within(part, seen));
  return `${seen.length} (p50 ${p50} ms, p95 ${p95} ms, longest ${longest} ms)`;
}
