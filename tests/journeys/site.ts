import { randomUUID } from "node:crypto";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Page,
} from "@playwright/test";
import { seoulDate } from "#contracts/dates";
import { type PushService, startPushService } from "../push-service/push-service.ts";
import { seedGrownDatabase } from "../support/grown-database.ts";
import { untilNoon } from "../support/noon.ts";
import { envelopeOf } from "../support/request.ts";
import { freePort, type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { temporaryPostgres, withoutDurability } from "../support/with-postgres.ts";

/** The built product as a process, and members with separate browsers. */
export interface Site {
  readonly origin: string;
  readonly databaseUrl: string;
  /** The push service to which the server sends. */
  readonly pushService: PushService;
  /** The clock of the server and of its browsers, which begins at a noon in Seoul. */
  now(): Date;
  /** The Seoul day of that clock, `yyyy-MM-dd`. */
  today(): string;
  /** A separate browser context with that clock. */
  newContext(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Stops the server and restarts it on the same address. */
  restart(between?: () => Promise<void>): Promise<void>;
  /** Lets so much time pass: restarts the server, and begins later browsers, with a clock that far ahead. */
  pass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

type Fields = Record<string, string | boolean>;

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The access token that the browser's tabs share. */
  token(): Promise<string>;
  /** A call with that token, without the browser; multipart if fields are given, JSON if requested. */
  call<T = unknown>(method: string, path: string, fields?: Fields, asJson?: boolean): Promise<T>;
}

const shiftedDate = new URL("../support/shifted-date.mjs", import.meta.url);

/** Runs in a page: shifts its calendar by this many milliseconds; its clock continues from there. */
function shiftDate(shift: number): void {
  const Real = Date;
  const now = () => Real.now() + shift;
  globalThis.Date = new Proxy(Real, {
    construct: (_, given, target) => Reflect.construct(Real, given.length === 0 ? [now()] : given, target),
    apply: () => new Real(now()).toString(),
    get: (_, key) => (key === "now" ? now : Reflect.get(Real, key)),
  });
}

interface Fixtures {
  /**
   * Opens a separate browser, signed in if a handle is given, and with a profile if a name is given. A signed-in one
   * without a path shows no page yet.
   */
  newVisitor(options?: { handle?: string; name?: string; path?: string }): Promise<Visitor>;
}

interface WorkerFixtures {
  /** Above 0, the site begins with the grown database of `ops seed` in this scale, whose member is `dotori`. */
  grownScale: number;
  site: Site;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  grownScale: [0, { scope: "worker", option: true }],
  site: [
    async ({ grownScale }, use) => {
      const postgres = await temporaryPostgres(withoutDurability);
      const port = await freePort();
      let shift = untilNoon();
      const now = () => new Date(Date.now() + shift);
      const pushService = await startPushService({ now: () => now().getTime() });
      const clock = () => ({
        NODE_OPTIONS: `--import=${shiftedDate}`,
        DATE_BEGINS: now().toISOString(),
      });
      if (grownScale > 0) await seedGrownDatabase(postgres.url, grownScale, clock());
      const start = () =>
        startServerProcess({
          port,
          databaseUrl: postgres.url,
          env: { ...clock(), PUSH_HOSTS: pushService.origin },
        });
      let server: ServerProcess = await start();
      await use({
        origin: server.origin,
        databaseUrl: postgres.url,
        pushService,
        now,
        today: () => seoulDate(now()),
        async newContext(browser, options) {
          const context = await browser.newContext({ baseURL: server.origin, ...options });
          await context.addInitScript(shiftDate, shift);
          return context;
        },
        async restart(between) {
          await server.stop();
          await between?.();
          server = await start();
        },
        async pass(ms) {
          await server.stop();
          shift += ms;
          server = await start();
        },
        stop: () => server.stop(),
      });
      await server.stop();
      await postgres.stop();
      pushService.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],

  newVisitor: async ({ browser, site }, use) => {
    const contexts: BrowserContext[] = [];
    const faults: string[] = [];
    await use(async ({ handle, name, path = handle ? undefined : "/" } = {}) => {
      const context = await site.newContext(browser);
      contexts.push(context);
      const page = await context.newPage();
      page.on("pageerror", (error) => faults.push(error.message));
      if (handle) await signIn(context, site, handle, name);
      if (path) await page.goto(path);
      const token = () => tokenOf(context);
      return { page, context, token, call: async (...asked) => call(site, await token(), ...asked) };
    });
    for (const context of contexts) await context.close();
    if (faults.length > 0) throw new Error(`scripts failed in the browser:\n${faults.join("\n")}`);
  },
});

export { expect } from "@playwright/test";

/** Navigates without reloading the page. */
export const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }, path);

const tokenOf = async (context: BrowserContext) =>
  (await context.cookies()).find((cookie) => cookie.name === "access_token")?.value ?? "";

/** Performs a login without showing its pages, which other journeys cover. */
async function signIn(
  context: BrowserContext,
  site: Site,
  handle: string,
  name: string | undefined,
): Promise<void> {
  const way = `/oauth2/authorization/kakao?login_hint=${encodeURIComponent(handle)}&redirect=/team-list`;
  const answer = await context.request.get(way);
  const token = await tokenOf(context);
  if (token === "") throw new Error(`${handle} could not sign in and ended at ${answer.url()}`);
  if (name === undefined) return;
  await call(site, token, "POST", "members", { memberName: name, memberExplain: "매일 한 문제" });
}

/** A call by a program; multipart if fields are given, JSON if requested. */
export async function call<T = unknown>(
  site: Pick<Site, "origin">,
  token: string,
  method: string,
  path: string,
  fields?: Fields,
  asJson = false,
): Promise<T> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    "idempotency-key": randomUUID(),
  };
  const init: RequestInit = { method, headers };
  if (fields && asJson) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(fields);
  } else if (fields) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
    init.body = form;
  }
  const response = await fetch(`${site.origin}/api/v1/${path}`, init);
  const { data, message } = (await envelopeOf(response)) as { data: T; message: string | null };
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${message}`);
  return data;
}
