import { type SqlBool, sql } from "kysely";
import { type Page, page } from "#contracts/endpoint";
import { allKey } from "#contracts/live";
import type { Team } from "#contracts/team/api";
import type { ReadModelsDatabase } from "./database.ts";
import { membershipEventTypes } from "./membership.ts";
import { position } from "./position.ts";
import { increment, patch, projection, remove, upsert } from "./projection.ts";
import { readMyTeamViews, readTeamViews } from "./team-view.ts";

/** A name as it is searched and compared: NFC, lower case. */
export const searchable = (text: string): string => text.normalize("NFC").toLowerCase();

/** What list and search of all teams need. */
export const teamDirectory = projection({
  name: "team-directory",
  version: 1,
  table: {
    columns: {
      team_id: "bigint",
      name: "text",
      search_name: "text",
      member_count: "integer",
      created_position: "text",
    },
    key: ["team_id"],
    indexes: ["(created_position DESC)", "(member_count DESC, created_position DESC)"],
  },
  handlers: {
    TeamCreated: ({ teamId, name }, place) => [
      upsert({
        team_id: teamId,
        name,
        search_name: searchable(name),
        member_count: 1,
        created_position: position(place),
      }),
    ],
    TeamInfoChanged: ({ teamId, name }) => [
      patch({ team_id: teamId }, { name, search_name: searchable(name) }),
    ],
    MemberJoined: ({ teamId }) => [increment({ team_id: teamId }, { member_count: 1 })],
    ApplicantsAdmitted: ({ teamId, memberIds }) => [
      increment({ team_id: teamId }, { member_count: memberIds.length }),
    ],
    MemberLeft: ({ teamId }) => [increment({ team_id: teamId }, { member_count: -1 })],
    MemberKicked: ({ teamId }) => [increment({ team_id: teamId }, { member_count: -1 })],
    TeamDeleted: ({ teamId }) => [remove({ team_id: teamId })],
  },
  touches: (event) => (shownInLists.has(event.type) ? [allKey] : []),
});

/** Everything that a team in a list shows, its announcement and the order of its people included. */
const shownInLists: ReadonlySet<string> = new Set([
  ...membershipEventTypes,
  "TeamInfoChanged",
  "AnnouncementChanged",
]);

export interface TeamListAt {
  /** `recent`, `name` or `members`; anything else counts as `recent`. */
  readonly sort: string | undefined;
  readonly page: number;
  readonly size: number;
}

/** spec/wire-contract.md §4.2; `memberId` is null for a visitor. */
export async function readCombined(
  db: ReadModelsDatabase,
  { memberId, ...at }: TeamListAt & { readonly memberId: string | null },
): Promise<{ myTeams: Team[]; allTeams: Page<Team> }> {
  const [myTeams, allTeams] = await Promise.all([
    memberId === null ? [] : readMyTeamViews(db, memberId),
    searchTeams(db, { keyword: "", ...at }),
  ]);
  return { myTeams, allTeams };
}

/** spec/wire-contract.md §4.3: substring of the name, case-insensitive; a blank keyword finds all teams. */
export async function searchTeams(
  db: ReadModelsDatabase,
  { keyword, sort, ...at }: TeamListAt & { readonly keyword: string },
): Promise<Page<Team>> {
  const wanted = searchable(keyword.trim());
  let found = db.selectFrom("team_directory");
  if (wanted !== "") found = found.where(sql<SqlBool>`strpos(search_name, ${wanted}) > 0`);
  const [rows, { total }] = await Promise.all([
    orders[isOrder(sort) ? sort : "recent"](found.select("team_id"))
      .limit(at.size)
      .offset(at.page * at.size)
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return page(
    await readTeamViews(
      db,
      rows.map((row) => row.team_id),
    ),
    at,
    total,
  );
}

type Found = ReturnType<typeof startOfOrder>;
const startOfOrder = (db: ReadModelsDatabase) => db.selectFrom("team_directory").select("team_id");

const orders = {
  recent: (found: Found) => found.orderBy("created_position", "desc"),
  name: (found: Found) => found.orderBy(sql`name collate "ko-x-icu"`).orderBy("created_position", "desc"),
  members: (found: Found) => found.orderBy("member_count", "desc").orderBy("created_position", "desc"),
};
const isOrder = (sort: string | undefined): sort is keyof typeof orders =>
  sort !== undefined && Object.hasOwn(orders, sort);
