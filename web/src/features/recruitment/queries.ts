import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { limits } from "#contracts/limits";
import { allKey } from "#contracts/live";
import { getRecruitment, getRecruitments, type RecruitmentStatus } from "#contracts/recruitment/api";
import { read } from "#web/lib/calls/api.ts";

/** A page of recruitments (spec/wire-contract.md §6.1). */
export const boardQuery = (status: RecruitmentStatus, page: number) =>
  queryOptions({
    queryKey: ["recruitment-board", allKey, { status, page }],
    queryFn: ({ signal }) =>
      read(getRecruitments, { query: { status, page, size: limits.recruitmentPageSize }, signal }),
    placeholderData: keepPreviousData,
  });

/** Which applications are shown: a page, of those whose applicant's name contains a text. */
export interface ApplicationsShown {
  readonly page: number;
  readonly name: string;
}

/** A recruitment as the caller may see it, with one page of its applications (spec/wire-contract.md §6.2). */
export const detailQuery = (
  recruitmentId: number,
  { page, name }: ApplicationsShown = { page: 0, name: "" },
) =>
  queryOptions({
    queryKey: ["recruitment-detail", String(recruitmentId), { page, name }],
    queryFn: ({ signal }) =>
      read(getRecruitment, {
        params: { recruitmentId },
        query: { applications: limits.applicationPageSize, page, name: name || undefined },
        signal,
      }),
    meta: { settleMs: 100, gatherMs: 1000 },
  });
