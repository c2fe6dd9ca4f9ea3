import { limits } from "#contracts/limits";
import { screenFaults, windows } from "./screen-faults.ts";
import { expect, test } from "./site.ts";
import { postArticle, teamOf } from "./writing-team.ts";

const teams = limits.todayCards + 3;
const articles = 62;

test("many teams, pages, members and notifications are shown and reached at both widths", async ({
  newVisitor,
}) => {
  test.setTimeout(300_000);
  const visitor = await newVisitor({ handle: "many-dotori", name: "도토리" });
  const { page } = visitor;
  const faults: string[] = [];
  const ids: number[] = [];
  for (let n = 1; n <= teams; n++) ids.push(await teamOf(visitor, { teamName: `${n}번째 팀` }));
  const busy = ids[1] ?? 0;
  for (let n = 1; n <= articles; n++) await postArticle(visitor, busy, `${n}번째 풀이`);

  // Members need an account each, and notifications an event each.
  await page.route(`**/api/v1/teams/${busy}/team-page*`, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const team = body.data.myTeamResponse;
    team.memberCount = 50;
    team.members = Array.from({ length: 50 }, (_, n) => ({
      ...team.members[0],
      uuid: `uuid-${n}`,
      memberName: `다람쥐 ${n}`,
    }));
    await route.fulfill({ response: answer, json: body });
  });
  await page.route("**/api/v1/notifications/count", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.unread = limits.unreadCounted;
    await route.fulfill({ response: answer, json: body });
  });

  for (const width of [1440, 390] as const) {
    const pager = page.getByRole("navigation", { name: "페이지" });
    const look = async (name: string) =>
      faults.push(...(await screenFaults(page, width)).map((fault) => `${width} ${name}: ${fault}`));
    await page.setViewportSize(windows[width]);

    await test.step(`home at ${width} px: each team, the one with an own article last`, async () => {
      await page.goto("/");
      await expect(page.getByRole("main").getByRole("article")).toHaveCount(limits.todayCards);
      const others = page.getByRole("region", { name: "다른 팀" });
      await expect(others.getByRole("listitem")).toHaveCount(teams - limits.todayCards);
      await expect(others.getByRole("listitem").last()).toContainText("2번째 팀");
      await expect(others.getByRole("link", { name: "내 글 보기" })).toHaveCount(1);
      await look("home");
    });

    await test.step(`the number of notifications at ${width} px ends before the next button`, async () => {
      const count = page.getByRole("button", { name: /^알림, 안 읽은 알림/ }).getByText("99+");
      const [badge, next] = [await count.boundingBox(), await page.getByText("내정보").boundingBox()];
      expect((badge?.x ?? 0) + (badge?.width ?? 0)).toBeLessThan(next?.x ?? 0);
    });

    await test.step(`my articles at ${width} px: the last page, the middle, and Back`, async () => {
      await page.goto("/my-dashboard/teams");
      await page.getByRole("combobox", { name: "팀", exact: true }).selectOption(String(busy));
      await expect(page.getByText(`모두 ${articles}개의 글`)).toBeVisible();
      const pages = pager.getByRole("button", { name: /쪽$/ });
      await pages.last().click();
      await expect(page).toHaveURL(/page=\d+$/);
      await expect(page.getByRole("button", { name: /^1번째 풀이/ })).toBeVisible();
      await pages.nth(1).click();
      await expect(page.getByRole("button", { name: /^1번째 풀이/ })).toHaveCount(0);
      await expect(page.getByRole("heading", { name: /^\d{4}년 \d+월$/ })).toBeVisible();
      await look("my articles");
      await page.goBack();
      await expect(page.getByRole("button", { name: /^1번째 풀이/ })).toBeVisible();
      await page.reload();
      await expect(page.getByRole("button", { name: /^1번째 풀이/ })).toBeVisible();
    });

    await test.step(`a day at ${width} px: the page of its cards survives a reload`, async () => {
      await page.goto(`/team-dashboard/${busy}`);
      await pager.getByRole("button", { name: /쪽$/ }).last().click();
      await expect(page).toHaveURL(/date=.*page=11$/);
      await page.reload();
      await page
        .getByRole("button", { name: /1번째 풀이/ })
        .last()
        .click();
      await expect(page).toHaveURL(/page=11&article=\d+$/);
      await page.goBack();
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`/team-dashboard/${busy}$`));
      await expect(page.getByRole("button", { name: new RegExp(`${articles}번째 풀이`) })).toBeVisible();
      await look("team page");
    });

    await test.step(`50 members at ${width} px: within their button, found by name`, async () => {
      const members = page.getByRole("button", { name: /^멤버 50명/ });
      const [box, rest] = [await members.boundingBox(), await members.getByText("+44").boundingBox()];
      if (rest) expect(rest.x + rest.width).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0) - 8);
      await members.click();
      const list = page.getByRole("dialog", { name: "멤버 50명" });
      await list.getByLabel("멤버 찾기").fill("쥐 4");
      await expect(list.getByRole("listitem")).toHaveCount(11);
      await look("members");
      await page.keyboard.press("Escape");
      await expect(list).toHaveCount(0);
    });
  }
  expect(faults).toEqual([]);
});
