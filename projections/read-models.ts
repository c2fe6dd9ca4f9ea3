import { articleMarks } from "./article-marks.ts";
import { attendance } from "./attendance.ts";
import { discussion } from "./discussion.ts";
import { inbox } from "./inbox.ts";
import { inboxSettings } from "./inbox-settings.ts";
import { inboxSources } from "./inbox-sources.ts";
import { memberCard } from "./member-card.ts";
import { myApplications } from "./my-applications.ts";
import { myArticles } from "./my-articles.ts";
import { mySolved } from "./my-solved.ts";
import { myTeams } from "./my-teams.ts";
import { problemQueue } from "./problem-queue.ts";
import type { AnyProjection } from "./projection.ts";
import { promises } from "./promises.ts";
import { recruitmentBoard } from "./recruitment-board.ts";
import { recruitmentDetail } from "./recruitment-detail.ts";
import { removedProblems } from "./removed-problems.ts";
import { reviews } from "./reviews.ts";
import { roleHistory } from "./role-history.ts";
import { searchChanges } from "./search-changes.ts";
import { teamArticles } from "./team-articles.ts";
import { teamCalendar } from "./team-calendar.ts";
import { teamDirectory } from "./team-directory.ts";
import { teamInvitations } from "./team-invitations.ts";
import { teamMembers } from "./team-members.ts";
import { teamPage } from "./team-page.ts";
import { teamWriters } from "./team-writers.ts";

/** Every read model of the system. */
export const readModels: readonly AnyProjection[] = [
  memberCard,
  teamDirectory,
  teamPage,
  teamMembers,
  myTeams,
  teamCalendar,
  removedProblems,
  problemQueue,
  teamArticles,
  teamWriters,
  myArticles,
  mySolved,
  searchChanges,
  discussion,
  articleMarks,
  reviews,
  promises,
  attendance,
  roleHistory,
  teamInvitations,
  recruitmentBoard,
  recruitmentDetail,
  myApplications,
  inbox,
  inboxSources,
  inboxSettings,
];
