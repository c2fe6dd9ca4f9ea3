import type { MemberInfo } from "#contracts/member/api";
import type { Recruitment } from "#contracts/recruitment/api";
import type { TeamPage } from "#contracts/team/api";
import { teamPath } from "#web/features/team/copy-address.tsx";
import { inviteRequest } from "#web/lib/navigation-state.ts";
import { highlighted } from "#web/lib/search/highlight.ts";
import type { Found } from "#web/lib/search/search-host.ts";
import type { IconName } from "#web/ui/icon.tsx";
import { monthDay } from "#web/ui/month-calendar-days.ts";

export const groupNames = ["글", "문제", "사람", "팀", "이동", "할 일", "다른 팀", "팀원 모집"] as const;
export type GroupName = (typeof groupNames)[number] | "최근에 연 것";

/** A row of the palette. */
export interface SearchEntry {
  /** Key under which it is stored as opened; unique within a group. */
  readonly what: string;
  readonly title: string;
  /** Second line: team · author · date. */
  readonly detail?: string | undefined;
  /** Third line: an excerpt of the body. */
  readonly context?: string | undefined;
  readonly icon: IconName;
  /** Shown instead of the icon. */
  readonly team?: { readonly teamId: number; readonly src: string } | undefined;
  readonly found?: Found | undefined;
  /** Its address or action. */
  readonly to?: string;
  readonly state?: unknown;
  readonly act?: () => void;
}

export interface Group {
  readonly name: GroupName;
  readonly entries: readonly SearchEntry[];
  /** Total, including rows that are not listed. */
  readonly total: number;
}

/** Maximum rows of a group: initially, and after `모두 보기`. */
export const shown = { few: 5, all: 50 } as const;

type Team = MemberInfo["teamAbstractResponses"][number];

const joined = (...words: readonly (string | null | undefined)[]) => words.filter(Boolean).join(" · ");

export function entryOf(
  found: Found,
  teams: readonly Team[],
  todayOf: (teamId: number) => string,
): SearchEntry {
  const { key, kind, id, teamId, date, title, memberName, context } = found;
  const team = teams.find((one) => one.teamId === teamId)?.teamName;
  const today = todayOf(teamId);
  const day = date === today ? "오늘" : monthDay(date, today);
  const isArticle = kind === "article";
  return {
    what: key,
    title,
    detail: joined(team, isArticle ? memberName : undefined, day),
    context,
    icon: isArticle ? "doc" : "flag",
    found,
    to: teamPath({ teamId, date, ...(isArticle ? { articleId: id } : { isSubject: true }) }),
  };
}

export const teamEntry = ({ teamId, teamName, teamImageUrl }: Team, detail?: string): SearchEntry => ({
  what: `team-${teamId}`,
  title: teamName,
  detail,
  icon: "users",
  team: { teamId, src: teamImageUrl },
  to: `/team-dashboard/${teamId}`,
});

export const recruitmentEntry = ({
  teamRecruitId,
  teamRecruitTitle,
  memberNickName,
}: Recruitment): SearchEntry => ({
  what: `recruitment-${teamRecruitId}`,
  title: teamRecruitTitle,
  detail: memberNickName,
  icon: "flag",
  to: `/team-recruit/detail/${teamRecruitId}`,
});

/** The members of some teams, each once. */
export function peopleOf(pages: readonly TeamPage[]): SearchEntry[] {
  const people = new Map<string, SearchEntry & { teams: string[]; explain: string }>();
  for (const { myTeamResponse } of pages) {
    const { teamId, teamName, members } = myTeamResponse;
    for (const { uuid, memberName, memberExplain } of members) {
      const known = people.get(uuid);
      if (known) known.teams.push(teamName);
      else
        people.set(uuid, {
          what: `person-${uuid}`,
          title: memberName,
          icon: "user",
          to: `/team-dashboard/${teamId}`,
          teams: [teamName],
          explain: memberExplain,
        });
    }
  }
  return [...people.values()].map(({ teams, explain, ...person }) => ({
    ...person,
    detail: joined(teams.join(", "), explain),
  }));
}

