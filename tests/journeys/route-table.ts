import { expect, type Page } from "@playwright/test";
import { documentTitleOf } from "../../web/src/lib/titles.ts";
import { demoDay, type Who } from "./demo-site.ts";

export interface Stop {
  readonly path: string;
  /** Target of a redirect; by default the path itself. */
  readonly to?: string;
  /** Title of the browser if it differs from that of the address. */
  readonly title?: string;
  /** Dialogs and menus of the page, each opened by one function. */
  readonly opens?: Readonly<Record<string, (page: Page) => Promise<void>>>;
  /** The browser logs a refused call, which the page exists for. */
  readonly isRefused?: boolean;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).filter({ visible: true }).first().click();
const openDialog = (button: string, name: string) => async (page: Page) => {
  await press(button)(page);
  await expect(page.getByRole("dialog", { name })).toBeVisible();
};
const choose = (role: "checkbox", name: string) => (page: Page) => page.getByRole(role, { name }).click();
const inTurn =
  (...names: string[]) =>
  async (page: Page) => {
    for (const name of names) await press(name)(page);
  };
const unfold = (name: string) => (page: Page) =>
  page.locator("summary").filter({ hasText: name }).first().click();
/** A manager's link on the page of a team, in narrow windows inside a menu. */
export const manage = (name: string) => async (page: Page) => {
  const menu = page.getByRole("button", { name: "관리", exact: true });
  const row = page.getByRole("navigation", { name: "팀 관리" }).getByRole("button", { name });
  await expect(menu.or(row).filter({ visible: true })).toBeVisible();
  if (!(await menu.isVisible())) return row.click();
  await menu.click();
  await page.getByRole("menuitem", { name }).click();
};
const lost = { title: "페이지를 찾을 수 없어요 | 알고모임" };
const toLogin = (path: string): Stop => ({ path, to: "/login" });

const nowhere: readonly Stop[] = [
  { path: "/nothing-here", ...lost },
  { path: "/team-dashboard/999999", ...lost, isRefused: true },
  { path: "/team-recruit/detail/999999", ...lost, isRefused: true },
  { path: "/posting", to: "/team-list" },
];

