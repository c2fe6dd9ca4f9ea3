import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { limits } from "#contracts/limits";
import { allKey } from "#contracts/live";
import { getCombinedTeams, searchTeams } from "#contracts/team/api";
import { read } from "#web/lib/calls/api.ts";
import { retryExcept } from "#web/lib/calls/query-client.ts";
import type { Sort } from "./list-address.ts";

const size = limits.teamPageSize;
/** Of a card. */
const members = limits.avatarsShown;

/** The caller's teams and a page of all teams (spec/wire-contract.md §4.2). */
export const combinedTeamsQuery = (sort: Sort, page: number) =>
  queryOptions({
    queryKey: ["team-directory", allKey, { sort, page }],
    queryFn: ({ signal }) => read(getCombinedTeams, { query: { sort, page, size, members }, signal }),
    placeholderData: keepPreviousData,
    retry: retryExcept(100, 101),
  });

/** A page of the teams whose name contains the keyword (spec/wire-contract.md §4.3). */
export const searchTeamsQuery = (keyword: string, sort: Sort, page: number) =>
  queryOptions({
    queryKey: ["team-directory", allKey, { keyword, sort, page }],
    queryFn: ({ signal }) => read(searchTeams, { query: { keyword, sort, page, size, members }, signal }),
    placeholderData: keepPreviousData,
    retry: retryExcept(100, 101),
    enabled: keyword !== "",
  });
