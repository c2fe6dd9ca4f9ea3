import { queryOptions } from "@tanstack/react-query";
import { getSubject } from "#contracts/subject/api";
import { read } from "../../lib/api.ts";

/** The problem of a day, or null (spec/wire-contract.md §5.6). */
export const subjectQuery = (teamId: number, date: string) =>
  queryOptions({
    queryKey: ["team-calendar", String(teamId), { date }],
    queryFn: ({ signal }) => read(getSubject, { params: { teamId }, query: { date }, signal }),
  });
