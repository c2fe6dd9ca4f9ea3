import { z } from "zod";
import { pageOf, paging, query, queryText, wrongType } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { isProvider, providers } from "../problems.ts";

export const solvedView = z.object({
  provider: z.enum(providers),
  number: z.string(),
  /** Title from a problem of a current team with the same reference; null without one. */
  title: z.string().nullable(),
  url: z.string().nullable(),
  /** Number of own articles about it. */
  count: z.number().int(),
  firstDate: z.string(),
  lastDate: z.string(),
  last: z.object({ teamId: z.number().int(), articleId: z.number().int() }),
});
export type Solved = z.infer<typeof solvedView>;

/** spec/daily-use.md §5 call 9 */
export const getSolved = query({
  name: "getSolved",
  summary: "Problems that the caller's own articles are about, latest first",
  path: "/v1/members/solved",
  access: "profile",
  query: z.object({
    provider: queryText()
      .transform((text) => text || undefined)
      .refine((text) => text === undefined || isProvider(text), { error: wrongType }),
    ...paging(limits.solvedPageSize),
  }),
  returns: pageOf(solvedView),
});
