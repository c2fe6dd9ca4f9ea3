import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { newCaller } from "./caller.ts";
import type { Figures } from "./figures.ts";
import { median } from "./statistics.ts";

const slowdown = 4;
const loads = 3;
/** Time without a new call after which a page counts as at rest; the search saves its index 5 s after a feed. */
const restMs = 8000;
const bars = {
  applicants: { nodes: 800, taskMs: 200 },
  device: { calls: 60, mB: 6, reloadCalls: 1 },
  // About what a hundred rows take, up to which the list is whole.
  inbox: { calls: 2, kB: 40, nodes: 3000 },
};

/** Calls of the API by one page since its last `reset`, with the transferred bytes of their responses. */
interface Calls {
  readonly paths: string[];
  bytes: number;
  reset(): void;
}

export async function countCalls(page: Page): Promise<Calls> {
  const line = await page.context().newCDPSession(page);
  const running = new Set<string>();
  const calls: Calls = {
    paths: [],
    bytes: 0,
    reset() {
      calls.paths.length = 0;
      calls.bytes = 0;
    },
  };
  line.on("Network.requestWillBeSent", ({ requestId, request }) => {
    const { pathname, search } = new URL(request.url);
    if (!pathname.startsWith("/api/")) return;
    running.add(requestId);
    calls.paths.push(pathname.slice("/api".length) + search);
  });
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (running.delete(requestId)) calls.bytes += encodedDataLength;
  });
  await line.send("Network.enable");
  return calls;
}

async function atRest({ paths }: Calls): Promise<void> {
  for (let before = -1; before !== paths.length; ) {
    before = paths.length;
    await sleep(restMs);
  }
}

/** A page of a new device, on which the member has signed in. */
export async function signedInPage(browser: Browser, origin: string, handle: string, width = 1440) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: 900 },
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    serviceWorkers: "block",
  });
  await context.request.get(`/oauth2/authorization/kakao?login_hint=${handle}&redirect=/team-list`);
  return context.newPage();
}

const nodesOf = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);

/** What pages of the grown database's member cost: many applicants, a new device, an open inbox. */
export async function benchGrownPages(
  figures: Figures,
  browser: Browser,
  { origin, handle, recruitmentId }: { origin: string; handle: string; recruitmentId: number },
): Promise<void> {
  await newDevice(figures, await signedInPage(browser, origin, handle));
  await applicants(figures, await signedInPage(browser, origin, handle, 390), recruitmentId);
  await openInbox(figures, await signedInPage(browser, origin, handle), origin, recruitmentId);
}

async function newDevice({ atMost, note }: Figures, page: Page): Promise<void> {
  const calls = await countCalls(page);
  await page.goto("/");
  await atRest(calls);
  atMost(bars.device.calls, { what: "new device, calls", value: calls.paths.length, unit: "calls" });
  atMost(bars.device.mB, { what: "new device, transferred", value: calls.bytes / 1e6, unit: "MB" });
  calls.reset();
  await page.reload();
  await atRest(calls);
  const ofSearch = calls.paths.filter((path) => path.includes("search"));
  note({ what: "reload without news, all calls", value: calls.paths.length, unit: "calls" });
  atMost(bars.device.reloadCalls, {
    what: "reload without news, calls of search",
    value: ofSearch.length,
    unit: "calls",
  });
  await page.context().close();
}

/** Longest task while the page is loaded, all are chosen, and another page of them is shown, on a slow processor. */
async function applicants({ atMost }: Figures, page: Page, recruitmentId: number): Promise<void> {
  // Functions that run in the page refer to this name.
  await page.addInitScript("globalThis.__name = (it) => it");
  await page.addInitScript(`
    window.tasks = [0];
    new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.tasks.push(duration); })
      .observe({ type: "longtask", buffered: true });
  `);
  const line = await page.context().newCDPSession(page);
  await line.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const tasks: number[] = [];
  let nodes = 0;
  for (let load = 0; load < loads; load += 1) {
    await page.goto(`/team-recruit/detail/${recruitmentId}`);
    const list = page.getByRole("region", { name: "신청자", exact: true });
    await list.getByRole("listitem").nth(19).waitFor();
    nodes = Math.max(nodes, await nodesOf(page));
    await page.getByRole("button", { name: "모두 선택" }).click();
    await page.locator("b", { hasText: /^\d{3}명 선택/ }).waitFor();
    await page.getByRole("button", { name: "2쪽" }).click();
    await page.waitForURL(/page=2/);
    await page.waitForLoadState("networkidle");
    tasks.push(await page.evaluate((): number => Math.max(...Reflect.get(window, "tasks"))));
  }
  const { taskMs } = bars.applicants;
  atMost(bars.applicants.nodes, { what: "many applicants, nodes", value: nodes, unit: "nodes" });
  atMost(taskMs, { what: "many applicants, longest task at 4×", value: median(tasks), unit: "ms" });
  await page.context().close();
}

/** A notification while all pages of the inbox are loaded. */
async function openInbox(
  { atMost, remark }: Figures,
  page: Page,
  origin: string,
  recruitmentId: number,
): Promise<void> {
  const calls = await countCalls(page);
  await page.goto("/notifications");
  const more = page.getByRole("button", { name: "더 보기" });
  await page.locator("[data-row]").first().waitFor();
  let pages = 1;
  for (; await more.isVisible(); pages += 1) {
    const answer = page.waitForResponse((response) => response.url().includes("/notifications?"));
    await more.click();
    await answer;
    await page.waitForFunction(() => document.querySelector("button[aria-busy=true]") === null);
  }
  // Rows far from the window are not in the document; a pointer on a link would load what it leads to.
  await page.mouse.move(0, 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await atRest(calls);
  remark(`${pages} pages of notifications are loaded`);
  atMost(bars.inbox.nodes, { what: "whole inbox, nodes", value: await nodesOf(page), unit: "nodes" });
  calls.reset();
  const applicant = await newCaller(origin, "새로 온 이");
  const json = { recruitmentId, teamApplyBody: "함께 풀고 싶어요" };
  await applicant.call("POST", "/v1/apply", { json });
  await page.locator("[data-row]", { hasText: "새로 온 이" }).first().waitFor();
  await atRest(calls);
  remark(`a notification causes ${calls.paths.join(", ")}`);
  atMost(bars.inbox.calls, {
    what: "whole inbox, calls at a notification",
    value: calls.paths.length,
    unit: "calls",
  });
  atMost(bars.inbox.kB, {
    what: "whole inbox, transferred at a notification",
    value: calls.bytes / 1000,
    unit: "kB",
  });
  await page.context().close();
}
