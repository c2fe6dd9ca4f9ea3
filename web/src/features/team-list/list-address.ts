import { normalise } from "#contracts/limits";
import { type Sort, sortOf } from "./sort.ts";

/** What of the team list is on show; stands in the address, so that a link or a reload shows the same. */
export interface ListPlace {
  /** Trimmed; empty for all teams. */
  readonly keyword: string;
  readonly sort: Sort;
  /** From zero; the address counts from one. */
  readonly page: number;
}

const pageNumber = /^[1-9]\d{0,5}$/;

export function placeOf(search: URLSearchParams): ListPlace {
  const page = search.get("page") ?? "";
  return {
    keyword: normalise(search.get("keyword") ?? "").trim(),
    sort: sortOf(search.get("sort")),
    page: pageNumber.test(page) ? Number(page) - 1 : 0,
  };
}

/** The address of a place; what goes without saying is left out. */
export function addressOf({ keyword, sort, page }: ListPlace): URLSearchParams {
  return new URLSearchParams({
    ...(keyword && { keyword }),
    ...(sort !== "recent" && { sort }),
    ...(page > 0 && { page: String(page + 1) }),
  });
}
