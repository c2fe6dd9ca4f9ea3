import { describe, expect, it } from "vitest";
import { lengthOf, limits } from "../limits.ts";
import { pastedLines, withoutLines } from "./pasted.ts";

const [programmers, boj, leetcode, codeforces] = [
  "https://school.programmers.co.kr/learn/courses/30/lessons/67259?language=java",
  "boj.kr/1260",
  "https://leetcode.com/problems/two-sum/description/",
  "https://codeforces.com/contest/4/problem/a",
];
const swea = "https://swexpertacademy.com/main/code/problem/problemDetail.do?contestProbId=AV5LnipaDvwDFAXc";
const titlesOf = (text: string) =>
  pastedLines(text).map((line) => (line.kind === "problem" ? line.title : line.kind));

describe("pasted addresses", () => {
  it("have the label and number of their site as title", () => {
    expect(titlesOf([programmers, boj, leetcode, codeforces].join("\n"))).toEqual([
      "프로그래머스 67259",
      "백준 1260",
      "LeetCode two-sum",
      "Codeforces 4A",
    ]);
  });

  it("of other sites have their host as title and are kept", () => {
    expect(pastedLines("https://sw.example.com/p/7?day=1")).toEqual([
      {
        kind: "problem",
        line: 1,
        title: "sw.example.com",
        problem: { provider: "own", number: "", title: "", url: "https://sw.example.com/p/7?day=1" },
        asked: null,
      },
    ]);
  });

  it("keep their lines, of which blank ones and texts are no problems", () => {
    const text = `\n${boj} \r\n두 포인터 연습\nhttp://sw.example.com/p/7\n두포인터연습\n  `;
    expect(pastedLines(text).map(({ kind, line }) => `${line} ${kind}`)).toEqual([
      "1 blank",
      "2 problem",
      "3 unknown",
      "4 unknown",
      "5 unknown",
      "6 blank",
    ]);
  });

  it("without a number wait for the typed one, and keep their address", () => {
    const asked = { kind: "number", line: 2, provider: "swea", asked: swea, isWrong: false };
    const text = `${boj}\n ${swea}`;
    expect(pastedLines(text)[1]).toEqual(asked);
    expect(pastedLines(text, { [swea]: "천이백" })[1]).toEqual({ ...asked, isWrong: true });
    expect(pastedLines(text, { [swea]: " 1206 " })[1]).toEqual({
      kind: "problem",
      line: 2,
      title: "SWEA 1206",
      problem: { provider: "swea", number: "1206", title: "", url: swea },
      asked: swea,
    });
    expect(pastedLines("https://leetcode.com/problemset/")[0]).toMatchObject({ kind: "number" });
  });

  it("get no title longer than a problem may have", () => {
    const [line] = pastedLines(`https://leetcode.com/problems/${"longest-".repeat(9)}path/`);
    const title = line?.kind === "problem" ? line.title : "";
    expect(lengthOf(title)).toBe(limits.postTitle);
    expect(title).toMatch(/^LeetCode longest-.+…$/);
  });

  it("are removed by their lines", () => {
    expect(withoutLines(`${boj}\n두 포인터\n${leetcode}`, new Set([1, 3]))).toBe("두 포인터");
    expect(withoutLines(boj, new Set([1]))).toBe("");
  });
});
