import { z } from "zod";
import { isRealDate } from "../dates.ts";
import { pathId, query, queryInteger, queryText, wrongType } from "../endpoint.ts";
import { searchLimits } from "../limits.ts";
import { problemView } from "../problem-fields.ts";

const ref = { kind: z.enum(["article", "subject"]), id: z.number().int() };

export const feedItemView = z.discriminatedUnion("gone", [
  z.object({
    ...ref,
    gone: z.literal(false),
    date: z.string(),
    title: z.string(),
    memberName: z.string(),
    /** Null for an article. */
    category: z.string().nullable(),
    problems: z.array(problemView),
    /** Inline code of the body. */
    code: z.array(z.string()),
    /** The beginning of the body as plain text; empty if the body is withheld, as are category, problems and code. */
    text: z.string(),
  }),
  z.object({ ...ref, gone: z.literal(true) }),
]);
export type FeedItem = z.infer<typeof feedItemView>;

export const feedView = z.object({
  /** The cursor is unknown: begin again without `after`. */
  reset: z.boolean(),
  /** The cursor after these items; with `reset` the one before the first. */
  next: z.string(),
  more: z.boolean(),
  items: z.array(feedItemView),
});
export type Feed = z.infer<typeof feedView>;

const feedLimit = () =>
  queryInteger(searchLimits.feedPage)
    .refine((n) => n >= 1, { error: wrongType })
    .transform((n) => Math.min(n, searchLimits.feedPage));

/** spec/daily-use.md §5 call 8 */
export const getSearchFeed = query({
  name: "getSearchFeed",
  summary: "What changed in the articles and problems of a team, for the search in the browser",
  path: "/v1/teams/{teamId}/search-feed",
  access: "profile",
  params: z.object({ teamId: pathId() }),
  query: z.object({
    after: queryText(),
    limit: feedLimit(),
    /** Only this day; the cursor then counts within it. */
    date: queryText().refine((text) => text === undefined || isRealDate(text), { error: wrongType }),
  }),
  returns: feedView,
  refusals: ["team-not-found", "caller-not-in-team"],
});

/** spec/daily-use.md rule 31: a device whose cursors equal these has no feed to fetch. */
export const getSearchCursors = query({
  name: "getSearchCursors",
  summary: "The cursor at which the search feed of each of the caller's teams ends",
  path: "/v1/members/search-cursors",
  access: "profile",
  returns: z.array(z.object({ teamId: z.number().int(), next: z.string() })),
});

export const textsView = z.object({
  items: z.array(z.object({ teamId: z.number().int(), item: feedItemView })),
  /** `before` of the next page; null on the last one. */
  next: z.string().nullable(),
});
export type SearchTexts = z.infer<typeof textsView>;

/** spec/daily-use.md rule 26: what a device without an index fetches, until it has enough. */
export const getSearchTexts = query({
  name: "getSearchTexts",
  summary: "The articles and problems of the caller's teams, newest first, for the search in the browser",
  path: "/v1/members/search-texts",
  access: "profile",
  query: z.object({
    /** At most a hundred ids of teams, separated by commas; those that the caller is not in are left out. */
    teams: queryText()
      .refine((text) => text === undefined || /^\d{1,15}(,\d{1,15})*$/.test(text), { error: wrongType })
      .transform((text) => text?.split(",").map(Number))
      .refine((teams) => teams === undefined || teams.length <= searchLimits.teamsNamed, {
        error: wrongType,
      }),
    before: queryText(),
    limit: feedLimit(),
  }),
  returns: textsView,
  refusals: ["malformed"],
});
