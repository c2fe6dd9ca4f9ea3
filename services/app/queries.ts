import { getArticle, getArticlesByDate, getMyArticles, getWriters } from "#contracts/article/api";
import { daysBefore, isDaySpan, isRealDate, seoulDate } from "#contracts/dates";
import { getDiscussion } from "#contracts/discussion/api";
import { type RefusalCode, Refused } from "#contracts/errors";
import { getInvitation, getInvitations } from "#contracts/invitation/api";
import { endedRefusals } from "#contracts/invitation/state";
import { limits, searchLimits } from "#contracts/limits";
import { getMemberInfo, getOwnProfile } from "#contracts/member/api";
import { getMyTeams, getRoleHistory, getTeamMembers } from "#contracts/membership/api";
import { getMyApplications } from "#contracts/my-applications/api";
import { getSolved } from "#contracts/my-solved/api";
import { getProblemQueue } from "#contracts/problem-queue/api";
import {
  getRecruitment,
  getRecruitments,
  type RecruitmentStatus,
  recruitmentStatuses,
} from "#contracts/recruitment/api";
import { getAttendance, getRhythm } from "#contracts/rhythm/api";
import { getSearchCursors, getSearchFeed, getSearchTexts } from "#contracts/search/api";
import { getSubject } from "#contracts/subject/api";
import { getCombinedTeams, getTeam, getTeamPage, searchTeams } from "#contracts/team/api";
import { getToday } from "#contracts/today/api";
import { readArticleInDay } from "#projections/article-in-day";
import { type DecryptTexts, isVeiled } from "#projections/article-view";
import type { ReadModelsDatabase } from "#projections/database";
import { type Discussions, readDiscussion, readTeamOf } from "#projections/discussion-page";
import { readMemberInfo, readOwnProfile } from "#projections/member-card";
import { readMyApplications } from "#projections/my-applications-page";
import { readMyArticles } from "#projections/my-articles";
import { readSolved } from "#projections/my-solved-page";
import { readMyTeams } from "#projections/my-teams";
import { readProblemQueue } from "#projections/problem-queue";
import {
  type IdRange,
  readHighestIds,
  readRecruitmentFacts,
  readRecruitmentIdsIn,
  readTeamFacts,
  readTeamIdsIn,
} from "#projections/public-pages";
import { readRecruitments } from "#projections/recruitment-board";
import { readRecruitment } from "#projections/recruitment-detail";
import { type OpenReasons, readAttendance, readRhythm } from "#projections/rhythm-page";
import { readRoleHistory } from "#projections/role-history";
import { readSearchCursors, readSearchFeed, readSearchTexts } from "#projections/search-feed";
import { readTeamAdmin } from "#projections/team-admin";
import { readArticlesByDate } from "#projections/team-articles";
import { readSubject } from "#projections/team-calendar";
import { readCombined, searchTeams as readSearch } from "#projections/team-directory";
import { readInvitations, readInvited } from "#projections/team-invitations";
import { isManager, isMember, readTeamMembers, roleIn } from "#projections/team-members";
import { isTeam, readTeamPage } from "#projections/team-page";
import { readWriters } from "#projections/team-writers";
import { readToday } from "#projections/today";
import { discordOf } from "../discord/facts.ts";
import { type Call, type Route, route } from "../platform/http/route.ts";
import { digestOf, findInvitation } from "../team/tokens.ts";
import { acceptsCsv, attendanceCsv } from "./attendance-csv.ts";

interface Queries {
  readonly db: ReadModelsDatabase;
  /** Decrypts an entry password, token or address of Discord, for managers only. */
  readonly open: (sealed: string) => string;
  readonly decryptTexts: DecryptTexts;
  readonly discussions: Discussions;
  readonly openReasons: OpenReasons;
  /** The link of an invitation's token. */
  readonly linkOf: (token: string) => string;
  readonly now: () => Date;
  /** Counts items sent to indexes in browsers. */
  readonly fed: (items: number) => void;
}

/**
 * Queries of read models, grouped by who may call them; a caller's own drafts, devices and notifications are in drafts, delivery
 * and inbox. Readers decide which fields are visible: `articleView` those of articles, `seenOfOthers` those of applications. The
 * entry password, dates of joining, role history and invitations are for managers alone; but the bearer of a usable invitation sees
 * the team and the inviter, and a member the reason of their own change of role or kick. Everybody sees a team's members with their introductions and roles (`teamView`).
 */
export const queryRoutes = (queries: Queries): Route[] => [
  ...queriesOfEverybody(queries),
  ...queriesOfOneself(queries),
  ...queriesOfTeamMembers(queries),
  ...queriesOfManagers(queries),
];

