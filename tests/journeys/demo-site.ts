import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { envelopeOf } from "../support/request.ts";
import { startServerProcess } from "../support/server-process.ts";
import { signIn } from "../support/sign-in.ts";
import { temporaryPostgres, withoutDurability } from "../support/with-postgres.ts";

/**
 * The day of the demo, for the server and every browser, so that screens are the same on every day. It is ahead of any
 * machine's clock, because browsers drop expired cookies.
 */
const demoNow = new Date("2036-03-19T20:30:00+09:00");
export const demoDay = "2036-03-19";

/** Members of the demo as seen from `새벽네시반` (team 1). */
export const people = { visitor: undefined, member: "hodu", manager: "dotori" } as const;
export type Who = keyof typeof people;
export const everybody = Object.keys(people) as Who[];

export interface DemoSite {
  readonly origin: string;
  /** A new browser window for a member of the demo, or with another handle for another member. */
  open(handle: string | undefined, options?: Parameters<Browser["newContext"]>[0]): Promise<Page>;
}

/** One server with the demo for all tests of a file; logins are made once. */
export const test = base.extend<object, { demo: DemoSite }>({
  demo: [
    async ({ browser }, use) => {
      const postgres = await temporaryPostgres(withoutDurability);
      const { origin, stop } = await startServerProcess({
        databaseUrl: postgres.url,
        args: [],
        env: {
          NODE_OPTIONS: `--import=${new URL("../support/shifted-date.mjs", import.meta.url)}`,
          DATE_BEGINS: demoNow.toISOString(),
        },
      });
      await playedOut(origin);
      const logins = new Map<string, Awaited<ReturnType<BrowserContext["storageState"]>>>();
      await use({
        origin,
        async open(handle, options) {
          const context = await browser.newContext({ baseURL: origin, ...options });
          await context.clock.setFixedTime(demoNow);
          const page = await context.newPage();
          if (handle === undefined) return page;
          const login = logins.get(handle);
          if (login) await context.addCookies(login.cookies);
          else {
            await page.goto(`/oauth2/authorization/kakao?login_hint=${handle}&redirect=/team-list`);
            await page.waitForFunction(() => sessionStorage.getItem("Authorization") !== null);
            logins.set(handle, await context.storageState());
          }
          return page;
        },
      });
      await stop();
      await postgres.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

/** The last step of the demo marks some of the manager's notifications as read. */
async function playedOut(origin: string): Promise<void> {
  const { accessToken } = await signIn(origin, people.manager);
  const headers = { Authorization: `Bearer ${accessToken}` };
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${origin}/api/v1/notifications/count`, { headers });
        const { data } = (await envelopeOf(answer)) as { data: { unread: number; latest: number } | null };
        return data;
      },
      { timeout: 120_000 },
    )
    .toEqual({ unread: 3, latest: 11 });
}

export { expect };
