import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { seoulDate } from "#contracts/dates";
import type { Feed, FeedItem } from "#contracts/search/api";
import { call } from "../journeys/site.ts";
import type { Figures } from "./figures.ts";
import { signInOn, withBrowser } from "./in-browser.ts";
import { quantile } from "./statistics.ts";

const documents = 5000;
/** Characters of an article; the index holds the first 600 of each. */
const length = 2000;
const writers = 8;
const queries = 200;
/** Milliseconds (spec/daily-use.md §11). */
const bars = { page: 60, build: 6000, load: 1000, query: 50, task: 50 };

const assets = fileURLToPath(new URL("../../dist/web/assets/", import.meta.url));

/** The same texts in each run: words of two to four syllables, a few of them common. */
function vocabulary() {
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const syllable = () => String.fromCharCode(0xac00 + Math.floor(random() ** 2 * 1200) * 9);
  const words = Array.from({ length: 6000 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join(""),
  );
  const word = () => words[Math.floor(random() ** 3 * words.length)] as string;
  const text = (most: number) => {
    let written = "";
    while (written.length < most) written += `${word()} `;
    return written.slice(0, most).trim();
  };
  return { word, text };
}

interface Measured {
  readonly build: number;
  readonly load: number;
  readonly asked: number[];
  readonly scanned: number[];
}

/** Uses the built worker as the page does, without the page's own work. */
const measureWorker = (
  page: Page,
  given: { script: string; items: FeedItem[]; words: string[]; today: string },
) =>
  page.evaluate(async ({ script, items, words, today }): Promise<Measured> => {
    const start = () => {
      const worker = new Worker(script, { type: "module" });
      const waiting = new Map<number, PromiseWithResolvers<unknown>>();
      let calls = 0;
      worker.onmessage = ({ data: { id, value, error } }) => {
        if (error === undefined) waiting.get(id)?.resolve(value);
        else waiting.get(id)?.reject(new Error(error));
      };
      const ask = (method: string, ...args: unknown[]) => {
        calls += 1;
        const reply = Promise.withResolvers<unknown>();
        waiting.set(calls, reply);
        worker.postMessage({ id: calls, method, args, today });
        return reply.promise;
      };
      return { ask, end: () => worker.terminate() };
    };
    const member = "bench";
    const teams = [{ teamId: 1, teamName: "빠른팀" }];
    const saved = new Promise<void>((done) => {
      const channel = new BroadcastChannel("search");
      channel.onmessage = ({ data }) => data === member && done();
    });
    const first = start();
    await first.ask("open", member, true);
    await first.ask("setTeams", teams);
    const began = performance.now();
    for (let at = 0; at < items.length; at += 100)
      await first.ask("take", 1, {
        next: String(at),
        reset: false,
        more: true,
        items: items.slice(at, at + 100),
      });
    const build = performance.now() - began;
    await saved;
    first.end();
    const second = start();
    await second.ask("size");
    const opened = performance.now();
    await second.ask("open", member, false);
    await second.ask("setTeams", teams);
    const load = performance.now() - opened;
    const most = { article: 5, subject: 5 };
    const [asked, scanned]: number[][] = [[], []];
    for (const word of words) {
      const before = performance.now();
      await second.ask("search", word, most);
      asked?.push(performance.now() - before);
      const scan = performance.now();
      items.filter((item) => !item.gone && (item.title.includes(word) || item.text.includes(word)));
      scanned?.push(performance.now() - scan);
    }
    second.end();
    return { build, load, asked: asked ?? [], scanned: scanned ?? [] };
  }, given);

/** The longest task of the page's thread from a moment on. */
const noteTasks = (page: Page) =>
  page.evaluate(() => {
    const tasks: number[] = [0];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: "longtask" });
  });
const longestTask = (page: Page) => page.evaluate((): number => Math.max(...Reflect.get(window, "tasks")));

/**
 * The texts have rare syllables, whose fonts no usual text loads; each one that arrives triggers a layout of the whole
 * page.
 */
