import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { dayEnds, midnight, seoulDate, seoulIsoWithOffset, studyDay } from "#contracts/dates";
import { defaultTeamPicture } from "#contracts/images/api";
import { limits } from "#contracts/limits";
import type { Problem } from "#contracts/problems";
import type { News, TeamToday, Today } from "#contracts/today/api";
import { type Articles, articleTitles } from "./article-view.ts";
import { waiting } from "./my-applications.ts";
import { countSolved } from "./my-solved-page.ts";
import { neededTeams } from "./needed-teams.ts";
import { formerMember, nameOf, pictureOf } from "./people.ts";
import { prepared } from "./prepared.ts";
import { readReviewsOf } from "./reviews.ts";
import { readOwnDays } from "./rhythm-page.ts";
import { dayOfTeam, daysByEnd } from "./team-days.ts";

const dayMs = 24 * 3600_000;
const latestEnd = dayEnds.at(-1) ?? midnight;
const most = { writers: 6, news: 30 } as const;
const longest = { since: 14 * dayMs, start: limits.startDays * dayMs } as const;

interface Params {
  readonly memberId: string;
  /** Start of the period of news, by default one day ago; at most 14 days ago. */
  readonly since: Date | undefined;
}

/** spec/daily-use.md §5 call 1 */
export async function readToday({ db, decryptTexts, now: clock }: Articles, params: Params): Promise<Today> {
  const { memberId } = params;
  const now = clock();
  const since = sinceOf(params.since, now);
  const young = new Date(now.getTime() - longest.start).toISOString();
  const [teams, [solved]] = await Promise.all([
    teamsOf(db, { memberId, days: daysByEnd(now), young }),
    countSolved(db, { memberId, provider: null }),
  ]);
  const cards = teams.slice(0, limits.todayCards).map(({ team_id }) => team_id);
  const recent = { memberId, since: since.toISOString(), day: studyDay(since, latestEnd), cards };
  const asked = new Date(now.getTime() - limits.reviewDays * dayMs).toISOString();
  const [articles, subjects, joined, reviews, ownDays] = await Promise.all([
    newArticles(db, recent),
    newSubjects(db, recent),
    newMembers(db, recent),
    readReviewsOf({ db, decryptTexts }, { memberId, asked }),
    readOwnDays(db, { memberId, teamIds: teams.map(({ team_id }) => team_id), now }),
  ]);
  const mine = teams.flatMap((team) => team.mine.map((row) => ({ ...row, author_id: memberId })));
  const shown = [...mine, ...articles];
  const found = await articleTitles({ decryptTexts }, shown);
  const titles = new Map(
    shown.flatMap(({ article_id }, index) => {
      const title = found[index];
      return title === undefined ? [] : [[article_id, title] as const];
    }),
  );
  return {
    date: seoulDate(now),
    since: seoulIsoWithOffset(since),
    solved: solved?.total ?? 0,
    teams: teams.map((team, index) => ({
      ...teamToday(team, titles, now),
      rhythm: ownDays.get(team.team_id) ?? null,
      ...(index >= limits.todayCards && { writers: [] }),
    })),
    news: [
      ...articles.map((row) => ({ kind: "article" as const, ...row, title: titles.get(row.article_id) })),
      ...subjects.map((row) => ({ kind: "subject" as const, ...row })),
      ...joined.map((row) => ({ kind: "joined" as const, ...row, title: null })),
    ]
      .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
      .flatMap(newsOf)
      .slice(0, most.news),
    reviews,
  };
}

function sinceOf(since: Date | undefined, now: Date): Date {
  const requested = since?.getTime() ?? now.getTime() - dayMs;
  return new Date(Math.min(Math.max(requested, now.getTime() - longest.since), now.getTime()));
}

interface OnDay {
  readonly memberId: string;
  /** Of `daysByEnd`. */
  readonly days: string;
  /** Teams created before are not shown first steps, for which all articles of a team may be read. */
  readonly young: string;
}

