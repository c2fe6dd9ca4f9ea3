import { queryOptions } from "@tanstack/react-query";
import { limits } from "#contracts/limits";
import { getCombinedTeams } from "#contracts/team/api";
import { teamKeys } from "#web/features/team/queries.ts";
import { read } from "#web/lib/calls/api.ts";
import { retryExcept } from "#web/lib/calls/query-client.ts";

/** Ids of the teams that the person logged in belongs to. */
export const membershipsQuery = (uuid: string | null) =>
  queryOptions({
    queryKey: [...teamKeys.mine, uuid, "combined"],
    queryFn: ({ signal }) =>
      read(getCombinedTeams, { query: { sort: "recent", page: 0, size: limits.teamPageSize }, signal }),
    select: ({ myTeams }) => myTeams.map((team) => team.teamId),
    enabled: uuid !== null,
    retry: retryExcept(100, 101),
  });
