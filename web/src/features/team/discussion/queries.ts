import { queryOptions } from "@tanstack/react-query";
import { getDiscussion } from "#contracts/discussion/api";
import { read } from "#web/lib/calls/api.ts";

/** Comments and acknowledgements of an article (spec/discussion.md §4). */
export const discussionQuery = (articleId: number) =>
  queryOptions({
    queryKey: ["discussion", String(articleId)],
    queryFn: ({ signal }) => read(getDiscussion, { params: { articleId }, signal }),
    // A comment of this page is first known by the response to it, so that it is not shown twice.
    meta: { settleMs: 50, gatherMs: 300 },
  });