/** Visitors and members call these; where members see more, the reader gets the caller. */
function queriesOfEverybody({ db, decryptTexts, now }: Queries): Route[] {
  const articles = { db, decryptTexts, now };
  return [
    route(getCombinedTeams, async ({ query, caller }) => ({
      data: await readCombined(db, { ...query, memberId: caller }),
    })),
    route(searchTeams, async ({ query }) => ({
      data: await readSearch(db, query),
    })),
    route(getTeamPage, async ({ params, query: { year, month }, caller }) => {
      if (month > 12 || year > 9999) throw new Refused("impossible-date");
      const page = await readTeamPage(db, { teamId: params.teamId, year, month, memberId: caller });
      return { data: found(page, "team-not-found") };
    }),
    route(getInvitation, async ({ params, caller: memberId }) => {
      const { state, invited } = await findInvitation(params.token, (digest) =>
        readInvited(db, { digest, memberId, now: now() }),
      );
      if (state !== "usable") throw new Refused(endedRefusals[state]);
      return { data: invited };
    }),
    route(getArticlesByDate, async ({ params, query: { date, page, size }, caller }) => ({
      data: await readArticlesByDate(articles, {
        ...params,
        date: realDate(date),
        memberId: caller,
        page,
        size,
      }),
    })),
    route(getArticle, async ({ params, caller }) => {
      const article = found(
        await readArticleInDay(articles, { ...params, memberId: caller }),
        "article-not-found",
      );
      return { data: article, etag: article.revision };
    }),
    route(getWriters, async ({ params, query }) => {
      const days = { from: realDate(query.from), to: realDate(query.to) };
      if (!isDaySpan(days.from, days.to, limits.writersDays)) throw new Refused("impossible-date");
      const members = days.from === days.to ? query.members : Math.min(query.members, limits.avatarsShown);
      const writers = await readWriters(db, { ...params, ...days, members });
      if (writers.length === 0 && !(await isTeam(db, params.teamId))) throw new Refused("team-not-found");
      return { data: writers };
    }),
    route(getSubject, async ({ params, query }) => {
      const date = realDate(query.date);
      const subject = await readSubject(db, { ...params, date });
      if (subject) return { data: subject, etag: subject.revision };
      if (!(await isTeam(db, params.teamId))) throw new Refused("team-not-found");
      return { data: null };
    }),
    route(getRecruitments, async ({ query }) => ({
      data: await readRecruitments(db, { ...query, status: statusOf(query.status) }),
    })),
    route(getRecruitment, async ({ params, query, caller }) => {
      const { applications: size, page, name = "" } = query;
      const applications = size > 0 ? { size, page, name } : undefined;
      const args = { ...params, memberId: caller, applications };
      const recruitment = found(await readRecruitment(db, args), "recruitment-not-found");
      return { data: recruitment, etag: recruitment.revision };
    }),
  ];
}

/** Members read what is their own, or of their teams. */
function queriesOfOneself({ db, decryptTexts, now, fed }: Queries): Route[] {
  const articles = { db, decryptTexts, now };
  return [
    route(getMemberInfo, async (call) => ({
      data: shown(await readMemberInfo(db, uuidOf(call))),
    })),
    route(getOwnProfile, async (call) => ({
      data: shown(await readOwnProfile(db, uuidOf(call))),
    })),
    route(getToday, async (call) => ({
      data: await readToday(articles, {
        memberId: uuidOf(call),
        since: call.query.since === undefined ? undefined : new Date(call.query.since),
      }),
    })),
    route(getMyTeams, async (call) => ({ data: await readMyTeams(db, uuidOf(call)) })),
    route(getMyArticles, async (call) => ({
      data: await readMyArticles(articles, { ...call.params, ...call.query, memberId: uuidOf(call) }),
    })),
    route(getSearchCursors, async (call) => ({ data: await readSearchCursors(db, uuidOf(call)) })),
    route(getSearchTexts, async (call) => {
      const from = searchedFrom(now());
      const texts = await readSearchTexts(articles, { ...call.query, memberId: uuidOf(call), from });
      if (!texts) throw new Refused("malformed");
      fed(texts.items.length);
      return { data: texts };
    }),
    route(getMyApplications, async (call) => ({
      data: await readMyApplications(db, { ...call.query, memberId: uuidOf(call) }),
    })),
    route(getSolved, async (call) => ({
      data: await readSolved(db, {
        ...call.query,
        provider: call.query.provider ?? null,
        memberId: uuidOf(call),
      }),
    })),
  ];
}

