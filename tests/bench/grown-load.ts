import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { limits } from "#contracts/limits";
import type { Storage } from "#services/app/storage";
import { createAccessTokens } from "#services/identity/access-token";
import { createRefreshFamilies } from "#services/identity/refresh-families";
import type { ServerProcess } from "../support/server-process.ts";
import { type Caller, callerWith, knownCaller } from "./caller.ts";
import type { Figures } from "./figures.ts";
import { countCalls, signedInPage } from "./grown-pages.ts";
import { helperProcess } from "./helper-process.ts";
import type { SocketsOrder, SocketsReport } from "./live-sockets.ts";
import { cpuSeconds } from "./proc.ts";
import { median } from "./statistics.ts";

const pages = limits.memberLimit;
const perSecond = 10;
const seconds = 20;
const bars = { times: 2, callsPerSecond: 3 };
/** Within which an open page asks again after a live message. */
const gatherMs = 1000;

const views = ["team-page", "team-articles", "team-calendar", "team-writers"] as const;

interface Team {
  readonly server: ServerProcess;
  readonly storage: Storage;
  readonly teamId: number;
  /** Members at the development provider: who posts, and whose pages are open. */
  readonly writer: string;
  readonly reader: string;
}

/**
 * Articles at a steady rate, alone and while 50 members have the page of the team open. The calls of one page in a
 * browser are recorded; then there are 50 sockets, and each of their members repeats the calls within the time in which
 * pages gather. The browser is closed by then, because drawing hundreds of articles takes a processor of its own.
 */
export async function benchGrownLoad(
  { atMost, note }: Figures,
  browser: Browser,
  { server, storage, teamId, writer, reader }: Team,
): Promise<void> {
  const { origin } = server;
  const writing = await knownCaller(origin, writer);
  // Each of them, because large answers to one member are sent one after the other.
  const others = (await tokensOfMembers(storage, teamId)).map((token) => callerWith(origin, token));
  await post(writing, teamId);
  const measured = async () => {
    const cpu = cpuSeconds(server.pid);
    const p50 = median(await post(writing, teamId));
    return { p50, cpu: cpuSeconds(server.pid) - cpu };
  };
  const alone = await measured();
  const sockets = helperProcess<SocketsOrder, SocketsReport>("./live-sockets.ts");
  try {
    const channels = views.map((view) => `${view}/${teamId}`);
    const urls = [`${origin.replace("http", "ws")}/live`];
    await sockets.ask({ type: "open", urls, count: pages, channels });
    const page = await signedInPage(browser, origin, reader);
    const calls = await countCalls(page);
    await page.goto(`/team-dashboard/${teamId}`);
    await page.waitForLoadState("networkidle");
    // The search of a new device is fetched first.
    for (let before = -1; before !== calls.paths.length; await sleep(gatherMs * 5))
      before = calls.paths.length;
    calls.reset();
    const began = performance.now();
    const recording = recorded(calls.paths);
    await post(writing, teamId);
    const timeline = recording.stop();
    // Pages gather after the first message: the last round stands for the time after it.
    const lasted = (performance.now() - began + gatherMs) / 1000;
    await page.context().close();
    const repeating = repeated(others, timeline);
    const together = await measured();
    atMost(0, { what: "failed calls of the pages", value: await repeating.stop(), unit: "calls" });
    atMost(bars.times, {
      what: "article, p50 with 50 pages",
      value: together.p50,
      limit: alone.p50,
      unit: "ms",
    });
    note({
      what: "processor time of the server with 50 pages",
      value: together.cpu,
      limit: alone.cpu,
      unit: "s",
    });
    atMost(bars.callsPerSecond, {
      what: "calls of each page",
      value: timeline.length / lasted,
      unit: "calls/s",
    });
    note({ what: "transferred to each page", value: calls.bytes / 1000 / lasted, unit: "kB/s" });
  } finally {
    await sockets.stop();
  }
}

/** Posts articles at the rate; returns the milliseconds of each. */
async function post(caller: Caller, teamId: number): Promise<number[]> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    await sleep(Math.max(0, began + (n * 1000) / perSecond - performance.now()));
    const sent = performance.now();
    const form = { teamId: String(teamId), articleTitle: `오늘의 풀이 ${n}`, articleBody: "<p>풀었어요</p>" };
    running.push(
      caller.call("POST", "/v1/articles", { form }).then(() => void times.push(performance.now() - sent)),
    );
  }
  await Promise.all(running);
  return times;
}

async function tokensOfMembers({ database: { pool }, secrets }: Storage, teamId: number): Promise<string[]> {
  const now = () => new Date();
  const families = createRefreshFamilies(pool, secrets.sub("identity refresh token"), now);
  const tokens = createAccessTokens(secrets.subs("identity access token"), now);
  const { rows } = await pool.query<{ uuid: string }>(
    "SELECT member_id AS uuid FROM team_members WHERE team_id = $1",
    [teamId],
  );
  const issue = async ({ uuid }: { uuid: string }) => tokens.issue(uuid, (await families.start(uuid)).family);
  return Promise.all(rows.map(issue));
}

/** A call of a page, and the milliseconds after the first article. */
interface TimedCall {
  readonly path: string;
  readonly at: number;
}

/** Notes when calls appear in a list of paths. */
function recorded(paths: readonly string[]) {
  const began = performance.now();
  const timeline: TimedCall[] = [];
  const timer = setInterval(() => {
    for (const path of paths.slice(timeline.length)) timeline.push({ path, at: performance.now() - began });
  }, 20);
  return {
    stop(): readonly TimedCall[] {
      clearInterval(timer);
      return timeline;
    },
  };
}

/** Repeats calls at their times by each of the callers. */
function repeated(callers: readonly Caller[], timeline: readonly TimedCall[]) {
  let failed = 0;
  const fail = () => {
    failed += 1;
  };
  const running = timeline.flatMap(({ path, at }) =>
    callers.map((caller) =>
      sleep(at + Math.random() * gatherMs).then(() => caller.call("GET", path).catch(fail)),
    ),
  );
  return {
    /** Returns how many calls failed. */
    async stop(): Promise<number> {
      await Promise.all(running);
      return failed;
    },
  };
}