const screen = (title: string, to: string): SearchEntry => ({ what: to, title, to, icon: "arrow-right" });

const publicScreens = [
  screen("활동 중인 팀", "/team-list"),
  screen("팀원 모집", "/team-recruit/list"),
  screen("알고모임 소개", "/about"),
];

export const screensOf = (isMember: boolean): readonly SearchEntry[] =>
  isMember
    ? [
        screen("오늘", "/"),
        ...publicScreens,
        screen("마이페이지", "/my-dashboard/profile"),
        screen("내 팀 관리", "/my-dashboard/teams"),
        screen("푼 문제", "/my-dashboard/teams?tab=solved"),
        screen("신청 현황", "/my-dashboard/applications"),
        screen("팀 만들기", "/team-registration"),
        screen("팀원 모집 글쓰기", "/team-recruit/posting"),
      ]
    : [...publicScreens, screen("로그인", "/login")];

interface Acts {
  readonly changeTheme: () => void;
  readonly logOut: () => void;
}

/** Actions of a member: for each team according to the member's rights, then general ones. */
export function actionsOf(
  pages: readonly TeamPage[],
  todayOf: (teamId: number) => string,
  { changeTheme, logOut }: Acts,
): SearchEntry[] {
  const action = (title: string, icon: IconName, rest: Partial<SearchEntry>): SearchEntry => ({
    what: title,
    title,
    icon,
    ...rest,
  });
  const ofTeams = pages.map(({ myTeamResponse: { teamId, teamName }, teamManager }) => ({
    write: action(`오늘의 글쓰기 · ${teamName}`, "pencil", {
      to: `/posting/${teamId}`,
      what: `write-${teamId}`,
    }),
    manage: teamManager
      ? [
          action(`문제 쓰기 · ${teamName}`, "flag", {
            to: `/team-subject/${teamId}/${todayOf(teamId)}`,
            what: `subject-of-${teamId}`,
          }),
          action(`팀원 초대하기 · ${teamName}`, "plus", {
            to: `/team-dashboard/${teamId}`,
            state: inviteRequest,
            what: `invite-${teamId}`,
          }),
        ]
      : [],
  }));
  return [
    ...ofTeams.map(({ write }) => write),
    ...ofTeams.flatMap(({ manage }) => manage),
    action("테마 바꾸기", "sun", { act: changeTheme }),
    action("로그아웃", "logout", { act: logOut }),
  ];
}

const isMarked = (text: string, query: string) => highlighted(text, query).some(({ isMatch }) => isMatch);

/** Rows with all words of the query in title or second line; matches in the title first. */
export function matching(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = query.split(/\s+/).filter(Boolean);
  const fits = ({ title, detail = "" }: SearchEntry) =>
    words.length > 0 && words.every((word) => isMarked(title, word) || isMarked(detail, word));
  const found = entries.filter(fits);
  const inTitle = (entry: SearchEntry) => isMarked(entry.title, query);
  return [...found.filter(inTitle), ...found.filter((entry) => !inTitle(entry))];
}

/** A group of results, cut unless it is expanded; undefined without results. */
export function groupOf(
  name: GroupName,
  entries: readonly SearchEntry[],
  isWhole: boolean,
  total = entries.length,
): Group | undefined {
  if (entries.length === 0) return undefined;
  return { name, entries: entries.slice(0, isWhole ? shown.all : shown.few), total };
}

/** `‘그래프’와`, `‘정렬’과` */
export function withAnd(query: string): string {
  const last = query.normalize("NFC").at(-1) ?? "";
  const hasFinal = last >= "가" && last <= "힣" && (last.charCodeAt(0) - 0xac00) % 28 > 0;
  return `‘${query}’${hasFinal ? "과" : "와"}`;
}
