import type { Page } from "@playwright/test";
import { press, tabTo } from "./keyboard.ts";
import { faultsInBothWidths, windows } from "./screen-faults.ts";
import { expect, test, type Visitor } from "./site.ts";
import { recordSpeech } from "./speech.ts";
import { unmoving } from "./still.ts";
import { change, teamOf } from "./writing-team.ts";

const bell = (page: Page) => page.getByRole("button", { name: /^알림(,|$)/ });
const panel = (page: Page) => page.getByRole("dialog", { name: "알림" });
const announce = (leader: Visitor, teamId: number, teamAnnouncement: string) =>
  leader.call("PATCH", `teams/${teamId}/announcement`, { teamAnnouncement }, true);
const postProblem = (leader: Visitor, teamId: number, selectedDate: string) =>
  leader.call("POST", `articles/teams/${teamId}/subjects`, {
    articleTitle: "물류 창고 로봇",
    articleBody: "<p>최소 배터리</p>",
    articleCategory: "코딩 테스트",
    selectedDate,
  });

test.describe.configure({ mode: "parallel" });

test("a problem updates the member's bell immediately; its row opens the day and is marked as read, and its writer gets nothing", async ({
  newVisitor,
  site,
}) => {
  const dotori = await newVisitor({ handle: "bell-dotori", name: "도토리" });
  const bamtol = await newVisitor({ handle: "bell-bamtol", name: "밤톨" });
  const teamId = await teamOf(dotori, { teamName: "별밤반", others: [bamtol] });
  const { page } = bamtol;
  // Notifications of the first count are not announced as new.
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
    name: `안 읽음. 내 팀 별밤반에 ${month}월 ${day}일 문제가 올라왔어요.`,
  });
  await expect(row).toBeFocused();
  await row.click();
  await expect(page).toHaveURL(`/team-dashboard/${teamId}?date=${site.today()}&show=subject`);
  await expect(panel(page)).toHaveCount(0);
  await expect(bell(page)).toHaveAccessibleName("알림");
  await expect(page).not.toHaveTitle(/^\(/);

  // Its writer only has the notification of the new member.
  await dotori.page.goto("/notifications");
  await expect(dotori.page.getByRole("main").getByRole("listitem")).toHaveCount(1);
  await expect(dotori.page.getByRole("main").getByRole("listitem")).toHaveText(
    /밤톨님이 내 팀 별밤반의 새 팀원/,
  );
});

