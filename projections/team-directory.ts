import { type SqlBool, sql } from "kysely";
import { type Page, page } from "#contracts/endpoint";
import { limits } from "#contracts/limits";
import { allKey } from "#contracts/live";
import type { Team } from "#contracts/team/api";
import type { ReadModelsDatabase } from "./database.ts";
import { membershipTypes } from "./membership.ts";
import { position } from "./position.ts";
import { prepared, preparedList } from "./prepared.ts";
import { increment, patch, projection, type RowsOf, remove, upsert } from "./projection.ts";
import { readMyTeamViews, teamView, teamViews } from "./team-page.ts";

/** A name normalised for search and comparison: NFC, lower case. */
export const searchable = (text: string): string => text.normalize("NFC").toLowerCase();

/** The fields that list and search of all teams need. */
export const teamDirectory = projection({
  name: "team-directory",
  version: 2,
  table: {
    columns: {
      team_id: "bigint",
      name: "text",
      search_name: "text",
      member_count: "integer",
      created_position: "text",
    },
    key: ["team_id"],
    indexes: [
      "(created_position DESC)",
      "(member_count DESC, created_position DESC)",
      `(name COLLATE "ko-x-icu", created_position DESC)`,
    ],
  },
  handlers: {
    TeamCreated: ({ teamId, name }, meta) => [
      upsert({
        team_id: teamId,
        name,
        search_name: searchable(name),
        member_count: 1,
        created_position: position(meta),
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

declare module "./database.ts" {
  interface ReadModels {
    team_directory: RowsOf<typeof teamDirectory>;
  }
}

/** Events that change what a list shows of a team, including its announcement and the order of its members. */
const shownInLists: ReadonlySet<string> = new Set([
  ...membershipTypes,
  "TeamInfoChanged",
  "AnnouncementChanged",
]);

interface TeamListAt {
  /** `recent`, `name` or `members`; any other value counts as `recent`. */
  readonly sort?: string | undefined;
  readonly page: number;
  readonly size: number;
  /** Number of members named of each team. */
  readonly members: number;
}

/** spec/wire-contract.md §4.2; `memberId` is null for a visitor. */
export async function readCombined(
  db: ReadModelsDatabase,
  { memberId, ...at }: TeamListAt & { readonly memberId: string | null },
): Promise<{ myTeams: Team[]; allTeams: Page<Team> }> {
  const [myTeams, allTeams] = await Promise.all([
    memberId === null ? [] : readMyTeamViews(db, { memberId, members: namedOfOwn(at) }),
    searchTeams(db, { keyword: "", ...at }),
  ]);
  return { myTeams, allTeams };
}

/** None of the own teams, which are sent with every page, if not all are wanted. */
const namedOfOwn = ({ members }: TeamListAt) => (members < limits.memberLimit ? 0 : members);

/** spec/wire-contract.md §4.3: substring of the name, case-insensitive; a blank keyword finds all teams. */
export async function searchTeams(
  db: ReadModelsDatabase,
  { keyword, sort, ...at }: TeamListAt & { readonly keyword: string },
): Promise<Page<Team>> {
  const term = searchable(keyword.trim());
  const { teams, count } = lists[term === "" ? "all" : "matching"];
  const [rows, [counted]] = await Promise.all([
    teams[isOrder(sort) ? sort : "recent"](db, {
      term,
      members: at.members,
      size: at.size,
      offset: at.page * at.size,
    }),
    count(db, { term }),
  ]);
  return page(rows.map(teamView), at, counted?.total ?? 0);
}

/** Sort criteria that precede the time of creation. */
const orders = {
  recent: () => [],
  name: (table: string) => [sql`${sql.ref(`${table}.name`)} collate "ko-x-icu"`],
  members: (table: string) => [sql`${sql.ref(`${table}.member_count`)} desc`],
};
type Order = keyof typeof orders;

const ordered = (order: Order, table: string) =>
  sql`${sql.join([...orders[order](table), sql`${sql.ref(`${table}.created_position`)} desc`])}`;

const matches = (term: string) => sql<SqlBool>`strpos(search_name, ${term}) > 0`;

/** The statements of a list: of all teams, or of those whose name contains the keyword. */
function list(isAll: boolean) {
  const inOrder = (order: Order) =>
    preparedList(
      limits.teamPageSize,
      (db, { term, members }: { term: string; members: number }, { size, offset }) => {
        const all = db.selectFrom("team_directory").selectAll();
        const found = (isAll ? all : all.where(matches(term)))
          .orderBy(ordered(order, "team_directory"))
          .limit(size)
          .offset(offset);
        return teamViews(db, members)
          .innerJoin(found.as("found"), "found.team_id", "team_page.team_id")
          .orderBy(ordered(order, "found"));
      },
    );
  return {
    teams: { recent: inOrder("recent"), name: inOrder("name"), members: inOrder("members") },
    count: prepared((db, { term }: { term: string }) => {
      const found = db.selectFrom("team_directory").select((eb) => eb.fn.countAll<number>().as("total"));
      return isAll ? found : found.where(matches(term));
    }),
  };
}

const lists = { all: list(true), matching: list(false) };

const isOrder = (sort: string | undefined): sort is Order =>
  sort !== undefined && Object.hasOwn(orders, sort);