const teamsOf = prepared((db, { memberId, days, young }: OnDay) =>
  db
    .selectFrom(neededTeams(db, { memberId, days }).as("my_teams"))
    .innerJoin("team_page", "team_page.team_id", "my_teams.team_id")
    .leftJoin("team_calendar", (join) =>
      join
        .onRef("team_calendar.team_id", "=", "my_teams.team_id")
        .on("team_calendar.date", "=", dayOfTeam(days)),
    )
    .select([
      "my_teams.team_id",
      "my_teams.role",
      "team_page.name",
      "team_page.image_url",
      "team_page.member_limit",
      "team_page.announcement",
      "team_page.created_at",
      "team_calendar.subject_id",
      "team_calendar.title",
      "team_calendar.category",
      "team_calendar.problems",
    ])
    .select(dayOfTeam(days).as("date"))
    .select((eb) => [
      eb
        .selectFrom("team_members")
        .select((count) => count.fn.countAll<number>().as("total"))
        .whereRef("team_members.team_id", "=", "my_teams.team_id")
        .as("members"),
      eb
        .selectFrom("my_applications")
        .select((count) => count.fn.countAll<number>().as("total"))
        .whereRef("my_applications.recruitment_id", "=", "team_page.recruitment_id")
        .where("my_applications.state", "in", waiting)
        .where("my_applications.body", "is not", null)
        .as("applicants"),
      eb
        .exists(
          eb
            .selectFrom("team_calendar as problem")
            .select("problem.team_id")
            .whereRef("problem.team_id", "=", "my_teams.team_id"),
        )
        .as("has_subject"),
      eb
        .exists(
          eb
            .selectFrom("team_invitations")
            .select("team_invitations.id")
            .whereRef("team_invitations.team_id", "=", "my_teams.team_id"),
        )
        .as("invited"),
      eb
        .exists(
          eb
            .selectFrom("team_writers as own")
            .select("own.article_id")
            .where("own.author_id", "=", memberId)
            .where("own.deleted_at", "is", null)
            .whereRef("own.team_id", "=", "my_teams.team_id")
            .where("my_teams.role", "=", "MANAGER")
            .where("team_page.created_at", ">", young),
        )
        .as("wrote"),
      jsonArrayFrom(
        eb
          .selectFrom(
            eb
              .selectFrom("team_writers")
              .select((each) => [
                "team_writers.author_id",
                each.fn.min("team_writers.position").as("first"),
                sql<number>`count(*) OVER ()`.as("total"),
              ])
              .whereRef("team_writers.team_id", "=", "my_teams.team_id")
              .where("team_writers.date", "=", dayOfTeam(days))
              .where("team_writers.deleted_at", "is", null)
              .groupBy("team_writers.author_id")
              .orderBy("first")
              .limit(most.writers)
              .as("written"),
          )
          .leftJoin("member_card", "member_card.uuid", "written.author_id")
          .select(["written.author_id", "written.total", "member_card.name", "member_card.image_url"])
          .orderBy("written.first"),
      ).as("writers"),
      jsonArrayFrom(
        eb
          .selectFrom("team_writers as own")
          .innerJoin("team_articles as mine", "mine.article_id", "own.article_id")
          .select(["mine.article_id", "mine.sealed"])
          .whereRef("own.team_id", "=", "my_teams.team_id")
          .where("own.date", "=", dayOfTeam(days))
          .where("own.author_id", "=", memberId)
          .orderBy("mine.position", "desc"),
      ).as("mine"),
    ])
    .orderBy("my_teams.is_awaited", "desc")
    .orderBy("my_teams.has_own")
    .orderBy("my_teams.active_on", (order) => order.desc().nullsLast())
    .orderBy("my_teams.joined_position", "desc"),
);

type TeamRow = Awaited<ReturnType<typeof teamsOf>>[number];

function teamToday(row: TeamRow, titles: ReadonlyMap<number, string>, now: Date): Omit<TeamToday, "rhythm"> {
  const isManager = row.role === "MANAGER";
  const isYoung = now.getTime() - new Date(row.created_at).getTime() < longest.start;
  return {
    teamId: row.team_id,
    date: row.date,
    teamName: row.name,
    imageUrl: row.image_url ?? defaultTeamPicture,
    teamManager: isManager,
    memberCount: row.members ?? 0,
    memberLimit: row.member_limit,
    teamAnnouncement: row.announcement,
    subject:
      row.subject_id === null
        ? null
        : {
            articleId: row.subject_id,
            title: row.title ?? "",
            category: row.category ?? "",
            problems: row.problems as Problem[],
          },
    wroteCount: row.writers[0]?.total ?? 0,
    writers: row.writers.map((writer) => ({
      uuid: writer.author_id,
      memberName: nameOf(writer),
      imageUrl: pictureOf(writer),
    })),
    mine: row.mine.flatMap(({ article_id }) => {
      const articleTitle = titles.get(article_id);
      return articleTitle === undefined ? [] : [{ articleId: article_id, articleTitle }];
    }),
    waitingApplicants: isManager ? (row.applicants ?? 0) : null,
    start:
      isManager && isYoung
        ? {
            // A team made of applicants has its first members already.
            invited: Boolean(row.invited) || (row.members ?? 0) > 1,
            subject: Boolean(row.has_subject),
            wrote: Boolean(row.wrote),
            announced: row.announcement !== "",
          }
        : null,
  };
}

