import type { Page } from "@playwright/test";
import { press, tabTo } from "./keyboard.ts";
import { faultsInBothThemes, screenFaults, unmoving } from "./screen-faults.ts";
import { expect, test, type Visitor } from "./site.ts";
import { change, teamOf } from "./writing-team.ts";

const bell = (page: Page) => page.getByRole("button", { name: /^알림/ });
const panel = (page: Page) => page.getByRole("dialog", { name: "알림" });
const announce = (leader: Visitor, teamId: number, teamAnnouncement: string) =>
  leader.call("PATCH", `teams/${teamId}/announcement`, { teamAnnouncement }, true);
const postProblem = (leader: Visitor, teamId: number, selectedDate: string) =>
  leader.call("POST", `articles/teams/${teamId}/subjects`, {
    ...{ articleTitle: "물류 창고 로봇", articleBody: "<p>최소 배터리</p>" },
    ...{ articleCategory: "코딩 테스트", selectedDate },
  });

test.describe.configure({ mode: "parallel" });

test("a problem lights the member's bell at once; its row opens the day and is read, and its writer gets nothing", async ({
  newVisitor,
  site,
}) => {
  const dotori = await newVisitor({ handle: "bell-dotori", name: "도토리" });
  const bamtol = await newVisitor({ handle: "bell-bamtol", name: "밤톨" });
  const teamId = await teamOf(dotori, { teamName: "새벽네시반", others: [bamtol] });
  const { page } = bamtol;
  // What the first count contains is not announced as new.
  const counted = page.waitForResponse(/\/notifications\/count/);
  await page.goto("/team-list");
  await counted;
  await expect(bell(page)).toHaveAccessibleName("알림");
  await postProblem(dotori, teamId, site.today());
  await expect(bell(page)).toHaveAccessibleName("알림, 안 읽은 알림 1개");
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(page.getByText("새 알림 1개가 왔어요.")).toBeAttached();

  await bell(page).click();
  const [, month, day] = site.today().split("-").map(Number);
  const row = panel(page).getByRole("link", {
    name: `안 읽음. 내 팀 새벽네시반에 ${month}월 ${day}일 문제가 올라왔어요.`,
  });
  await expect(row).toBeFocused();
  await row.click();
  await expect(page).toHaveURL(`/team-dashboard/${teamId}?date=${site.today()}&show=subject`);
  await expect(panel(page)).toHaveCount(0);
  await expect(bell(page)).toHaveAccessibleName("알림");
  await expect(page).not.toHaveTitle(/^\(/);

  // The new member is all that its writer has heard of.
  await dotori.page.goto("/notifications");
  await expect(dotori.page.getByRole("main").getByRole("listitem")).toHaveCount(1);
  await expect(dotori.page.getByRole("main").getByRole("listitem")).toHaveText(
    /밤톨님이 내 팀 새벽네시반의 새 팀원/,
  );
});

test("the page takes what comes on top, is narrowed, reads all, and what is muted stays away", async ({
  newVisitor,
  site,
}) => {
  const dotori = await newVisitor({ handle: "page-dotori", name: "도토리" });
  const bamtol = await newVisitor({ handle: "page-bamtol", name: "밤톨" });
  const teamId = await teamOf(dotori, { teamName: "달빛반", others: [bamtol] });
  const { page } = bamtol;
  const rows = page.getByRole("main").getByRole("listitem");
  await page.goto("/notifications");
  await expect(page.getByText("아직 받은 알림이 없어요")).toBeVisible();
  await announce(dotori, teamId, "내일은 쉬어요");
  await expect(rows).toHaveText(/내 팀 달빛반의 공지가 바뀌었어요/);
  await change(teamId, dotori, bamtol, "promote");
  await expect(rows.first()).toHaveText(/도토리님이 나를 달빛반의 공동 방장으로 지정했어요/);
  await expect(rows).toHaveCount(2);

  await page.getByRole("link", { name: "내 계정, 안 읽은 알림 1개" }).click();
  await expect(rows).toHaveCount(1);
  await rows.getByRole("link").hover();
  await rows.getByRole("button", { name: "읽음" }).click();
  await expect(page.getByRole("link", { name: "내 계정", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "전체, 안 읽은 알림 1개" }).click();
  await page.getByRole("button", { name: "모두 읽음" }).click();
  await expect(bell(page)).toHaveAccessibleName("알림");
  await page.getByRole("button", { name: "안 읽음", exact: true }).click();
  await expect(page.getByText("모두 읽었어요")).toBeVisible();

  await page.getByRole("link", { name: "알림 설정" }).click();
  const box = page.getByRole("checkbox", { name: "공지 변경, 알림 센터" });
  await box.click();
  await expect(page.getByRole("checkbox", { name: "공지 변경, 푸시" })).toBeDisabled();
  await page.getByRole("button", { name: "저장하기" }).click();
  await expect(page.getByText("알림 설정을 저장했어요")).toBeVisible();
  await announce(dotori, teamId, "모레도 쉬어요");
  // A problem that follows is there: what is muted would have come before it.
  await postProblem(dotori, teamId, site.today());
  await expect(bell(page)).toHaveAccessibleName("알림, 안 읽은 알림 1개");
  await page.reload();
  await expect(box).not.toBeChecked();
});

test("bell, panel and settings are used with the keyboard alone", async ({ newVisitor }) => {
  const dotori = await newVisitor({ handle: "keys-bell-dotori", name: "도토리" });
  const bamtol = await newVisitor({ handle: "keys-bell-bamtol", name: "밤톨" });
  const teamId = await teamOf(dotori, { teamName: "열쇠반", others: [bamtol] });
  await announce(dotori, teamId, "내일은 쉬어요");
  await change(teamId, dotori, bamtol, "promote");
  const { page } = bamtol;
  await page.goto("/team-list");
  await expect(bell(page)).toHaveAccessibleName("알림, 안 읽은 알림 2개");
  await press(page, bell(page));
  const links = panel(page).getByRole("listitem").getByRole("link");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(bell(page)).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(links.first()).toBeFocused();
  await tabTo(page, panel(page).getByRole("button", { name: "읽음", exact: true }).first());
  await page.keyboard.press("Enter");
  await expect(bell(page)).toHaveAccessibleName("알림, 안 읽은 알림 1개");
  await press(page, panel(page).getByRole("link", { name: "모든 알림 보기" }));
  await expect(page).toHaveURL("/notifications");
  await page.goto("/my-dashboard/notifications");
  await press(page, page.getByRole("checkbox", { name: "새 문제, 푸시" }), " ");
  await press(page, page.getByRole("button", { name: "저장하기" }));
  await expect(page.getByText("알림 설정을 저장했어요")).toBeVisible();
});

const widths = { 390: 844, 1440: 900 } as const;
for (const width of [390, 1440] as const)
  test(`panel, page and settings are whole at ${width} px in both themes`, async ({ newVisitor }) => {
    const dotori = await newVisitor({ handle: `look-dotori-${width}`, name: "도토리" });
    const bamtol = await newVisitor({ handle: `look-bamtol-${width}`, name: "밤톨" });
    const teamId = await teamOf(dotori, { teamName: "새벽문제모임", others: [bamtol] });
    await announce(dotori, teamId, "내일은 쉬어요");
    await change(teamId, dotori, bamtol, "promote");
    const { page } = bamtol;
    await page.setViewportSize({ width, height: widths[width] });
    await page.emulateMedia({ reducedMotion: "reduce" });
    const faults: string[] = [];
    const look = async (at: string) => {
      const found = [
        ...(await screenFaults(page, width, unmoving)),
        ...(await faultsInBothThemes(page, unmoving)),
      ];
      faults.push(...found.map((fault) => `${at}: ${fault}`));
    };
    await page.goto("/notifications");
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
    await look("page");
    await bell(page).click();
    await expect(panel(page).getByRole("listitem").first()).toBeVisible();
    await look("panel");
    await page.keyboard.press("Escape");
    await page.context().setOffline(true);
    await expect(page.getByText("연결이 끊겼어요. 다시 이어지면 새 알림을 보여드릴게요.")).toBeVisible();
    await look("offline");
    await page.context().setOffline(false);
    await page.goto("/notifications?group=recruit");
    await expect(page.getByText("아직 받은 알림이 없어요")).toBeVisible();
    await look("nothing");
    await page.goto("/my-dashboard/notifications");
    await page.getByRole("checkbox", { name: "새 문제, 알림 센터" }).click();
    await look("settings");
    expect(faults).toEqual([]);
  });
