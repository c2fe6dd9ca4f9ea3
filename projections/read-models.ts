import { memberCard } from "./member-card.ts";
import { myApplications } from "./my-applications.ts";
import { myArticles } from "./my-articles.ts";
import { myTeams } from "./my-teams.ts";
import type { AnyProjection, Columns, RowOf } from "./projection.ts";
import { recruitmentBoard } from "./recruitment-board.ts";
import { recruitmentDetail } from "./recruitment-detail.ts";
import { roleHistory } from "./role-history.ts";
import { teamArticles } from "./team-articles.ts";
import { teamCalendar } from "./team-calendar.ts";
import { teamDirectory } from "./team-directory.ts";
import { teamMembers } from "./team-members.ts";
import { teamPage } from "./team-page.ts";

/** Every read model of the system. */
export const readModels: readonly AnyProjection[] = [
  memberCard,
  teamDirectory,
  teamPage,
  teamMembers,
  myTeams,
  teamCalendar,
  teamArticles,
  myArticles,
  roleHistory,
  recruitmentBoard,
  recruitmentDetail,
  myApplications,
];

type RowsOf<P extends { table: { columns: Columns } }> = RowOf<P["table"]["columns"]>;

/** The tables of all read models, for kysely. */
export interface ReadModels {
  member_card: RowsOf<typeof memberCard>;
  team_directory: RowsOf<typeof teamDirectory>;
  team_page: RowsOf<typeof teamPage>;
  team_members: RowsOf<typeof teamMembers>;
  my_teams: RowsOf<typeof myTeams>;
  team_calendar: RowsOf<typeof teamCalendar>;
  team_articles: RowsOf<typeof teamArticles>;
  my_articles: RowsOf<typeof myArticles>;
  role_history: RowsOf<typeof roleHistory>;
  recruitment_board: RowsOf<typeof recruitmentBoard>;
  recruitment_detail: RowsOf<typeof recruitmentDetail>;
  my_applications: RowsOf<typeof myApplications>;
}
