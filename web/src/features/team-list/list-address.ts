import { singleLine } from "#contracts/texts";
import { type AddressCodec, pageParameter } from "#web/lib/use-address.ts";

interface ListState {
  /** Trimmed; empty for all teams. */
  readonly keyword: string;
  readonly sort: Sort;
  readonly page: number;
}

/** The state of the team list in its address. */
export const listAddress: AddressCodec<ListState> = {
  read: (search) => ({
    keyword: singleLine(search.get("keyword") ?? ""),
    sort: sortOf(search.get("sort")),
    page: pageParameter.read(search),
  }),
  write: ({ keyword, sort, page }) => ({
    keyword: keyword || null,
    sort: sort === "recent" ? null : sort,
    ...pageParameter.write(page),
  }),
};

/** Orders of the team list: the value for the server with its label (spec/wire-contract.md §4.2). */
export const sorts = [
  ["recent", "최신순"],
  ["name", "이름순"],
  ["members", "멤버 많은 순"],
] as const;
export type Sort = (typeof sorts)[number][0];

/** The order in the address; an unknown one means `recent`. */
const sortOf = (text: string | null): Sort => sorts.find(([sort]) => sort === text)?.[0] ?? sorts[0][0];