/** Every address of spec/ui.md §4 for a visitor, a member and a manager of team 1. */
export const stops: Readonly<Record<Who, readonly Stop[]>> = {
  visitor: [
    { path: "/" },
    { path: "/about" },
    { path: "/login" },
    { path: "/login?error=failed" },
    { path: "/login?error=unavailable" },
    { path: "/team-list" },
    {
      path: "/team-dashboard/1",
      opens: {
        join: press("팀 참가하기"),
        problem: press("문제 확인하기"),
        article: press(/틀린 줄 알았는데/),
      },
    },
    { path: "/team-recruit/list" },
    { path: "/team-recruit/detail/1" },
    // Valid invitations are tested in invitation.journey.ts.
    { path: "/invite/nobody", isRefused: true },
    ...[
      "/enroll",
      "/my-dashboard/profile",
      "/notifications",
      "/my-dashboard/notifications",
      "/team-registration",
      "/team-setting/team/1",
      "/team-admin/1",
      "/posting/1",
      "/team-recruit/posting",
    ].map(toLogin),
    ...nowhere,
  ],
  member: [
    { path: "/", title: "오늘 | 알고모임" },
    { path: "/about" },
    { path: "/team-list", opens: { me: press("내정보") } },
    { path: "/team-registration" },
    {
      path: "/team-dashboard/1",
      opens: {
        problem: press("문제 확인하기"),
        article: press(/틀린 줄 알았는데/),
        announcement: press(/팀 공지/),
        month: press("한 달 보기"),
        people: press(/^멤버 \d+명/),
      },
    },
    {
      path: "/team-dashboard/2",
      opens: {
        password: async (page) => {
          await press("팀 참가하기")(page);
          await page.getByRole("menuitem", { name: "비밀번호 입력" }).click();
        },
      },
    },
    { path: "/team-admin/1", to: "/team-dashboard/1", isRefused: true },
    { path: "/team-setting/attendance/1" },
    { path: "/team-setting/promise/1" },
    { path: "/team-setting/team/1", to: "/team-list", isRefused: true },
    { path: "/team-setting/members/1", to: "/team-dashboard/1", isRefused: true },
    { path: "/team-setting/problems/1", opens: { proposing: press("문제 제안하기") } },
    {
      path: "/posting/1",
      opens: {
        problem: unfold("펼쳐서 확인하기"),
        colours: press("글자 색"),
        table: openDialog("표", "표 넣기"),
        picture: openDialog("이미지", "이미지 첨부"),
        fault: press("작성 완료"),
      },
    },
    { path: "/team-recruit/list" },
    { path: "/team-recruit/detail/2", opens: { withdraw: press("삭제") } },
    { path: "/profile", to: "/my-dashboard/profile" },
    { path: "/my-dashboard/profile", opens: { withdraw: press("계정 탈퇴 >") } },
    { path: "/modification" },
    { path: "/my-dashboard/teams", opens: { leave: inTurn("새벽네시반", "정보 관리", "팀 나가기") } },
    { path: "/my-dashboard/applications" },
    { path: "/notifications", opens: { panel: press(/^알림/) } },
    { path: "/notifications?filter=unread&group=account" },
    { path: "/my-dashboard/notifications", opens: { changed: choose("checkbox", "새 문제, 알림 센터") } },
    { path: "/my-dashboard/nothing", to: "/not-found", ...lost },
    { path: "/login", to: "/", title: "오늘 | 알고모임" },
    ...nowhere,
  ],
  manager: [
    { path: "/team-list" },
    { path: "/team-dashboard/1", opens: { recruitment: manage("모집글"), invite: manage("팀원 초대하기") } },
    { path: "/team-admin/1", opens: { announcement: press(/^공지/), remove: press("문제 삭제") } },
    { path: "/team-setting/attendance/1" },
    { path: "/team-setting/promise/1", opens: { changed: press("일요일") } },
    { path: "/team-setting/team/1", opens: { edit: press("수정하기"), remove: press("팀 삭제하기 >") } },
    { path: "/team-setting/members/1", opens: { who: press(/밤톨/), history: press("역할 변경 이력") } },
    { path: "/team-setting/problems/1", opens: { entry: press("프로그래머스 67259, 메뉴") } },
    { path: `/team-subject/1/${demoDay}`, title: "3월 19일 문제 수정하기 | 알고모임" },
    { path: "/team-subject/1/2036-03-25", title: "3월 25일 문제 쓰기 | 알고모임" },
    { path: "/team-subject/1/yesterday", to: "/team-list" },
    { path: "/team-recruit/list", opens: { closed: press("모집완료") } },
    { path: "/team-recruit/detail/1" },
    { path: "/team-recruit/posting", opens: { example: press("펼쳐서 확인하기") } },
  ],
};

/** A member at the first sign-in: without a profile, calls are refused with 401. */
export const firstStops: readonly Stop[] = [
  { path: "/enroll", isRefused: true, opens: { policy: press("자세히보기") } },
];

/** Pages of one team or recruitment, whose names precede their titles. */
const named = /^\/(team-dashboard|team-admin|team-setting|team-recruit\/detail)\//;

/** The browser's title, with any name before it if the page has one. */
export function titleAt({ path, to, title }: Stop): RegExp {
  const { pathname } = new URL(to ?? path, "http://localhost");
  const ending = (title ?? documentTitleOf(pathname)).replaceAll("|", "\\|");
  // The number of unread notifications comes first.
  return new RegExp(
    `^(\\(\\d+\\) )?${title === undefined && named.test(pathname) ? "[^|]+ \\| " : ""}${ending}$`,
  );
}
