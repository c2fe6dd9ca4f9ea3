import { queryOptions } from "@tanstack/react-query";
import { getSubject } from "#contracts/subject/api";
import { read } from "../../lib/calls/api.ts";

/**
 * The problem of a day, or null (spec/wire-contract.md §5.6). Always fetched anew: what is edited must not be a copy
 * from a while ago, whose saving would meet a conflict.
 */
export const subjectQuery = (teamId: number, date: string) =>
  queryOptions({
    queryKey: ["team-calendar", String(teamId), { date }],
    queryFn: ({ signal }) => read(getSubject, { params: { teamId }, query: { date }, signal }),
    staleTime: 0,
    refetchOnMount: "always",
  });
