import { normalise } from "#contracts/limits";
import { type AddressCodec, pageParameter } from "#web/lib/use-address.ts";
import { type Sort, sortOf } from "./sort.ts";

interface ListState {
  /** Trimmed; empty for all teams. */
  readonly keyword: string;
  readonly sort: Sort;
  readonly page: number;
}

/** What the team list shows. */
export const listAddress: AddressCodec<ListState> = {
  read: (search) => ({
    keyword: normalise(search.get("keyword") ?? "").trim(),
    sort: sortOf(search.get("sort")),
    page: pageParameter.read(search),
  }),
  write: ({ keyword, sort, page }) => ({
    keyword: keyword || null,
    sort: sort === "recent" ? null : sort,
    ...pageParameter.write(page),
  }),
};
