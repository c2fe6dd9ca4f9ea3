import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { openStorage, type Storage } from "#services/app/storage";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { differencesIn } from "#tests/api/verify-read-models";
import { median, p99 } from "#tests/bench/statistics";
import { dotori } from "#tests/examples/people";
import { signedUp } from "#tests/examples/posts";
import { connect, named } from "#tests/live/server";
import { tell } from "#tests/support/recorded";
import { freePort, usualSecretKey } from "#tests/support/server-process";
import { until } from "#tests/support/until";
import { heapInUse } from "./heap.ts";
import { type NamedArticles, namedArticles } from "./named-articles.ts";
import { figure, isLong, rounds } from "./rounds.ts";
import { ownServer } from "./starters.ts";
import { atRate } from "./writer.ts";

/** Duration: `SOAK_SECONDS` (7200 for two hours), by default ten minutes, in the short form some seconds. */
const seconds = rounds(3, Number(process.env.SOAK_SECONDS ?? 600));
const perSecond = rounds(50, 200);
const teams = 10;
/** Concurrent articles: fewer than one batch. */
const atOnce = 300;
/** Repetitions with long texts, of which the server must not retain half. */
const many = 8;
const longAtOnce = 50;
const long = "x".repeat(48_000);

const inspector = await freePort();
const own = ownServer({ NODE_OPTIONS: `--inspect=${inspector}` });
let storage: Storage;
beforeAll(async () => {
  const env = { NODE_ENV: "test", DATABASE_URL: own.database.url, SECRET_KEY: usualSecretKey };
  storage = await openStorage(readConfig(env), createLogger("silent"));
});
afterAll(() => storage.close());

/** Megabytes. */
async function residentSize(): Promise<number> {
  const status = await readFile(`/proc/${own.server.pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Live connections that the server reports, and its open files, sockets and database connections. */
async function held() {
  const text = await (await fetch(`${own.server.origin}/metrics`)).text();
  const gauge = (name: string) => Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);
  return {
    connections: gauge("algomoim_live_connections"),
    subscriptions: gauge("algomoim_live_subscriptions"),
    open: (await readdir(`/proc/${own.server.pid}/fd`)).length,
  };
}

/** Opens a page and leaves it. */
async function lookIn(url: string): Promise<void> {
  const socket = new WebSocket(url);
  socket.on("open", () => {
    const wish = { type: "subscribe", ...named("team-articles/9000") };
    socket.send(JSON.stringify([{ type: "hello", token: null }, wish]));
  });
  await once(socket, "message");
  socket.terminate();
}

/**
 * Delay of names behind appends in bursts: the best of several attempts, because the machine may be busy. Stops once
 * below `enough`.
 */
async function behindInBursts(articles: NamedArticles, tries: number, enough = 0): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < tries && best >= enough; n += 1) best = Math.min(best, await articles.burst(atOnce));
  return best;
}

/** Slope of a line through the points by least squares: growth per step. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [above, below] = values.reduce(
    ([a, b], value, n) => [a + (n - middle) * (value - mean), b + (n - middle) ** 2],
    [0, 0],
  );
  return above / below;
}

it(
  "T18 under steady load nothing lags, nothing is lost and the server does not grow",
  async () => {
    const { store } = storage;
    await tell(store, `member-${dotori}`, signedUp());
    const url = `${own.server.origin.replace("http", "ws")}/live`;
    const watcher = await connect({ url });
    const articles = await namedArticles(store, watcher, teams);
    const openBefore = (await held()).open;
    // Warms up the JIT compiler.
    await articles.burst(atOnce);
    const behindAtFirst = await behindInBursts(articles, 4);
    const heapAtFirst = await heapInUse(inspector);
    const lagsBefore = articles.lags.length;
    const before = articles.appended();
    const sizes: number[] = [];
    const began = performance.now();
    const isOver = () => performance.now() - began > seconds * 1000;
    const reading = (async () => {
      for (let n = 0; !isOver(); n += 1) {
        const path = `/api/v1/articles/${9000 + (n % teams)}/by-date?date=2025-09-03`;
        expect((await fetch(`${own.server.origin}${path}`)).status).toBe(200);
        await lookIn(url);
        await pause(100);
      }
    })();
    const watching = (async () => {
      for (; !isOver(); await pause(1000)) sizes.push(await residentSize());
    })();
    const writing = atRate(perSecond, isOver, () => articles.append());
    const [written] = await Promise.all([writing, reading, watching]);
    await articles.allNamed();
    const lags = articles.lags.slice(lagsBefore);
    const appended = articles.appended() - before;
    const heapSettled = await heapInUse(inspector);
    const settled = sizes.slice(Math.floor(sizes.length / 3));
    const perMinute = slope(settled) * (sizes.length / (seconds / 60));
    const lag = p99(lags);
    const third = Math.floor(lags.length / 3);
    const keptOfEach = (heapSettled - heapAtFirst) / appended;
    figure(
      "T18",
      `${appended} appends in ${seconds} s (${Math.round(written.perSecond)} a second): lag p50 ${median(lags).toFixed(1)} ms, p99 ${lag.toFixed(1)} ms; resident ${Math.round(settled.at(-1) ?? 0)} MB, ${perMinute.toFixed(2)} MB per minute over the last two thirds; ${Math.round(keptOfEach)} bytes of heap kept of each`,
    );
    for (let n = 0; n < many; n += 1) await articles.burst(longAtOnce, long);
    // A reader of the log retains its last batch.
    for (let n = 0; n < 3; n += 1) await articles.burst(1);
    const told = many * longAtOnce * long.length;
    await until(async () => expect(await heapInUse(inspector)).toBeLessThan(heapSettled + told / 2));
    // A ratio of ratios: other load delays names and appends alike. The machine may have been idle first and busy
    // since, in phases: a reader that slows down with every event does so in every attempt.
    const asFar = 2.5 * behindAtFirst;
    expect(await behindInBursts(articles, 20, asFar)).toBeLessThan(asFar);
    expect(articles.lags.length).toBe(articles.appended());
    const rows = async () =>
      Number((await own.database.pool.query("SELECT count(*) AS n FROM team_articles")).rows[0]?.n);
    await until(async () => expect(await rows()).toBe(articles.appended()));
    expect(await differencesIn(own.database.url, usualSecretKey)).toEqual([]);
    // All visitors have left. Pools and keep-alive connections may have grown a little.
    await until(async () => {
      const now = await held();
      expect(now).toMatchObject({ connections: 1, subscriptions: teams });
      expect(now.open).toBeLessThan(openBefore + 30);
    });
    if (!isLong) return;
    expect(written.perSecond).toBeGreaterThan(0.95 * perSecond);
    expect(lag).toBeLessThan(250);
    expect(median(lags.slice(-third))).toBeLessThan(2 * median(lags.slice(0, third)));
    expect(keptOfEach).toBeLessThan(100);
    // Less than a tenth of its memory over the whole run.
    expect(perMinute).toBeLessThan(Math.max(0.2, ((settled.at(-1) ?? 0) / 10 / seconds) * 60));
  },
  // Rebuilding and comparing every read model takes a large part of the time in which it was filled.
  (2 * seconds + 300) * 1000,
);
