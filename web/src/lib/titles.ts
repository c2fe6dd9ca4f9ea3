/** Titles by path prefix (spec/ui.md §4); longer prefixes come first where one contains another. */
const titles: readonly (readonly [prefix: string, title: string])[] = [
  ["/login", "로그인"],
  ["/enroll", "프로필 생성"],
  ["/profile", "마이페이지"],
  ["/modification", "👑 프로필 수정"],
  ["/my-dashboard", "마이페이지"],
  ["/team-registration", "팀 생성"],
  ["/team-setting", "팀 설정"],
  ["/team-dashboard", "팀 페이지"],
  ["/team-admin", "팀 페이지 관리"],
  ["/team-recruit/list", "팀 모집"],
  ["/team-recruit/posting", "팀 모집글 작성"],
  ["/team-recruit/detail", "팀 모집글 상세"],
  ["/notifications", "알림"],
];

export const siteName = "알고모임";

/**
 * Screens under one title below the header add the name of their side tab, and pages without one use their own heading
 * as the title of the browser's tab (WCAG 2.4.2).
 */
const tabTitles: typeof titles = [
  ["/my-dashboard/profile", "프로필 | 마이페이지"],
  ["/my-dashboard/teams", "내 팀 관리 | 마이페이지"],
  ["/my-dashboard/notifications", "알림 | 마이페이지"],
  ["/my-dashboard/applications", "내 신청 현황 | 마이페이지"],
  ["/team-setting/team", "팀 관리 | 팀 설정"],
  ["/team-setting/members", "멤버 관리 | 팀 설정"],
  ["/team-setting/promise", "약속과 하루 | 팀 설정"],
  ["/team-setting/attendance", "출석 | 팀 설정"],
  ["/team-setting/problems", "문제 대기열 | 팀 설정"],
  ...titles,
  ["/about", "소개"],
  ["/team-list", "활동 중인 팀"],
  ["/invite", "초대"],
  ["/mail/confirm", "메일 주소 확인"],
  ["/mail/unsubscribe", "메일 요약 그만 받기"],
  ["/posting", "오늘의 글 등록하기"],
  ["/team-subject", "문제 작성하기"],
];

const foundIn = (list: typeof titles, path: string): string | null =>
  list.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))?.[1] ?? null;

/** The title of a page, null if it has none. */
export const titleOf = (path: string): string | null => foundIn(titles, path);

/** The title of the browser's tab; `name` is the team or recruitment of the page, once it is known. */
export const documentTitleOf = (path: string, name?: string): string =>
  [name, foundIn(tabTitles, path), siteName].filter(Boolean).join(" | ");
