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

/** spec/daily-use.md §5 call 8 */
export const getSearchFeed = query({
  name: "getSearchFeed",
  summary: "What changed in the articles and problems of a team, for the search in the browser",
  path: "/v1/teams/{teamId}/search-feed",
  access: "profile",
  params: z.object({ teamId: pathId() }),
  query: z.object({
    after: queryText(),
    limit: queryInteger(searchLimits.feedPage)
      .refine((n) => n >= 1, { error: wrongType })
      .transform((n) => Math.min(n, searchLimits.feedPage)),
    /** Only this day; the cursor then counts within it. */
    date: queryText().refine((text) => text === undefined || isRealDate(text), { error: wrongType }),
  }),
  returns: feedView,
  refusals: ["team-not-found", "not-in-team"],
});
