import type { Page } from "@playwright/test";
import { notifyingBrowser } from "../support/browser.ts";
import { pushBrowser } from "./push-browser.ts";
import { expect, type Site, test, type Visitor } from "./site.ts";
import { teamOf } from "./writing-team.ts";

const executablePath = notifyingBrowser();
test.skip(executablePath === undefined, "needs chromium: chromium-headless-shell shows no notifications");
test.use({
  serviceWorkers: "allow",
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ...(executablePath && { executablePath }) }),
});

const bell = (page: Page) => page.getByRole("button", { name: /^알림/ });
const deviceSwitch = (page: Page) => page.getByRole("switch", { name: "이 기기에서 푸시 알림 받기" });

/** Switches push notifications on in the settings. */
async function receiving({ context, page }: Visitor, { pushService }: Site) {
  await page.goto("/my-dashboard/notifications");
  const browser = await pushBrowser(context, page, pushService);
  await expect(deviceSwitch(page)).toBeEnabled();
  await deviceSwitch(page).press(" ");
  await expect(deviceSwitch(page)).toBeChecked();
  return browser;
}

test("a problem is pushed to two browsers, where a click opens its day and marks it as read", async ({
  newVisitor,
  site,
}) => {
  const dotori = await newVisitor({ handle: "push-dotori", name: "도토리" });
  const bamtol = await newVisitor({ handle: "push-bamtol", name: "밤톨" });
  const hodu = await newVisitor({ handle: "push-hodu", name: "호두" });
  const teamId = await teamOf(dotori, { teamName: "샛별반", others: [bamtol, hodu] });
  const devices = [await receiving(bamtol, site), await receiving(hodu, site)] as const;
  await bamtol.call("POST", "notifications/read-all", { upTo: 9 } as never, true);
  await dotori.call("POST", `articles/teams/${teamId}/subjects`, {
    articleTitle: "물류 창고 로봇",
    articleBody: "<p>최소 배터리</p>",
    articleCategory: "코딩 테스트",
    selectedDate: site.today(),
  });

  const [, month, day] = site.today().split("-").map(Number);
  const body = `내 팀 샛별반에 ${month}월 ${day}일 문제가 올라왔어요.`;
  /** Shows a push on a device just before it is clicked, because Chromium closes notifications after 25 s. */
  const show = async (device: (typeof devices)[number]) => {
    await expect.poll(() => device.arrived().map((push) => push.body)).toContain(body);
    const push = device.arrived().find((one) => one.body === body);
    if (!push) throw new Error("the push is no longer in the list");
    expect(push.url).toBe(`/notifications/open/${push.tag}`);
    await device.deliver(JSON.stringify(push));
    expect(await device.shown()).toEqual([{ title: "샛별반", body, tag: push.tag }]);
    expect((await device.pressed()).badge).toBe(push.unread);
    return push.tag;
  };
  const place = `/team-dashboard/${teamId}?date=${site.today()}&show=subject`;
  const [open, closed] = devices;

  // A window of the site is open.
  await bamtol.page.goto("/team-list");
  await expect(bell(bamtol.page)).toHaveAccessibleName("알림, 안 읽은 알림 1개");
  await open.press(await show(open));
  await expect(bamtol.page).toHaveURL(place);
  await expect(bell(bamtol.page)).toHaveAccessibleName("알림");
  expect((await open.pressed()).opened).toBeUndefined();
  expect(await open.shown()).toEqual([]);

  // No window is open. The notification is closed after the next page has loaded.
  await hodu.page.goto("about:blank");
  await expect.poll(closed.windows).toBe(0);
  const tag = await show(closed);
  await closed.press(tag);
  await expect.poll(async () => (await closed.pressed()).opened).toBe(`/notifications/open/${tag}`);
  await hodu.page.goto(`/notifications/open/${tag}`);
  await expect(hodu.page).toHaveURL(place);
  expect(await closed.shown()).toEqual([]);
  expect(site.pushService.faults).toEqual([]);
  const isRead = async () => {
    const { content } = await hodu.call<{ content: { notificationId: string; isRead: boolean }[] }>(
      "GET",
      "notifications",
    );
    return content.find(({ notificationId }) => notificationId === tag)?.isRead;
  };
  await expect.poll(isRead).toBe(true);
});

test("an unreadable push is still shown; a window without the worker is left unchanged", async ({
  newVisitor,
  site,
}) => {
  const bamtol = await newVisitor({ handle: "unreadable-bamtol", name: "밤톨" });
  const device = await receiving(bamtol, site);
  await bamtol.page.goto("/team-list");
  for (const data of ["not JSON", "null", ""]) {
    await device.deliver(data);
    await expect.poll(device.shown).toContainEqual({ title: "알고모임", body: "새 알림이 왔어요.", tag: "" });
    await device.press("");
    await expect.poll(device.shown).toEqual([]);
    await expect(bamtol.page).toHaveURL("/notifications");
    await bamtol.page.goto("/team-list");
  }

  // After a reload with Shift, the page is not controlled by the worker.
  const session = await bamtol.context.newCDPSession(bamtol.page);
  await session.send("Page.enable");
  await session.send("Page.reload", { ignoreCache: true });
  await expect(bell(bamtol.page)).toBeVisible();
  expect(await bamtol.page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await device.deliver("not JSON");
  await expect.poll(device.shown).toHaveLength(1);
  await device.press("");
  await expect.poll(async () => (await device.pressed()).opened).toBe("/notifications");
  await expect(bamtol.page).toHaveURL("/team-list");
});