/** Only for members of the team in the path. */
function queriesOfTeamMembers(queries: Queries): Route[] {
  const { db, decryptTexts, discussions, now, fed } = queries;
  /** @throws Refused in the order of spec/rhythm.md §4 */
  const readerOf = async ({ params, caller }: { params: { teamId: number }; caller: string | null }) => {
    const { teamId } = params;
    const role = await roleIn(db, teamId, caller);
    if (role !== undefined) return { teamId, memberId: caller as string, manages: role === "MANAGER" };
    throw new Refused((await isTeam(db, teamId)) ? "caller-not-in-team" : "team-not-found");
  };
  return [
    route(getDiscussion, async (call) => {
      const { articleId } = call.params;
      const memberId = uuidOf(call);
      const teamId = found(await readTeamOf(db, articleId), "article-not-found");
      if (!(await isMember(db, teamId, memberId))) throw new Refused("caller-not-in-team");
      if (await isVeiled({ db, now }, articleId, memberId)) throw new Refused("article-veiled");
      return { data: found(await readDiscussion(discussions, { articleId, memberId }), "article-not-found") };
    }),
    route(getRhythm, async (call) => ({
      data: found(
        await readRhythm(
          { ...queries, discordOf: (sealed) => discordOf(sealed, queries.open) },
          await readerOf(call),
        ),
        "team-not-found",
      ),
    })),
    route(getAttendance, async (call) => {
      const reader = await readerOf(call);
      const month = realMonth(call.query.month);
      const attendance = found(await readAttendance(queries, { ...reader, month }), "team-not-found");
      const isCsv = reader.manages && acceptsCsv(call.request.headers.accept);
      return {
        data: attendance,
        headers: { Vary: "Accept" },
        ...(isCsv && { inOtherForm: { type: "text/csv", text: attendanceCsv(attendance) } }),
      };
    }),
    route(getProblemQueue, async (call) => {
      const { teamId } = await readerOf(call);
      return { data: found(await readProblemQueue(db, { teamId, now: now() }), "team-not-found") };
    }),
    route(getSearchFeed, async (call) => {
      const { teamId } = call.params;
      const memberId = uuidOf(call);
      await readerOf(call);
      const from = searchedFrom(now());
      const feed = await readSearchFeed({ db, decryptTexts, now }, { ...call.query, teamId, memberId, from });
      fed(feed.items.length);
      return { data: feed };
    }),
  ];
}

/** Only for managers of the team in the path. */
function queriesOfManagers({ db, open, linkOf, now }: Queries): Route[] {
  /** @throws Refused in the order of spec/wire-contract.md §4.6 */
  const assertManager = async ({ params, caller }: { params: { teamId: number }; caller: string | null }) => {
    if (await isManager(db, params.teamId, caller)) return;
    throw new Refused((await isTeam(db, params.teamId)) ? "not-a-manager" : "team-not-found");
  };
  return [
    route(getTeam, async (call) => {
      await assertManager(call);
      const team = found(await readTeamAdmin(db, call.params.teamId, open), "team-not-found");
      return { data: team, etag: team.revision };
    }),
    route(getTeamMembers, async (call) => {
      await assertManager(call);
      return { data: await readTeamMembers(db, call.params.teamId) };
    }),
    route(getRoleHistory, async (call) => {
      await assertManager(call);
      return { data: await readRoleHistory(db, { teamId: call.params.teamId, ...call.query }) };
    }),
    route(getInvitations, async (call) => {
      await assertManager(call);
      const { teamId } = call.params;
      const params = { teamId, now: now(), linkOf: (sealed: string) => linkOf(open(sealed)) };
      return { data: await readInvitations(db, params) };
    }),
  ];
}

/** Public facts for previews and the sitemap. */
export const publicPages = (db: ReadModelsDatabase, now: () => Date) => ({
  pages: {
    team: (teamId: number) => readTeamFacts(db, teamId),
    recruitment: (recruitmentId: number) => readRecruitmentFacts(db, recruitmentId),
    async invitation(token: string) {
      const found = await readInvited(db, { digest: digestOf(token), memberId: null, now: now() });
      return found?.state === "usable" ? readTeamFacts(db, found.invited.teamId) : undefined;
    },
  },
  ids: {
    highest: () => readHighestIds(db),
    teams: (range: IdRange) => readTeamIdsIn(db, range),
    recruitments: (range: IdRange) => readRecruitmentIdsIn(db, range),
  },
});

/** These endpoints admit only callers with a uuid. */
const uuidOf = (call: Pick<Call<typeof getMyTeams>, "caller">) => call.caller as string;

/** The first day that a search covers. */
const searchedFrom = (now: Date) => daysBefore(seoulDate(now), searchLimits.days);

const statusOf = (text: string | undefined): RecruitmentStatus =>
  recruitmentStatuses.find((status) => status === text) ?? "all";

/** For a caller with a profile: if it is missing, the read models have not reached it yet. */
function shown<T>(value: T | undefined): T {
  if (value === undefined) throw new Refused("overload", { retryAfter: 1 });
  return value;
}

function found<T>(value: T | undefined, otherwise: RefusalCode): T {
  if (value === undefined) throw new Refused(otherwise);
  return value;
}

function realDate(date: string | undefined): string {
  if (date === undefined || !isRealDate(date)) throw new Refused("impossible-date");
  return date;
}

function realMonth(month: string | undefined): string {
  realDate(`${month}-01`);
  return month as string;
}
