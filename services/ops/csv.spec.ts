import { expect, it } from "vitest";
import { csvLine } from "./csv.ts";

it.each([
  ["plain text stays as it is", ["JOINED", "도토리"], "JOINED,도토리\r\n"],
  ["nothing is an empty field", ["a", null, "b"], "a,,b\r\n"],
  ["commas, quotes and line breaks are quoted", ['a,"b"', "c\nd"], '"a,""b""","c\nd"\r\n'],
  ["what a spreadsheet would carry out is made text", ["=1+1", "@x", "-1", "+1"], "'=1+1,'@x,'-1,'+1\r\n"],
  ["a formula in need of quotes gets both", ['=HYPERLINK("x","y")'], '"\'=HYPERLINK(""x"",""y"")"\r\n'],
])("%s", (_, fields, line) => {
  expect(csvLine(fields)).toBe(line);
});
