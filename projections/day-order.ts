/** The order of a day's articles: newest first. Its index, its pages and the page of one article share it. */
export const dayOrder = {
  column: "position",
  direction: "desc",
  /** How the column of an earlier row compares with that of a later one. */
  isBefore: ">",
} as const;
