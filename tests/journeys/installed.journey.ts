import type { Page } from "@playwright/test";
import { type ClosableProxy, closableProxyTo } from "./closable-proxy.ts";
import { faultsInBothThemes } from "./screen-faults.ts";
import { call, expect, type Site, test as site } from "./site.ts";
import { unmoving } from "./still.ts";
import { title, type } from "./writing-team.ts";

/** Browsers with a service worker, behind a proxy that can be closed. */
const test = site.extend<{ gateway: ClosableProxy; visitor: Page }>({
  gateway: async ({ site }, use) => {
    const gateway = await closableProxyTo(site.origin);
    await use(gateway);
    await gateway.close();
  },
  visitor: async ({ browser, gateway, site }, use) => {
    const context = await site.newContext(browser, { baseURL: gateway.origin, serviceWorkers: "allow" });
    await use(await context.newPage());
    await context.close();
  },
});

const isControlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

const buildOf = (page: Page) => page.locator('meta[name="build"]').getAttribute("content");

/** Cookies are shared by all ports of a host. */
async function signIn(page: Page, { origin }: Site, handle: string, memberName: string): Promise<string> {
  await page.goto(`${origin}/oauth2/authorization/kakao?login_hint=${handle}&redirect=/team-list`);
  await page.waitForFunction(() => sessionStorage.getItem("Authorization") !== null);
  const token = (await page.evaluate(() => sessionStorage.getItem("Authorization"))) ?? "";
  await call({ origin }, token, "POST", "members", { memberName, memberExplain: "지하철에서 복습" });
  return token;
}

test("a newer release is offered, and starts with the click in each tab", async ({
  visitor: page,
  gateway,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await isControlled(page);
  const before = await buildOf(page);
  const otherTab = await page.context().newPage();
  await otherTab.goto("/");
  await expect(page.getByText("새 버전이 있어요")).toBeHidden();

  gateway.release("feed");
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  for (const tab of [page, otherTab]) await expect(tab.getByText("새 버전이 있어요")).toBeVisible();
  expect(await buildOf(page)).toBe(before);
  expect(await faultsInBothThemes(page, unmoving)).toEqual([]);

  const beginsWithThePress = async (tab: Page) => {
    await tab.getByRole("button", { name: "새로고침" }).click();
    await expect(tab.locator('meta[name="build"]')).toHaveAttribute("content", /^feed0+$/);
    await isControlled(tab);
    await expect(tab.getByText("새 버전이 있어요")).toBeHidden();
  };
  await beginsWithThePress(page);
  // The worker has been replaced by now: only the page must be loaded.
  expect(await buildOf(otherTab)).toBe(before);
  await beginsWithThePress(otherTab);
});

test("without the worker, a part that a newer release has replaced reloads the page once, but no open text", async ({
  browser,
  gateway,
  site,
}) => {
  const context = await site.newContext(browser, { baseURL: gateway.origin, serviceWorkers: "block" });
  const page = await context.newPage();
  await signIn(page, site, "installed-replaced", "탭을 열어 둔");
  const openPage = async () => {
    const ready = page.waitForResponse(/assets\/releases-/);
    await page.goto("/team-list");
    await ready;
  };
  const bell = page.getByRole("button", { name: "알림" });
  await openPage();
  await page.route(/assets\/inbox-panel.*\.js/, (route) => route.fulfill({ status: 404 }));
  let begun = 0;
  page.on("domcontentloaded", () => {
    begun += 1;
  });
  gateway.release("feed");
  await bell.click();
  await expect(page.locator('meta[name="build"]')).toHaveAttribute("content", /^feed0+$/);
  await bell.click();
  await expect(page.getByText("불러오지 못했어요. 다시 눌러 주세요.")).toBeVisible();
  expect(begun).toBe(1);

  await openPage();
  await page.getByRole("searchbox").fill("두더지");
  gateway.release("face");
  await bell.click();
  await expect(page.getByText("새 버전이 있어요")).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("두더지");
  await page.getByRole("button", { name: "새로고침" }).click();
  await expect(page.locator('meta[name="build"]')).toHaveAttribute("content", /^face0+$/);
  await context.close();
});

test("a member whose browser has the worker can log in", async ({ browser, site }) => {
  const context = await site.newContext(browser, { serviceWorkers: "allow" });
  const page = await context.newPage();
  await page.goto("/");
  await isControlled(page);
  // Each step of a login works once, so none may be requested twice.
  const steps: string[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(oauth2|login\/oauth2|dev-provider)\//.test(pathname)) steps.push(request.url());
  });
  await signIn(page, site, "installed-login", "다시온사람");
  expect(steps.length).toBeGreaterThan(2);
  expect(new Set(steps).size).toBe(steps.length);
  await context.close();
});

test("offline the app starts, and texts written then are each sent once", async ({
  visitor: page,
  gateway,
  site,
}) => {
  const token = await signIn(page, site, "installed-writer", "지하철");
  const { teamId } = await call<{ teamId: number }>(site, token, "POST", "teams", {
    teamName: "설치한반",
    teamExplain: "터널에서도 써요",
    topic: "코딩테스트",
    password: "0430",
    memberLimit: "10",
  });
  await page.goto("/");
  await isControlled(page);
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  const context = page.context();
  await page.close();
  await gateway.close();

  const first = await context.newPage();
  await first.goto("/");
  await expect(first.locator("html")).toHaveAttribute("data-theme", "dark");
  await first.evaluate(() => localStorage.removeItem("theme"));
  await first.close();

  const headings = ["다리 놓기", "미로 찾기", "동전 교환"];
  for (const heading of headings) {
    const tab = await context.newPage();
    await tab.goto(`/posting/${teamId}`);
    await expect(tab.getByRole("button", { name: "내정보" })).toBeVisible();
    await expect(title(tab)).not.toHaveAttribute("readonly", "");
    await title(tab).fill(heading);
    await type(tab, "터널 안에서 쓴다");
    await tab.getByRole("button", { name: "작성 완료" }).click();
    await expect(tab.getByText("연결되면 보낼게요")).toBeVisible();
    await expect(tab).toHaveURL(new RegExp(`/team-dashboard/${teamId}\\b`));
    // Its content comes from the server, whose silence does not end the session.
    await expect(tab.getByRole("button", { name: "내정보" })).toBeVisible();
    await tab.close();
  }

  const tab = await context.newPage();
  await tab.goto(`/team-dashboard/${teamId}`);
  await expect(tab.getByRole("button", { name: "보낼 글 3" })).toBeVisible();
  const answer = await tab.evaluate(() => fetch("/api/v1/teams/combined").catch(() => "no answer"));
  expect(answer).toBe("no answer");
  expect(await faultsInBothThemes(tab, unmoving)).toEqual([]);
  await gateway.open();
  // The proxy has no live connections that would report it; the member returns to the tab.
  await tab.evaluate(() => window.dispatchEvent(new Event("focus")));
  const path = `articles/${teamId}/by-date?date=${site.today()}&size=50`;
  const titles = async () => {
    const { content } = await call<{ content: { articleTitle: string }[] }>(site, token, "GET", path);
    return content.map(({ articleTitle }) => articleTitle).sort();
  };
  await expect.poll(titles).toEqual([...headings].sort());
  await expect(tab.getByRole("button", { name: /보낼 글/ })).toBeHidden();
  for (const heading of headings) await expect(tab.getByText(heading, { exact: true })).toBeVisible();
});
