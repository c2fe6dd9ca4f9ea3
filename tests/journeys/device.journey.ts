import type { BrowserContext, Page } from "@playwright/test";
import { call, expect, type Site, test } from "./site.ts";
import { body, draftKept, draftQuestion, memberId, title, type } from "./writing-team.ts";

/** Everything that the browser stores for the site, as text: both storages, all databases, addresses of all caches. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
      });
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name));
      found.push(name);
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store);
        found.push(await asked(all.getAllKeys()), await asked(all.getAll()));
      }
      database.close();
    }
    for (const name of await caches.keys())
      found.push((await (await caches.open(name)).keys()).map(({ url }) => url));
    return JSON.stringify(found, (_, value) => (value instanceof Map ? [...value] : value));
  });

/** A member with a team, a picture and a service worker that has stored it. */
async function member(context: BrowserContext, site: Site, handle: string) {
  const page = await context.newPage();
  await page.goto(`/oauth2/authorization/kakao?login_hint=${handle}&redirect=/team-list`);
  await page.waitForFunction(() => sessionStorage.getItem("Authorization") !== null);
  const token = (await page.evaluate(() => sessionStorage.getItem("Authorization"))) ?? "";
  await call(site, token, "POST", "members", { memberName: "기기주인", memberExplain: "두고 가요" });
  const team = { teamExplain: "기기", topic: "코딩테스트", memberLimit: "10", password: "4821" };
  const { teamId } = await call<{ teamId: number }>(site, token, "POST", "teams", {
    teamName: "두고간반",
    ...team,
  });
  const { articleId } = await call<{ articleId: number }>(site, token, "POST", "articles", {
    teamId: String(teamId),
    articleTitle: "색인된 글",
    articleBody: "<p>글</p>",
  });
  await page.goto(`/team-dashboard/${teamId}`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const picture = await page.evaluate(async () => {
    await fetch("/images/default/member.png");
    return "/images/default/member.png";
  });
  const uuid = memberId(token);
  // The index is saved some seconds after the feed.
  await expect.poll(() => stored(page)).toContain("색인된 글");
  await expect.poll(() => stored(page)).toContain(picture);
  return { page, teamId, articleId, uuid };
}

async function writeDraft(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expect(title(page)).not.toHaveAttribute("readonly", "");
  await title(page).fill(heading);
  await type(page, `${heading}의 본문`);
}

test("a logout leaves on the device only the texts that it named, in all tabs", async ({ browser, site }) => {
  const context = await site.newContext(browser, { serviceWorkers: "allow" });
  const { page, teamId, articleId, uuid } = await member(context, site, "device-logout");
  const otherTab = await context.newPage();
  await writeDraft(otherTab, `/posting/${teamId}`, "서버에도 있는 글");
  await expect(draftKept(otherTab)).toBeVisible();
  await context.route(/\/api\/v1\/drafts\/.*/, (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await writeDraft(page, `/posting/${teamId}?article=${articleId}`, "여기만 있는 글");
  await expect.poll(() => stored(page)).toContain("여기만 있는 글의 본문");

  await page.getByRole("button", { name: "내정보" }).click();
  await page.getByRole("menuitem", { name: "로그아웃" }).click();
  const question = page.getByRole("alertdialog", { name: "이 기기에만 있는 글이 1개 있어요" });
  await expect(question).toContainText("로그아웃해도 이 기기에 남는 글: ‘여기만 있는 글’");
  await question.getByRole("button", { name: "로그아웃" }).click();
  await page.getByRole("button", { name: "확인", exact: true }).click();
  await expect(page.getByRole("link", { name: "로그인" })).toBeVisible();

  // The other tab learns it without a call of its own, and its editor is closed.
  await expect.poll(() => otherTab.evaluate(() => sessionStorage.getItem("Authorization"))).toBeNull();
  await otherTab.goto("about:blank");
  const left = await stored(page);
  for (const gone of ["서버에도 있는 글", "색인된 글", "두고간반", "/images/", `search-${uuid}`])
    expect(left, gone).not.toContain(gone);
  expect(left).toContain("여기만 있는 글의 본문");

  await context.unrouteAll();
  await page.goto(`/oauth2/authorization/kakao?login_hint=device-logout&redirect=/posting/${teamId}`);
  await expect(draftQuestion(page)).toBeVisible();
  await page.getByRole("button", { name: "이어쓰기" }).click();
  await expect(title(page)).toHaveValue("서버에도 있는 글");
  await context.close();
});

test("a withdrawal leaves nothing of the member on the device, though another tab goes on typing", async ({
  browser,
  site,
}) => {
  const context = await site.newContext(browser, { serviceWorkers: "allow" });
  const { page, teamId, uuid } = await member(context, site, "device-withdrawal");
  const otherTab = await context.newPage();
  await writeDraft(otherTab, `/posting/${teamId}`, "탈퇴 전의 글");
  await expect(draftKept(otherTab)).toBeVisible();

  await page.goto("/my-dashboard/profile");
  await page.getByRole("button", { name: "계정 탈퇴 >" }).click();
  await page.getByLabel("안내사항을 모두 확인하였으며, 이에 동의합니다.").check();
  await page.getByRole("button", { name: "탈퇴하기" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "탈퇴하기" }).click();
  await expect(page.getByText("계정 탈퇴에 성공했습니다.")).toBeVisible();
  await expect.poll(() => otherTab.evaluate(() => sessionStorage.getItem("Authorization"))).toBeNull();
  if (await body(otherTab).isVisible()) await type(otherTab, "탈퇴 뒤의 낱말");
  await page.getByRole("button", { name: "확인" }).click();
  await expect(page.getByRole("link", { name: "로그인" })).toBeVisible();
  await otherTab.goto("about:blank");
  const left = await stored(page);
  for (const gone of [uuid, "탈퇴 전의 글", "탈퇴 뒤의 낱말", "색인된 글", "두고간반", "/images/"])
    expect(left, gone).not.toContain(gone);
  await context.close();
});