test("the page adds new notifications, filters, marks all as read, and shows no muted ones", async ({
  newVisitor,
  site,
}) => {
  const dotori = await newVisitor({ handle: "page-dotori", name: "도토리" });
  const bamtol = await newVisitor({ handle: "page-bamtol", name: "밤톨" });
  const teamId = await teamOf(dotori, { teamName: "달빛반", others: [bamtol] });
  const { page } = bamtol;
  const rows = page.getByRole("main").getByRole("listitem");
  const speech = await recordSpeech(page);
  await page.goto("/notifications");
  await expect(page.getByText("아직 받은 알림이 없어요")).toBeVisible();
  await speech.hears("전체 알림, 소식 없음");
  await announce(dotori, teamId, "내일은 쉬어요");
  await expect(rows).toHaveText(/내 팀 달빛반의 공지가 바뀌었어요/);
  await change(teamId, dotori, bamtol, "promote");
  await expect(rows.first()).toHaveText(/도토리님이 나를 달빛반의 공동 방장으로 지정했어요/);
  await expect(rows).toHaveCount(2);

  await page.getByRole("link", { name: "내 계정, 안 읽은 알림 1개" }).click();
  await expect(rows).toHaveCount(1);
  await speech.hears("내 계정 알림, 소식 1개");
  await rows.getByRole("link").hover();
  await rows.getByRole("button", { name: "읽음으로 표시" }).click();
  await expect(page.getByRole("link", { name: "내 계정", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "전체, 안 읽은 알림 1개" }).click();
  await page.getByRole("button", { name: "모두 읽음" }).click();
  await expect(bell(page)).toHaveAccessibleName("알림");
  await page.getByRole("button", { name: "안 읽음", exact: true }).click();
  await expect(page.getByText("모두 읽었어요")).toBeVisible();
  await speech.hears("전체 알림, 안 읽음, 소식 없음");

  await page.getByRole("link", { name: "알림 설정" }).click();
  const box = page.getByRole("checkbox", { name: "공지 변경, 알림 센터" });
  await box.click();
  await expect(page.getByRole("checkbox", { name: "공지 변경, 푸시" })).toBeDisabled();
  await page.getByRole("button", { name: "저장하기" }).click();
  await expect(page.getByText("알림 설정을 저장했어요")).toBeVisible();
  await announce(dotori, teamId, "모레도 쉬어요");
  // A later problem has arrived, so a muted one would have arrived before it.
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
  await tabTo(page, panel(page).getByRole("button", { name: "읽음으로 표시" }).first());
  await page.keyboard.press("Enter");
  await expect(bell(page)).toHaveAccessibleName("알림, 안 읽은 알림 1개");
  await press(page, panel(page).getByRole("link", { name: "모든 알림 보기" }));
  await expect(page).toHaveURL("/notifications");
  await page.goto("/my-dashboard/notifications");
  await press(page, page.getByRole("checkbox", { name: "새 문제, 푸시" }), " ");
  await press(page, page.getByRole("button", { name: "저장하기" }));
  await expect(page.getByText("알림 설정을 저장했어요")).toBeVisible();
});

/** Records what a screen reader announces. */
const readerOfPage = `
  - heading "알림" [level=1]
  - navigation "알림 종류":
    - link "전체, 안 읽은 알림 2개"
    - link "팀 활동, 안 읽은 알림 1개"
    - link "모집·신청"
    - link "내 계정, 안 읽은 알림 1개"
    - link "알림 설정"
  - group "보기":
    - button "전체" [pressed]
    - button "안 읽음"
  - button "모두 읽음"
  - region "기기 알림":
    - button "알림 켜기"
    - button "닫기"
  - region "오늘":
    - heading "오늘" [level=2]
    - list:
      - listitem:
        - link "안 읽음. 도토리님이 나를 새벽문제모임의 공동 방장으로 지정했어요."
        - button "읽음으로 표시"
      - listitem:
        - link "안 읽음. 내 팀 새벽문제모임의 공지가 바뀌었어요."
        - button "읽음으로 표시"
`;
const readerOfSettings = `
  - region "이 기기에서 받기":
    - heading "이 기기에서 받기" [level=3]
    - switch "이 기기에서 푸시 알림 받기"
    - list:
      - listitem:
        - button "Chrome · Windows 해제"
      - listitem:
        - button "Safari · iPhone 해제"
  - region "알림 종류":
    - table:
      - rowgroup:
        - row:
          - columnheader "종류"
          - columnheader "알림 센터"
          - columnheader "푸시"
          - columnheader "메일 요약"
      - group "팀 활동":
        - row:
          - rowheader "팀 활동"
        - row:
          - rowheader "새 문제"
          - cell:
            - checkbox "새 문제, 알림 센터"
          - cell:
            - checkbox "새 문제, 푸시" [disabled]
          - cell:
            - checkbox "새 문제, 메일 요약" [disabled]
  - region "방해 금지 시간":
    - switch "방해 금지 시간 사용" [checked]
`;

/** What is wrong with what a page shows, on a phone and a desk, in both themes. */
async function looking(page: Page) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize(windows[390]);
  const faults: string[] = [];
  const look = async (at: string) => {
    const found = await faultsInBothWidths(page, unmoving);
    faults.push(...found.map((fault) => `${at}: ${fault}`));
  };
  return { faults, look };
}

/** On a phone and a desk. */
async function expectReader(page: Page, role: "main" | "form", told: string): Promise<void> {
  for (const width of [1440, 390] as const) {
    await page.setViewportSize(windows[width]);
    await expect(page.getByRole(role)).toMatchAriaSnapshot(told);
  }
}

