import type { Page } from "@playwright/test";
import { type ClosableProxy, closableProxyTo } from "./closable-proxy.ts";
import { faultsInBothThemes, unmoving } from "./screen-faults.ts";
import { call, expect, type Site, test as site } from "./site.ts";

/** Browsers that may keep a service worker, behind a proxy that can be closed. */
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

/** The cookies of a port count for all ports of the host. */
async function signIn(page: Page, { origin }: Site, handle: string, memberName: string): Promise<string> {
  await page.goto(`${origin}/oauth2/authorization/kakao?login_hint=${handle}&redirect=/team-list`);
  await page.waitForFunction(() => sessionStorage.getItem("Authorization") !== null);
  const token = (await page.evaluate(() => sessionStorage.getItem("Authorization"))) ?? "";
  await call({ origin }, token, "POST", "members", { memberName, memberExplain: "지하철에서 복습" });
  return token;
}

test("a newer release is offered, and begins with the press in each tab", async ({
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
  // The worker has taken over by now: there is only the page to be loaded.
  expect(await buildOf(otherTab)).toBe(before);
  await beginsWithThePress(otherTab);
});

test("a person whose browser has the worker can log in", async ({ browser, site }) => {
  const context = await site.newContext(browser, { serviceWorkers: "allow" });
  const page = await context.newPage();
  await page.goto("/");
  await isControlled(page);
  // Each step of a login works once: none may be asked for twice.
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

test("without a network the last team page can be read, until the login ends", async ({
  visitor: page,
  gateway,
  site,
}) => {
  const token = await signIn(page, site, "installed-reader", "지하철");
  const { teamId } = await call<{ teamId: number }>(site, token, "POST", "teams", {
    teamName: "지하반",
    teamExplain: "터널에서도 읽어요",
    topic: "코딩테스트",
    password: "0430",
    memberLimit: "10",
  });
  await call(site, token, "POST", "articles", {
    teamId: String(teamId),
    articleTitle: "다리 놓기",
    articleBody: "<p>조합으로 센다</p>",
  });

  await page.goto(`/team-dashboard/${teamId}`);
  await isControlled(page);
  await expect(page.getByText("다리 놓기")).toBeVisible();
  await expect.poll(() => lastTeam(page)).toBe("지하반");

  await gateway.close();
  await page.reload();
  await expect(page.getByText("서버에 연결하지 못했어요")).toBeVisible();
  await expect(page.getByText(/마지막으로 본 팀 페이지예요 .*읽기만 할 수 있어요/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "지하반" })).toBeVisible();
  await page.getByText("다리 놓기").click();
  await expect(page.getByText("조합으로 센다")).toBeVisible();
  expect(await faultsInBothThemes(page, unmoving)).toEqual([]);
  await expect(page.getByRole("link")).toHaveCount(0);

  // The network is back before the server is.
  const refused = page.waitForEvent("requestfailed");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await refused;
  await gateway.open();
  await page.getByRole("button", { name: "내정보" }).click();
  await page.getByRole("menuitem", { name: "로그아웃" }).click();
  await page.getByRole("button", { name: "확인", exact: true }).click();
  await expect(page.getByRole("link", { name: "로그인" })).toBeVisible();
  await expect.poll(() => lastTeam(page)).toBeNull();

  await gateway.close();
  await page.reload();
  await expect(page.getByText("저장된 팀 페이지가 없어요", { exact: false })).toBeVisible();
  await expect(page.getByText("지하반")).toHaveCount(0);
});

/** Name of the team that is kept for the offline page. */
const lastTeam = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string | null>((resolve) => {
        const opening = indexedDB.open("algomoim");
        opening.onerror = () => resolve(null);
        opening.onsuccess = () => {
          const asked = opening.result.transaction("last-team").objectStore("last-team").get("only");
          asked.onsuccess = () => {
            opening.result.close();
            resolve(asked.result?.team.teamName ?? null);
          };
        };
      }),
  );
