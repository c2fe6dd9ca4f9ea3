import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { seoulDate } from "#contracts/dates";
import { call } from "../journeys/site.ts";
import { findOrInstallBrowser } from "../support/browser.ts";
import { freePort, startServerProcess } from "../support/server-process.ts";
import { withPostgres } from "../support/with-postgres.ts";
import type { Figures } from "./figures.ts";

/** A slow phone on slow 4G, with Lighthouse's parameters. */
const slowness = { cpu: 4, latencyMs: 150, downBytes: (1.6 * 1024 * 1024) / 8, upBytes: (750 * 1024) / 8 };
const widths = [390, 1440] as const;
const maxShift = 0.05;
/** Main thread time beyond which a task counts as blocking. */
const shortTaskMs = 50;

interface Measured {
  /** Milliseconds from the navigation to the largest paint. */
  readonly largestPaint: number;
  /** Sum of the milliseconds by which tasks exceeded 50. */
  readonly blocking: number;
  readonly layoutShift: number;
  /** Transferred bytes of script. */
  readonly script: number;
}

interface Ids {
  readonly teamId: number;
  readonly recruitId: number;
}

const forVisitors = ({ teamId, recruitId }: Ids) => [
  "/",
  "/login",
  "/team-list",
  `/team-dashboard/${teamId}`,
  "/team-recruit/list",
  `/team-recruit/detail/${recruitId}`,
  "/nowhere",
];

const forMembers = ({ teamId, recruitId }: Ids) => [
  "/",
  "/team-list",
  `/team-dashboard/${teamId}`,
  "/team-recruit/list",
  `/team-recruit/detail/${recruitId}`,
  `/team-admin/${teamId}`,
  `/team-setting/team/${teamId}`,
  `/team-setting/members/${teamId}`,
  `/posting/${teamId}`,
  `/team-subject/${teamId}/${seoulDate(new Date())}`,
  "/team-recruit/posting",
  "/team-registration",
  "/my-dashboard/profile",
  "/modification",
  "/my-dashboard/teams",
  "/my-dashboard/applications",
];

/** Runs in the page from its start. A text, because compiled functions would need helpers that the page lacks. */
const watch = `
  window.seen = { largestPaint: 0, blocking: 0, layoutShift: 0 };
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe("largest-contentful-paint", ({ startTime }) => { window.seen.largestPaint = startTime; });
  observe("longtask", ({ duration }) => { window.seen.blocking += Math.max(0, duration - ${shortTaskMs}); });
  observe("layout-shift", ({ value, hadRecentInput }) => { if (!hadRecentInput) window.seen.layoutShift += value; });
`;

async function measure(context: BrowserContext, path: string): Promise<Measured> {
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.setCacheDisabled", { cacheDisabled: true });
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: slowness.latencyMs,
    downloadThroughput: slowness.downBytes,
    uploadThroughput: slowness.upBytes,
  });
  await line.send("Emulation.setCPUThrottlingRate", { rate: slowness.cpu });
  await page.addInitScript({ content: watch });
  await page.goto(path, { waitUntil: "networkidle", timeout: 120_000 });
  await page.evaluate(() => document.fonts.ready);
  const figures = await figuresOf(page);
  if (figures.largestPaint === 0) throw new Error(`${path} painted nothing that the browser would measure`);
  await page.close();
  return figures;
}

const figuresOf = (page: Page): Promise<Measured> =>
  page.evaluate(() => {
    const scripts = performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.endsWith(".js")) as PerformanceResourceTiming[];
    const script = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { ...Reflect.get(window, "seen"), script };
  });

const newContext = (browser: Browser, origin: string, width: number) =>
  browser.newContext({
    baseURL: origin,
    viewport: { width, height: width < 800 ? 844 : 900 },
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    serviceWorkers: "block",
  });

async function signIn(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  await page.goto("/oauth2/authorization/kakao?login_hint=dotori&redirect=/team-list");
  await page.waitForFunction(() => sessionStorage.getItem("Authorization") !== null);
  const token = (await page.evaluate(() => sessionStorage.getItem("Authorization"))) ?? "";
  await page.close();
  return token;
}

/** Waits for the end of the demo, which is written while the site is open already and would affect the measurement. */
async function whenDemoIsOver(origin: string): Promise<void> {
  const size = async () => {
    const answer = await fetch(`${origin}/api/v1/teams/combined`);
    const { data } = (await answer.json()) as { data: { allTeams: { page: { totalElements: number } } } };
    return data.allTeams.page.totalElements;
  };
  for (let before = -1, now = await size(); now === 0 || now !== before; before = now, now = await size()) {
    await new Promise((later) => setTimeout(later, 3000));
  }
}

/** A team that dotori manages in the demo, and the newest recruitment. */
async function idsOf(origin: string, token: string): Promise<Ids> {
  const { myTeams } = await call<{ myTeams: { teamId: number }[] }>(
    { origin },
    token,
    "GET",
    "teams/combined",
  );
  const { content } = await call<{ content: { teamRecruitId: number }[] }>(
    { origin },
    token,
    "GET",
    "recruitments",
  );
  for (const { teamId } of myTeams) {
    const { teamManager } = await call<{ teamManager: boolean }>(
      { origin },
      token,
      "GET",
      `teams/${teamId}/team-page?year=2026&month=1`,
    );
    if (teamManager) return { teamId, recruitId: content[0]?.teamRecruitId ?? 1 };
  }
  throw new Error("dotori leads no team in the demo");
}

/**
 * Largest paint, blocked main thread and layout shift of every screen, by the browser's own measure, on a slow phone and a
 * slow line. The layout may shift by 0.05; the times are for reading, machines differ.
 */
export async function benchPage({ note, atMost }: Figures): Promise<void> {
  await withPostgres(async (databaseUrl) => {
    const server = await startServerProcess({
      port: await freePort(),
      databaseUrl,
      args: [],
      env: { NODE_ENV: "development" },
    });
    const browser = await chromium.launch({ executablePath: findOrInstallBrowser(), args: ["--no-sandbox"] });
    const report = async (context: BrowserContext, who: string, width: number, paths: readonly string[]) => {
      for (const path of paths) {
        const { largestPaint, blocking, layoutShift, script } = await measure(context, path);
        const where = `${width} ${who} ${path}`;
        note({ what: `${where}, largest paint`, value: largestPaint, unit: "ms" });
        note({ what: `${where}, blocking`, value: blocking, unit: "ms" });
        note({ what: `${where}, script`, value: script / 1000, unit: "kB" });
        atMost(maxShift, { what: `${where}, layout shift`, value: layoutShift, unit: "" });
      }
    };
    try {
      await whenDemoIsOver(server.origin);
      for (const width of widths) {
        const outside = await newContext(browser, server.origin, width);
        const inside = await newContext(browser, server.origin, width);
        const ids = await idsOf(server.origin, await signIn(inside));
        await report(outside, "visitor", width, forVisitors(ids));
        await report(inside, "member", width, forMembers(ids));
        await outside.close();
        await inside.close();
      }
    } finally {
      await browser.close();
      await server.stop();
    }
  });
}
