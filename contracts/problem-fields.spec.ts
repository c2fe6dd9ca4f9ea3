import { describe, expect, it } from "vitest";
import { tooLong, wrongType } from "./endpoint.ts";
import { articleProblemsPart, subjectProblemsPart } from "./problem-fields.ts";

const boj = { provider: "boj", number: "1260" };
const own = { provider: "own", number: "", title: "직접 낸 문제", url: "https://problems.example/1" };
const read = (part: unknown, of = subjectProblemsPart()) => {
  const { success, data, error } = of.safeParse(typeof part === "string" ? part : JSON.stringify(part));
  return success ? data : error?.issues.map(({ message }) => message);
};
const ofArticle = (part: unknown) => read(part, articleProblemsPart() as never);

describe("the field `problems`", () => {
  it("is optional; an empty list means none", () => {
    expect(subjectProblemsPart().parse(undefined)).toBeUndefined();
    expect(read("[]")).toEqual([]);
  });

  it("keeps title and address for problems of the day, but not for articles", () => {
    expect(read([boj, own])).toEqual([{ ...boj, title: "", url: null }, own]);
    expect(ofArticle([{ ...boj, title: "DFS와 BFS", url: null }, boj])).toEqual([boj]);
  });

  it.each([
    [[{ ...boj, number: "0x10" }], "문제 번호가 올바르지 않습니다."],
    [[{ ...own, number: "1" }], "문제 번호가 올바르지 않습니다."],
    [[{ ...own, url: "http://problems.example/1" }], "문제 주소가 올바르지 않습니다."],
    [[{ ...own, url: "https://me:pw@problems.example/1" }], "문제 주소가 올바르지 않습니다."],
    [[boj, boj, boj, boj], "문제는 3개까지 적을 수 있습니다."],
    [[{ ...own, title: "가".repeat(51) }], tooLong],
    [[{ provider: "elsewhere", number: "1" }], wrongType],
    [[{ provider: "boj", number: 1260 }], wrongType],
    [[{ ...boj, title: 5 }], wrongType],
    [[null], wrongType],
    [{}, wrongType],
    ["", wrongType],
    ["nonsense", wrongType],
    [`[${" ".repeat(40_000)}]`, wrongType],
  ])("is refused: %j", (part, message) => {
    expect(read(part)).toEqual([message]);
  });

  it("of an article rejects a custom problem", () => {
    expect(ofArticle([own])).toEqual([wrongType]);
  });

  it("accepts a title of fifty user-perceived characters", () => {
    expect(read([{ ...own, title: "👨‍👩‍👧".repeat(50) }])).toMatchObject([{ title: "👨‍👩‍👧".repeat(50) }]);
  });
});
