import { daysBefore, seoulDate } from "#contracts/dates";
import { limits, searchLimits } from "#contracts/limits";
import type { Caller } from "./caller.ts";

/** What the calls of one member and team need, in a demo or in a grown database. */
interface Place {
  readonly teamId: number;
  readonly articleId: number;
  readonly recruitmentId: number;
  readonly memberId: string;
  readonly today: string;
  /** Zero-based numbers of the last pages. */
  readonly last: Readonly<
    Record<"articles" | "board" | "teams" | "solved" | "roles" | "applications", number>
  >;
}

interface GrownCall {
  readonly name: string;
  readonly path: (place: Place) => string;
  /** The most kB of an answer that grows with what is shown, and is judged by it instead of its time beside the demo. */
  readonly kB?: number;
}

const call = (name: string, path: GrownCall["path"], rest?: { kB: number }): GrownCall => ({
  name,
  path,
  ...rest,
});
const large = { kB: 40 };
/** Fetched in the background: a device that knows nothing gets 5,000 texts by at most 60 calls with 6 MB. */
const texts = { kB: (searchLimits.feedPage * 6000) / searchLimits.documents };

const monthOf = (day: string) => `year=${day.slice(0, 4)}&month=${Number(day.slice(5, 7))}`;

/** Every query of a member's screens; the far pages of each list as well. */
export const grownCalls: readonly GrownCall[] = [
  call("own profile", () => "members/own-profile"),
  call("today", ({ today }) => `members/today?since=${daysBefore(today, 13)}T00:00:00%2B09:00`, large),
  call("my teams", () => "teams/my-page", large),
  // As the client asks: without a number of members all are named, for other clients.
  call("team list", () => "teams/combined?members=6", large),
  call(
    "team list by name, last page",
    ({ last }) => `teams/combined?sort=name&page=${last.teams}&members=6`,
    large,
  ),
  call("teams by name", () => "teams/search?keyword=&sort=name"),
  call("teams by name, last page", ({ last }) => `teams/search?keyword=&sort=name&page=${last.teams}`),
  call("teams by members, last page", ({ last }) => `teams/search?keyword=&sort=members&page=${last.teams}`),
  call("teams, newest, last page", ({ last }) => `teams/search?keyword=&page=${last.teams}`),
  call("teams with a word", () => "teams/search?keyword=%EB%B0%98"),
  call("team page", ({ teamId, today }) => `teams/${teamId}/team-page?${monthOf(today)}`, large),
  call(
    "team page, two years ago",
    ({ teamId, today }) => {
      return `teams/${teamId}/team-page?${monthOf(daysBefore(today, 730))}`;
    },
    large,
  ),
  call("day", ({ teamId, today }) => `articles/${teamId}/by-date?date=${today}`),
  call(
    "day, two years ago",
    ({ teamId, today }) => `articles/${teamId}/by-date?date=${daysBefore(today, 730)}`,
  ),
  call(
    "whole day",
    ({ teamId, today }) => `articles/${teamId}/by-date?date=${daysBefore(today, 1)}&size=50`,
    large,
  ),
  call(
    "problem of a day",
    ({ teamId, today }) => `articles/teams/${teamId}/subjects?date=${daysBefore(today, 1)}`,
  ),
  call("article", ({ articleId }) => `articles/${articleId}`),
  call(
    "writers of six weeks",
    ({ teamId, today }) => {
      return `teams/${teamId}/writers?from=${daysBefore(today, 41)}&to=${today}`;
    },
    large,
  ),
  call("numbers of writers", ({ teamId, today }) => {
    return `teams/${teamId}/writers?from=${daysBefore(today, 41)}&to=${today}&members=0`;
  }),
  call(
    "all writers of a day",
    ({ teamId, today }) => `teams/${teamId}/writers?from=${today}&to=${today}&members=50`,
    large,
  ),
  call("my articles", ({ teamId }) => `articles/${teamId}/my-page`),
  call("my articles, last page", ({ teamId, last }) => `articles/${teamId}/my-page?page=${last.articles}`),
  call("solved problems", () => "members/solved"),
  call("solved problems, last page", ({ last }) => `members/solved?page=${last.solved}`),
  call("search feed", ({ teamId }) => `teams/${teamId}/search-feed`, texts),
  call("newest texts", () => "members/search-texts", texts),
  call("search cursors", () => "members/search-cursors", large),
  call("settings of the team", ({ teamId }) => `teams/${teamId}`),
  call("members", ({ teamId }) => `teams/${teamId}/members`, large),
  call("role history", ({ teamId }) => `teams/${teamId}/role-history`),
  call("role history, last page", ({ teamId, last }) => `teams/${teamId}/role-history?page=${last.roles}`),
  call("role history of a member", ({ teamId, memberId }) => {
    return `teams/${teamId}/role-history?member=${memberId}&size=50`;
  }),
  call("invitations", ({ teamId }) => `teams/${teamId}/invitations`),
  call("board", () => "recruitments"),
  call("board, last page", ({ last }) => `recruitments?page=${last.board}`),
  call("open recruitments", () => "recruitments?status=open"),
  call("own recruitment", ({ recruitmentId }) => `recruitments/${recruitmentId}?applications=20`, large),
  call(
    "own recruitment, far page",
    ({ recruitmentId }) => `recruitments/${recruitmentId}?applications=20&page=14`,
    large,
  ),
  call(
    "applicants by name",
    ({ recruitmentId }) => `recruitments/${recruitmentId}?applications=20&name=%EA%B0%80`,
    large,
  ),
  call("my applications", () => "apply/mine"),
  call("my applications, last page", ({ last }) => `apply/mine?page=${last.applications}`),
  call("notifications", () => "notifications"),
  call("unread notifications", () => "notifications?filter=unread"),
  call("notifications, far page", () => "notifications?before=4600"),
  call("number of notifications", () => "notifications/count"),
  call("settings of notifications", () => "notifications/settings"),
];

/** The place of the member's largest team. */
export async function placeOf(caller: Caller, pool: { query(text: string): Promise<{ rows: unknown[] }> }) {
  const lastOf = async (path: string): Promise<number> =>
    Math.max(0, (await caller.call("GET", `/v1/${path}`)).data.page.totalPages - 1);
  const { data: me } = await caller.call("GET", "/v1/members/own-profile");
  const { rows } = await pool.query(`
    SELECT team_id AS "teamId", max(article_id) AS "articleId" FROM team_articles
    WHERE team_id IN (SELECT team_id FROM my_teams WHERE member_id = '${me.uuid}')
    GROUP BY team_id ORDER BY count(*) DESC LIMIT 1`);
  const { teamId, articleId } = rows[0] as { teamId: number; articleId: number };
  const { rows: posted } = await pool.query(`
    SELECT recruitment_id AS "recruitmentId" FROM my_applications GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`);
  const { recruitmentId } = posted[0] as { recruitmentId: number };
  const { data: combined } = await caller.call("GET", "/v1/teams/combined");
  return {
    teamId,
    articleId,
    recruitmentId,
    memberId: me.uuid,
    today: seoulDate(new Date()),
    last: {
      articles: await lastOf(`articles/${teamId}/my-page`),
      board: await lastOf("recruitments"),
      teams: combined.allTeams.page.totalPages - 1,
      solved: await lastOf(`members/solved?size=${limits.solvedPageSize}`),
      roles: await lastOf(`teams/${teamId}/role-history`),
      applications: await lastOf("apply/mine"),
    },
  } satisfies Place;
}
