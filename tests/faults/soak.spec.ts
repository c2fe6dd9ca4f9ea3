import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { openStorage, type Storage } from "#services/storage";
import { differencesIn } from "#tests/api/verify-read-models";
import { median, p99 } from "#tests/bench/statistics";
import { dotori } from "#tests/examples/people";
import { posted, signedUp } from "#tests/examples/posts";
import { connect, named } from "#tests/live-server";
import { asNew, newCommand, tell } from "#tests/recorded";
import { atRate } from "./at-rate.ts";
import { ownServer } from "./own-server.ts";
import { figure, isLong, rounds } from "./rounds.ts";
import { until } from "./writer.ts";

/** How long: `SOAK_SECONDS` (7200 for two hours), by default ten minutes, in the short form some seconds. */
const seconds = isLong ? Number(process.env.SOAK_SECONDS ?? 600) : 10;
const perSecond = rounds(50, 200);
const teams = 10;
const secretKey = "a secret key of the tests, long enough";

const own = ownServer({ SECRET_KEY: secretKey });
let storage: Storage;
beforeAll(async () => {
  const env = { NODE_ENV: "test", DATABASE_URL: own.database.url, SECRET_KEY: secretKey };
  storage = await openStorage(readConfig(env), createLogger("silent"));
});
afterAll(() => storage.close());

/** Megabytes. */
async function residentSize(): Promise<number> {
  const status = await readFile(`/proc/${own.server.pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** What the server says of its live connections, and what it has open: files, sockets and lines to the database. */
async function held() {
  const text = await (await fetch(`${own.server.origin}/metrics`)).text();
  const gauge = (name: string) => Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);
  return {
    connections: gauge("algomoim_live_connections"),
    subscriptions: gauge("algomoim_live_subscriptions"),
    open: (await readdir(`/proc/${own.server.pid}/fd`)).length,
  };
}

/** A page that is opened and left. */
async function lookIn(url: string): Promise<void> {
  const socket = new WebSocket(url);
  socket.on("open", () => {
    const wish = { type: "subscribe", ...named("team-articles/9000") };
    socket.send(JSON.stringify([{ type: "hello", token: null }, wish]));
  });
  await once(socket, "message");
  socket.terminate();
}

/** Of a line through the points, by least squares: growth per step. */
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
  "T18 under steady load nothing falls behind, nothing is lost and the server does not grow",
  async () => {
    const { store } = storage;
    await tell(store, `member-${dotori}`, signedUp());
    const url = `${own.server.origin.replace("http", "ws")}/live`;
    const watcher = await connect({ url });
    watcher.send(
      ...Array.from(
        { length: teams },
        (_, n) => ({ type: "subscribe", ...named(`team-articles/${9000 + n}`) }) as const,
      ),
    );
    await watcher.settle();
    const openBefore = (await held()).open;
    /** Appended and not yet named to the watcher. */
    let open: { checkpoint: string; at: number }[] = [];
    let heardOf = store.start;
    const lags: number[] = [];
    watcher.socket.on("message", (data) => {
      const now = performance.now();
      const messages = JSON.parse(String(data)) as { checkpoint?: string }[];
      const reached = messages.findLast(({ checkpoint }) => checkpoint)?.checkpoint;
      if (!reached) return;
      heardOf = reached;
      lags.push(
        ...open.filter(({ checkpoint }) => store.compare(checkpoint, reached) <= 0).map(({ at }) => now - at),
      );
      open = open.filter(({ checkpoint }) => store.compare(checkpoint, reached) > 0);
      // What was heard is of no use here, and would make this process grow.
      watcher.heard.length = 0;
      watcher.frames.length = 0;
    });
    const sizes: number[] = [];
    let appended = 0;
    const began = performance.now();
    const isOver = () => performance.now() - began > seconds * 1000;
    async function append(): Promise<void> {
      appended += 1;
      const articleId = 1_000_000 + appended;
      const event = asNew(
        posted({ articleId, teamId: 9000 + (articleId % teams), title: `글 ${articleId}` }),
      );
      const at = performance.now();
      const done = await store.append(`article-${articleId}`, [event], -1, newCommand());
      const { checkpoint } = done as { checkpoint: string };
      // Its name may have come before the answer.
      if (store.compare(checkpoint, heardOf) <= 0) lags.push(performance.now() - at);
      else open.push({ checkpoint, at });
    }
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
    const written = await atRate(perSecond, isOver, append);
    await Promise.all([reading, watching]);
    await until(() => expect(open).toEqual([]));
    expect(lags.length).toBe(appended);
    const rows = async () =>
      Number((await own.database.pool.query("SELECT count(*) AS n FROM team_articles")).rows[0]?.n);
    await until(async () => expect(await rows()).toBe(appended));
    expect(await differencesIn(own.database.url, secretKey)).toEqual([]);
    // All who looked in have gone again. A pool and what keeps connections alive may have grown a little.
    await until(async () => {
      const now = await held();
      expect(now).toMatchObject({ connections: 1, subscriptions: teams });
      expect(now.open).toBeLessThan(openBefore + 30);
    });
    const settled = sizes.slice(Math.floor(sizes.length / 3));
    const perMinute = slope(settled) * (sizes.length / (seconds / 60));
    const lag = p99(lags);
    figure(
      "T18",
      `${appended} appends in ${seconds} s (${Math.round(written.perSecond)} a second): lag p50 ${median(lags).toFixed(1)} ms, p99 ${lag.toFixed(1)} ms; resident ${Math.round(settled.at(-1) ?? 0)} MB, ${perMinute.toFixed(2)} MB per minute over the last two thirds`,
    );
    if (!isLong) return;
    expect(written.perSecond).toBeGreaterThan(0.95 * perSecond);
    expect(lag).toBeLessThan(250);
    // Over the whole run less than a tenth of what it holds.
    expect(perMinute).toBeLessThan(Math.max(0.2, ((settled.at(-1) ?? 0) / 10 / seconds) * 60));
  },
  (seconds + 300) * 1000,
);
