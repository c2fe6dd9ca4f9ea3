import { type SqlBool, sql } from "kysely";
import { type Page, page } from "#contracts/endpoint";
import { allKey } from "#contracts/live";
import type { Team } from "#contracts/team/api";
import type { ReadModelsDatabase } from "./database.ts";
import { membershipEventTypes } from "./membership.ts";
import { position } from "./position.ts";
import { prepared } from "./prepared.ts";
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
  const { ids, count } = lists[wanted === "" ? "all" : "matching"];
  const [rows, [counted]] = await Promise.all([
    ids[isOrder(sort) ? sort : "recent"](db, { wanted, size: at.size, offset: at.page * at.size }),
    count(db, { wanted }),
  ]);
  const teamIds = rows.map((row) => row.team_id);
  return page(await readTeamViews(db, teamIds), at, counted?.total ?? 0);
}

const everyTeam = (db: ReadModelsDatabase) => db.selectFrom("team_directory").select("team_id");
type Found = ReturnType<typeof everyTeam>;

const orders = {
  recent: (found: Found) => found.orderBy("created_position", "desc"),
  name: (found: Found) => found.orderBy(sql`name collate "ko-x-icu"`).orderBy("created_position", "desc"),
  members: (found: Found) => found.orderBy("member_count", "desc").orderBy("created_position", "desc"),
};
type Order = keyof typeof orders;

const matches = (wanted: string) => sql<SqlBool>`strpos(search_name, ${wanted}) > 0`;

/** The statements of a list: of all teams, or of those whose name contains what is wanted. */
function list(isAll: boolean) {
  const inOrder = (order: Order) =>
    prepared((db, { wanted, size, offset }: { wanted: string; size: number; offset: number }) => {
      const found = isAll ? everyTeam(db) : everyTeam(db).where(matches(wanted));
      return orders[order](found).limit(size).offset(offset);
    });
  return {
    ids: { recent: inOrder("recent"), name: inOrder("name"), members: inOrder("members") },
    count: prepared((db, { wanted }: { wanted: string }) => {
      const found = db.selectFrom("team_directory").select((eb) => eb.fn.countAll<number>().as("total"));
      return isAll ? found : found.where(matches(wanted));
    }),
  };
}

const lists = { all: list(true), matching: list(false) };

const isOrder = (sort: string | undefined): sort is Order =>
  sort !== undefined && Object.hasOwn(orders, sort);