const loadFonts = () => Promise.all([...document.fonts].map((face) => face.load())).then(() => undefined);

const isStored = () =>
  indexedDB
    .databases()
    .then((all) => all.some(({ name }) => name?.startsWith("search-") && name !== "search-bench"));

/** The feed, the index in a worker and its queries over 5,000 articles, beside a linear scan. */
export async function benchSearch({ note, atMost, remark }: Figures): Promise<void> {
  await withBrowser(
    { env: { WRITES_PER_MINUTE: "1000000", STORED_MB_PER_DAY: "1000000" } },
    async (server, browser) => {
      const context = await browser.newContext({ baseURL: server.origin });
      // Functions that run in the page refer to this name.
      await context.addInitScript("globalThis.__name = (it) => it");
      const page = await context.newPage();
      const token = await signInOn(page, "bench-search");
      await page.goto("about:blank");
      await call(server, token, "POST", "members", { memberName: "빠른손", memberExplain: "매일 한 문제" });
      const { teamId } = await call<{ teamId: number }>(server, token, "POST", "teams", {
        teamName: "빠른팀",
        teamExplain: "하루 한 문제",
        topic: "코딩테스트",
        password: "0430",
        memberLimit: "10",
      });
      const { word, text } = vocabulary();
      let posted = 0;
      const write = async () => {
        while (posted < documents) {
          posted += 1;
          const form = {
            teamId: String(teamId),
            articleTitle: text(24),
            articleBody: `<p>${text(length)}</p>`,
          };
          await call(server, token, "POST", "articles", form);
        }
      };
      await Promise.all(Array.from({ length: writers }, write));
      remark(`${documents} articles of ${length} characters`);

      const pages: number[] = [];
      const items: FeedItem[] = [];
      for (let round = 0; round < 3; round += 1) {
        items.length = 0;
        for (let after = "", more = true; more; ) {
          const before = performance.now();
          const path = `teams/${teamId}/search-feed?after=${encodeURIComponent(after)}`;
          const feed = await call<Feed>(server, token, "GET", path);
          pages.push(performance.now() - before);
          items.push(...feed.items);
          ({ next: after, more } = feed);
        }
      }
      atMost(bars.page, { what: "feed page of 100, p95", value: quantile(pages, 0.95), unit: "ms" });

      await page.goto("/team-list");
      await page.waitForLoadState("networkidle");
      await page.evaluate(loadFonts);
      await noteTasks(page);
      await page.waitForFunction(isStored, undefined, { timeout: 300_000, polling: 250 });
      await page.keyboard.press("Control+k");
      for (let n = 0; n < 10; n += 1) {
        await page.getByRole("combobox").fill(word().slice(0, 2));
        // The number of results is shown below the rows.
        await page.locator("dialog [class*=_state_]", { hasText: /\d|결과 없음/ }).waitFor();
      }
      atMost(bars.task, {
        what: "longest task while fed and asked",
        value: await longestTask(page),
        unit: "ms",
      });

      const script = readdirSync(assets).find((name) => /^search-worker-.*\.js$/.test(name));
      if (!script) throw new Error("the build has no search worker");
      const words = Array.from({ length: queries }, () => word().slice(0, 2));
      const measured = await measureWorker(page, {
        script: `/assets/${script}`,
        items,
        words,
        today: seoulDate(new Date()),
      });
      atMost(bars.build, { what: "build in the worker", value: measured.build, unit: "ms" });
      atMost(bars.load, { what: "load from the device", value: measured.load, unit: "ms" });
      const query = quantile(measured.asked, 0.95);
      atMost(bars.query, { what: "query of two syllables, p95", value: query, unit: "ms" });
      const scan = quantile(measured.scanned, 0.95);
      note({
        what: "query beside a linear scan, p95",
        value: query,
        unit: "ms",
        limit: scan,
        ratio: query / scan,
      });
    },
  );
}
