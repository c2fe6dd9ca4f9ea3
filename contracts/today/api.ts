import { z } from "zod";
import { memberRef } from "../article/api.ts";
import { query, wrongType } from "../endpoint.ts";
import { problemView } from "../problem-fields.ts";
import { dayStates } from "../rhythm/days.ts";

/** A team of the caller on its day of the response (spec/rhythm.md rule 1). */
export const teamTodayView = z.object({
  teamId: z.number().int(),
  /** The team's present day. */
  date: z.string(),
  teamName: z.string(),
  imageUrl: z.string(),
  teamManager: z.boolean(),
  memberCount: z.number().int(),
  memberLimit: z.number().int(),
  teamAnnouncement: z.string(),
  subject: z
    .object({
      articleId: z.number().int(),
      title: z.string(),
      category: z.string(),
      problems: z.array(problemView),
    })
    .nullable(),
  /**
   * Number of members who wrote today, and the first six by the time of their first article of the day; none of the latter
   * beyond the first 12 teams.
   */
  wroteCount: z.number().int(),
  writers: z.array(memberRef),
  /** The caller's articles of the day, latest first. */
  mine: z.array(z.object({ articleId: z.number().int(), articleTitle: z.string() })),
  /** The caller's day and the first instant after it; null while no promise is in force. */
  rhythm: z.object({ state: z.enum(dayStates), endsAt: z.string() }).nullable(),
  /** Null unless the caller is a manager. */
  waitingApplicants: z.number().int().nullable(),
  /** Completed first steps; null unless the caller manages a team younger than 14 days. */
  start: z
    .object({ invited: z.boolean(), subject: z.boolean(), wrote: z.boolean(), announced: z.boolean() })
    .nullable(),
});
export type TeamToday = z.infer<typeof teamTodayView>;

/** An event that others caused in a team of the caller; `date` is its day. */
export const newsView = z.object({
  kind: z.enum(["article", "subject", "joined"]),
  teamId: z.number().int(),
  date: z.string(),
  /** Article or problem; both null for `joined`. */
  id: z.number().int().nullable(),
  title: z.string().nullable(),
  memberName: z.string(),
  at: z.string(),
});
export type News = z.infer<typeof newsView>;

export const todayView = z.object({
  date: z.string(),
  since: z.string(),
  /** Number of different problems of the caller's own articles. */
  solved: z.number().int(),
  /** By need. */
  teams: z.array(teamTodayView),
  /** Newest first, of the first 12 teams. */
  news: z.array(newsView),
  /** Articles that wait for the caller's review, oldest first, at most 20. */
  reviews: z.array(
    z.object({
      articleId: z.number().int(),
      articleTitle: z.string(),
      teamId: z.number().int(),
      date: z.string(),
      author: memberRef,
    }),
  ),
});
export type Today = z.infer<typeof todayView>;

/** spec/daily-use.md §5 call 1 */
export const getToday = query({
  name: "getToday",
  summary: "The caller's teams today, and what happened in them since an instant",
  path: "/v1/members/today",
  access: "profile",
  query: z.object({ since: z.iso.datetime({ offset: true, error: wrongType }).optional() }),
  returns: todayView,
});