/** Simulates the earlier answer to the browser's permission prompt, for the following pages. */
const answered = (page: Page, answer: NotificationPermission) =>
  page.addInitScript((permission) => {
    Object.defineProperty(Notification, "permission", { configurable: true, get: () => permission });
  }, answer);

const offline = (page: Page) => page.getByText("연결이 끊겼어요. 다시 이어지면 새 알림을 보여드릴게요.");

test("panel, page and settings are whole in both themes", async ({ newVisitor, site }) => {
  const dotori = await newVisitor({ handle: "look-dotori", name: "도토리" });
  const bamtol = await newVisitor({ handle: "look-bamtol", name: "밤톨" });
  const teamId = await teamOf(dotori, { teamName: "새벽문제모임", others: [bamtol] });
  await announce(dotori, teamId, "내일은 쉬어요");
  await change(teamId, dotori, bamtol, "promote");
  const { page } = bamtol;
  const { faults, look } = await looking(page);
  await answered(page, "default");
  await page.goto("/notifications");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("region", { name: "기기 알림" })).toBeVisible();
  await expectReader(page, "main", readerOfPage);
  await look("page");
  await bell(page).click();
  await expect(panel(page).getByRole("listitem").first()).toBeVisible();
  await look("panel");
  await page.keyboard.press("Escape");
  await page.context().setOffline(true);
  await expect(offline(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "모두 읽음" })).toBeDisabled();
  await look("offline");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "모두 읽음" }).click();
  await page.getByRole("button", { name: "안 읽음", exact: true }).click();
  await expect(page.getByText("모두 읽었어요")).toBeVisible();
  await look("nothing unread");
  await page.goto("/notifications?group=recruit");
  await expect(page.getByText("아직 받은 알림이 없어요")).toBeVisible();
  await look("nothing");

  for (const label of ["Chrome · Windows", "Safari · iPhone"]) {
    const { endpoint, keys } = site.pushService.subscribe();
    await bamtol.call("POST", "push/subscriptions", { endpoint, keys, label } as never, true);
  }
  await page.goto("/my-dashboard/notifications");
  await expect(page.getByRole("button", { name: "Safari · iPhone 해제" })).toBeVisible();
  await page.getByRole("checkbox", { name: "새 문제, 알림 센터" }).click();
  await expectReader(page, "form", readerOfSettings);
  await look("settings");
  await page.context().setOffline(true);
  await expect(offline(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "저장하기" })).toBeDisabled();
  await look("settings, offline");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "되돌리기" }).click();
  await answered(page, "denied");
  await page.reload();
  await expect(page.getByText(/^이 사이트의 알림이 브라우저에서 차단되어 있어요/)).toBeVisible();
  await expect(page.getByRole("switch", { name: "이 기기에서 푸시 알림 받기" })).toBeDisabled();
  await look("settings, denied");
  expect(faults).toEqual([]);
});

test("page and settings are whole while they are loaded, and when that fails", async ({ newVisitor }) => {
  const { page } = await newVisitor({ handle: "wait-bamtol", name: "밤톨" });
  const { faults, look } = await looking(page);
  for (const path of ["/notifications", "/my-dashboard/notifications"]) {
    let isAnswered = (_: boolean) => {};
    const answer = new Promise<boolean>((resolve) => {
      isAnswered = resolve;
    });
    await page.route(/\/api\/v1\/notifications(\/settings|\?)/, async (route) => {
      await answer;
      await route.fulfill({ status: 400, json: { code: 400, message: "잘못된 요청입니다.", data: null } });
    });
    await page.goto(path);
    await expect(page.getByRole("list", { name: "알림을 가져오는 중…" })).toBeVisible();
    await look(`${path}, loading`);
    isAnswered(true);
    await expect(page.getByText("알림을 가져오지 못했어요")).toBeVisible();
    await look(`${path}, failed`);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.getByRole("button", { name: "다시 시도" }).click();
    await expect(page.getByText(/아직 받은 알림이 없어요|알림 종류/)).toBeVisible();
  }
  expect(faults).toEqual([]);
});
