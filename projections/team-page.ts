import { jsonArrayFrom } from "kysely/helpers/postgres";
import { midnight, monthBounds, seoulDate } from "#contracts/dates";
import { defaultTeamPicture } from "#contracts/images/api";
import { limits } from "#contracts/limits";
import type { Team, TeamPage, Topic } from "#contracts/team/api";
import type { ReadModelsDatabase } from "./database.ts";
import { membershipTypes } from "./membership.ts";
import { managersFirst, nameOf, pictureOf } from "./people.ts";
import { prepared } from "./prepared.ts";
import { keyedBy, patch, patchWhere, projection, type RowsOf, remove, upsert } from "./projection.ts";
import { roleIn } from "./team-members.ts";

/** A team without its members. Entry password and Discord address are encrypted with the server's key. */
export const teamPage = projection({
  name: "team-page",
  version: 4,
  table: {
    columns: {
      team_id: "bigint",
      name: "text",
      explain: "text",
      topic: "text",
      member_limit: "integer",
      image_url: "text null",
      announcement: "text",
      review_partner: "boolean",
      solve_first: "boolean",
      day_ends_at: "text",
      auto_posting: "boolean",
      discord_address: "text null",
      entry_password: "text",
      recruitment_id: "bigint null",
      revision: "integer",
      created_at: "timestamptz",
    },
    key: ["team_id"],
    indexes: ["(recruitment_id)"],
  },
  handlers: {
    TeamCreated: (team, meta) => [
      upsert({
        team_id: team.teamId,
        name: team.name,
        explain: team.explain,
        topic: team.topic,
        member_limit: team.memberLimit,
        image_url: team.imageUrl,
        announcement: "",
        review_partner: false,
        solve_first: false,
        day_ends_at: midnight,
        auto_posting: false,
        discord_address: null,
        entry_password: team.entryPassword,
        // Set by an event of the recruitment, which may be deleted by then.
        recruitment_id: null,
        revision: team.revision,
        created_at: meta.occurredAt,
      }),
    ],
    TeamInfoChanged: ({ teamId, name, explain, topic, memberLimit, imageUrl, revision }) => [
      patch(
        { team_id: teamId },
        { name, explain, topic, member_limit: memberLimit, image_url: imageUrl, revision },
      ),
    ],
    EntryPasswordChanged: ({ teamId, entryPassword, revision }) => [
      patch({ team_id: teamId }, { entry_password: entryPassword, revision }),
    ],
    AnnouncementChanged: ({ teamId, announcement }) => [patch({ team_id: teamId }, { announcement })],
    DiscussionOptionsChanged: ({ teamId, reviewPartner, solveFirst }) => [
      patch({ team_id: teamId }, { review_partner: reviewPartner, solve_first: solveFirst }),
    ],
    DayEndChanged: ({ teamId, dayEndsAt }) => [patch({ team_id: teamId }, { day_ends_at: dayEndsAt })],
    AutoPostingChanged: ({ teamId, isOn }) => [patch({ team_id: teamId }, { auto_posting: isOn })],
    DiscordLinked: ({ teamId, address }) => [patch({ team_id: teamId }, { discord_address: address })],
    DiscordUnlinked: ({ teamId }) => [patch({ team_id: teamId }, { discord_address: null })],
    RecruitmentPosted: ({ teamId, recruitmentId }) =>
      teamId === null ? [] : [patch({ team_id: teamId }, { recruitment_id: recruitmentId })],
    TeamLinked: ({ teamId, recruitmentId }) => [
      patch({ team_id: teamId }, { recruitment_id: recruitmentId }),
    ],
    RecruitmentDeleted: ({ recruitmentId }) => [
      patchWhere({ recruitment_id: recruitmentId }, { recruitment_id: null }),
    ],
    TeamDeleted: ({ teamId }) => [remove({ team_id: teamId })],
  },
  // The page shows the team's members and their order, so every event of the team's stream changes it. Browsers that watch
  // `team-page/<id>` fetch `teamPageQuery` again (web/src/features/team/queries.ts): announcement-box.tsx shows its text.
  touches: keyedBy("teamId", [
    ...membershipTypes,
    "TeamInfoChanged",
    "EntryPasswordChanged",
    "AnnouncementChanged",
    "DiscussionOptionsChanged",
    "DayEndChanged",
    "RecruitmentPosted",
    "RecruitmentDeleted",
    "TeamLinked",
  ]),
});

declare module "./database.ts" {
  interface ReadModels {
    team_page: RowsOf<typeof teamPage>;
  }
}