interface Since {
  readonly memberId: string;
  readonly since: string;
  /** The earliest day that `since` is for a team, because articles are stored by the day of their posting. */
  readonly day: string;
  /** Ids of the teams that are shown as cards. */
  readonly cards: readonly number[];
}

const isCard = (cards: readonly number[]) => sql<boolean>`my_teams.team_id = any(${cards}::bigint[])`;

// News of a team begin with the caller's membership, because earlier events were not missed.
const newArticles = prepared((db, { memberId, since, day, cards }: Since) =>
  db
    .selectFrom(
      // The newest are found among rows without texts.
      db
        .selectFrom("team_writers")
        .innerJoin("my_teams", (join) => join.onRef("my_teams.team_id", "=", "team_writers.team_id"))
        .select(["article_id", "position"])
        .where("my_teams.member_id", "=", memberId)
        .where(isCard(cards))
        .where("date", ">=", day)
        .where("posted_at", ">", since)
        .where("deleted_at", "is", null)
        .whereRef("position", ">", "my_teams.joined_position")
        .where("author_id", "!=", memberId)
        .orderBy("position", "desc")
        .limit(most.news)
        .as("newest"),
    )
    .innerJoin("team_articles", "team_articles.article_id", "newest.article_id")
    .leftJoin("member_card", "member_card.uuid", "team_articles.author_id")
    .select(["team_articles.team_id", "team_articles.article_id", "date", "author_id", "sealed"])
    .select(["created_at as at", "member_card.name"])
    .orderBy("newest.position", "desc"),
);

const newSubjects = prepared((db, { memberId, since, cards }: Since) =>
  db
    .selectFrom("team_calendar")
    .innerJoin("my_teams", (join) => join.onRef("my_teams.team_id", "=", "team_calendar.team_id"))
    .leftJoin("member_card", "member_card.uuid", "team_calendar.author_id")
    .select([
      "team_calendar.team_id",
      "subject_id as article_id",
      "date",
      "title",
      "created_at as at",
      "member_card.name",
    ])
    .where("my_teams.member_id", "=", memberId)
    .where(isCard(cards))
    .where("created_at", ">", since)
    .whereRef("created_at", ">=", "my_teams.joined_at")
    .where("author_id", "!=", memberId)
    .orderBy("created_at", "desc")
    .limit(most.news),
);

const newMembers = prepared((db, { memberId, since, cards }: Since) =>
  db
    .selectFrom("role_history")
    .innerJoin("my_teams", (join) => join.onRef("my_teams.team_id", "=", "role_history.team_id"))
    .leftJoin("member_card", "member_card.uuid", "role_history.target_id")
    .select(["role_history.team_id", "occurred_at as at", "member_card.name"])
    .where("my_teams.member_id", "=", memberId)
    .where(isCard(cards))
    .where("action", "in", ["JOINED", "INVITED"])
    .where("occurred_at", ">", since)
    .whereRef("position", ">", "my_teams.joined_position")
    .where("target_id", "!=", memberId)
    .orderBy("position", "desc")
    .limit(most.news),
);

interface NewsRow {
  readonly kind: News["kind"];
  readonly team_id: number;
  readonly at: string;
  readonly date?: string;
  readonly article_id?: number;
  readonly name: string | null;
  /** Undefined while the writer is being withdrawn. */
  readonly title: string | null | undefined;
}

function newsOf({ kind, team_id, at, date, article_id, name, title }: NewsRow): News[] {
  if (title === undefined) return [];
  const when = new Date(at);
  return [
    {
      kind,
      teamId: team_id,
      date: date ?? seoulDate(when),
      id: article_id ?? null,
      title,
      memberName: name ?? formerMember,
      at: seoulIsoWithOffset(when),
    },
  ];
}
