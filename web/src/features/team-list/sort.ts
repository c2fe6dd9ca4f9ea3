/** Orders of the team list, the value for the server and what a person reads (spec/wire-contract.md §4.2). */
export const sorts = [
  ["recent", "최신순"],
  ["name", "이름순"],
  ["members", "멤버 많은 순"],
] as const;
export type Sort = (typeof sorts)[number][0];

/** The order an address asks for; anything unknown counts as `recent`. */
export const sortOf = (text: string | null): Sort =>
  sorts.find(([sort]) => sort === text)?.[0] ?? sorts[0][0];
