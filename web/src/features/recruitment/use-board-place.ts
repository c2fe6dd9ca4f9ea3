import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";
import { type RecruitmentStatus, recruitmentStatuses } from "#contracts/recruitment/api";

/** What of the board is on show; stands in the address, so that a link, a reload or the way back shows the same. */
export interface BoardPlace {
  readonly status: RecruitmentStatus;
  /** From zero; the address counts from one. */
  readonly page: number;
}

const pageNumber = /^[1-9]\d{0,5}$/;

export function placeOf(search: URLSearchParams): BoardPlace {
  const page = search.get("page") ?? "";
  return {
    status: recruitmentStatuses.find((status) => status === search.get("status")) ?? "all",
    page: pageNumber.test(page) ? Number(page) - 1 : 0,
  };
}

/** The address of a place; what goes without saying is left out. */
export const addressOf = ({ status, page }: BoardPlace): URLSearchParams =>
  new URLSearchParams({
    ...(status !== "all" && { status }),
    ...(page > 0 && { page: String(page + 1) }),
  });

/** Where one stands on the board, and how to go on; another tab starts at page 0. */
export function useBoardPlace() {
  const [params, setParams] = useSearchParams();
  const go = useCallback(
    (change: Partial<BoardPlace>, replace = false) =>
      setParams((now) => addressOf({ ...placeOf(now), ...change }), { replace }),
    [setParams],
  );
  return {
    ...placeOf(params),
    setStatus: useCallback((status: RecruitmentStatus) => go({ status, page: 0 }), [go]),
    setPage: useCallback((page: number) => go({ page }), [go]),
    /** For a page that is not there any more: not a step to come back to. */
    correctPage: useCallback((page: number) => go({ page }, true), [go]),
  };
}