/** Whether a team exists. */
export async function isTeam(db: ReadModelsDatabase, teamId: number): Promise<boolean> {
  return (await teamsBy(db, { teamId })).length > 0;
}

const teamsBy = prepared((db, { teamId }: { teamId: number }) =>
  db.selectFrom("team_page").select("team_id").where("team_id", "=", teamId),
);

/** The teams that have linked a Discord webhook. */
export async function readLinkedTeams(db: ReadModelsDatabase): Promise<number[]> {
  const rows = await db
    .selectFrom("team_page")
    .select("team_id")
    .where("discord_address", "is not", null)
    .execute();
  return rows.map(({ team_id }) => team_id);
}

/** Teams with their first members in one statement, by default all of them (spec/wire-contract.md §4.1). */
export const teamViews = (db: ReadModelsDatabase, members: number = limits.memberLimit) =>
  db
    .selectFrom("team_page")
    .selectAll("team_page")
    .select((eb) => [
      eb
        .selectFrom("team_members")
        .select(({ fn }) => fn.countAll<number>().as("total"))
        .whereRef("team_members.team_id", "=", "team_page.team_id")
        .as("member_count"),
      jsonArrayFrom(
        eb
          .selectFrom("team_members")
          .leftJoin("member_card", "member_card.uuid", "team_members.member_id")
          .select([
            "team_members.member_id",
            "team_members.role",
            "member_card.name",
            "member_card.explain",
            "member_card.image_url",
          ])
          .whereRef("team_members.team_id", "=", "team_page.team_id")
          .orderBy(managersFirst)
          .orderBy("team_members.joined_position")
          .limit(members),
      ).as("members"),
    ]);

type TeamRow = Awaited<ReturnType<ReturnType<typeof teamViews>["execute"]>>[number];

export function teamView(row: TeamRow): Team {
  return {
    teamId: row.team_id,
    teamName: row.name,
    teamExplain: row.explain,
    imageUrl: row.image_url ?? defaultTeamPicture,
    topic: row.topic as Topic,
    memberLimit: row.member_limit,
    memberCount: row.member_count ?? 0,
    teamAnnouncement: row.announcement,
    teamRecruitId: row.recruitment_id,
    createdAt: seoulDate(new Date(row.created_at)),
    members: row.members.map((member) => ({
      memberName: nameOf(member),
      imageUrl: pictureOf(member),
      memberExplain: member.explain ?? "",
      uuid: member.member_id,
      isTeamManager: member.role === "MANAGER",
    })),
  };
}

const teamViewOf = prepared((db, { teamId }: { teamId: number }) =>
  teamViews(db).where("team_page.team_id", "=", teamId),
);

const myTeamViews = prepared((db, { memberId, members }: { memberId: string; members: number }) =>
  teamViews(db, members)
    .innerJoin("my_teams", "my_teams.team_id", "team_page.team_id")
    .where("my_teams.member_id", "=", memberId)
    .orderBy("my_teams.joined_position", "desc"),
);

/** The teams of a member, latest joined first, each with so many of its members. */
export async function readMyTeamViews(
  db: ReadModelsDatabase,
  own: { memberId: string; members: number },
): Promise<Team[]> {
  return (await myTeamViews(db, own)).map(teamView);
}

/** spec/wire-contract.md §4.4: month 1–12; `memberId` is null for a visitor; undefined for an unknown team. */
export async function readTeamPage(
  db: ReadModelsDatabase,
  params: { teamId: number; year: number; month: number; memberId: string | null },
): Promise<TeamPage | undefined> {
  const { first, last } = monthBounds(params.year, params.month);
  const [[team], role, subjects] = await Promise.all([
    teamViewOf(db, { teamId: params.teamId }),
    roleIn(db, params.teamId, params.memberId),
    tagsBetween(db, { teamId: params.teamId, first, last }),
  ]);
  return (
    team && {
      myTeamResponse: teamView(team),
      teamManager: role === "MANAGER",
      discussion:
        role === undefined ? null : { reviewPartner: team.review_partner, solveFirst: team.solve_first },
      subjectArticleDateAndTagResponses: subjects.map(({ date, category }) => ({
        subjectDate: date,
        articleCategory: category,
      })),
    }
  );
}

const tagsBetween = prepared((db, { teamId, first, last }: { teamId: number; first: string; last: string }) =>
  db
    .selectFrom("team_calendar")
    .select(["date", "category"])
    .where("team_id", "=", teamId)
    .where("date", ">=", first)
    .where("date", "<=", last)
    .orderBy("date"),
);
