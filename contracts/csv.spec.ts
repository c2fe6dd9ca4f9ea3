import { expect, it } from "vitest";
import { guardedCell } from "./csv.ts";

const signs = ["=", "+", "-", "@", "|", "%", "＝", "＋", "－", "＠", "﹦", "﹢"];
const before = [
  "",
  " ",
  "\t",
  "\r\n",
  "\u00a0",
  "\u3000",
  "\u200b",
  "\u2060",
  "\ufeff",
  "\u00ad",
  "\0",
  " \u200b ",
];

it.each(signs)(
  "puts an apostrophe before a cell that begins with %s, also after invisible characters",
  (sign) => {
    for (const unseen of before) expect(guardedCell(`${unseen}${sign}1+1`)).toBe(`'${unseen}${sign}1+1`);
  },
);

it("leaves other cells unchanged", () => {
  for (const text of ["", "도토리", "1-2", "a=b", "그는 -라고 했다", "🙂=1"])
    expect(guardedCell(text)).toBe(text);
});
