import { queryOptions } from "@tanstack/react-query";
import type { DataOf } from "#contracts/endpoint";
import { getProblemQueue } from "#contracts/problem-queue/api";
import { read } from "#web/lib/calls/api.ts";

export type ProblemQueue = DataOf<typeof getProblemQueue>;

/** The problems that wait for their day, for members; promise and problems decide on the days. */
export const problemQueueQuery = (teamId: number) =>
  queryOptions({
    queryKey: ["problem-queue", String(teamId)] as const,
    queryFn: ({ signal }): Promise<ProblemQueue> => read(getProblemQueue, { params: { teamId }, signal }),
    meta: { follows: () => [`rhythm/${teamId}`, `team-calendar/${teamId}`] },
  });
