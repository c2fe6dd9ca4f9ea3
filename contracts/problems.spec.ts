import { describe, expect, it } from "vitest";
import { recognisedProblem, typedNumber } from "./problem-addresses.ts";
import { addressOf, isProblemNumber, problemUrl } from "./problems.ts";

const swea = "https://swexpertacademy.com/main/code/problem/problemDetail.do?contestProbId=AV13_BWKACUCFAYh";

describe("a pasted address", () => {
  it.each([
    ["https://www.acmicpc.net/problem/1260", "boj", "1260"],
    ["acmicpc.net/problem/1260", "boj", "1260"],
    [" https://boj.kr/1260 ", "boj", "1260"],
    ["https://school.programmers.co.kr/learn/courses/30/lessons/42576?language=java", "programmers", "42576"],
    ["https://leetcode.com/problems/two-sum/description/", "leetcode", "two-sum"],
    ["https://LeetCode.com/problems/two-sum", "leetcode", "two-sum"],
    ["https://codeforces.com/problemset/problem/4/A", "codeforces", "4A"],
    ["https://codeforces.com/contest/1352/problem/c2", "codeforces", "1352C2"],
    ["https://m.acmicpc.net/problem/1260/", "boj", "1260"],
    ["https://www.acmicpc.net/submit/1260", "boj", "1260"],
    ["https://www.acmicpc.net/problem/status/1260/1003/1", "boj", "1260"],
    ["https://www.acmicpc.net/status?from_mine=1&problem_id=1260&user_id=me", "boj", "1260"],
    ["noj.am/1260", "boj", "1260"],
    ["https://programmers.co.kr/app/courses/30/lessons/42576", "programmers", "42576"],
    [
      "https://school.programmers.co.kr/learn/courses/30/lessons/42576/solution_groups",
      "programmers",
      "42576",
    ],
    ["https://leetcode.com/contest/weekly-contest-418/problems/two-sum/", "leetcode", "two-sum"],
    ["https://m.leetcode.com/problems/Two-Sum/?envType=daily-question", "leetcode", "two-sum"],
    ["https://leetcode.cn/problems/two-sum/submissions/", "leetcode", "two-sum"],
    ["https://m1.codeforces.com/contest/4/problem/A", "codeforces", "4A"],
    ["https://mirror.codeforces.com/problemset/problem/4/A?locale=en", "codeforces", "4A"],
    ["https://codeforces.com/gym/100001/problem/B", "codeforces", "100001B"],
    ["https://codeforces.com/group/aB3xYz/contest/219158/problem/C", "codeforces", "219158C"],
    ["https://codeforces.com/contest/1352/submit/C2", "codeforces", "1352C2"],
  ])("names its problem: %s", (address, provider, number) => {
    expect(recognisedProblem(address)).toEqual({ provider, number, title: "", url: null });
    expect(isProblemNumber(provider as "boj", number)).toBe(true);
  });

  it("of SWEA is kept, but its number must be typed", () => {
    expect(recognisedProblem(swea)).toEqual({ provider: "swea", number: "", title: "", url: swea });
    expect(isProblemNumber("swea", "")).toBe(false);
  });

  it.each([
    ["https://www.acmicpc.net/contest/problem/1234/1", "boj"],
    ["https://www.acmicpc.net/workbook/view/1000", "boj"],
    ["https://boj.kr/12345678", "boj"],
    ["https://career.programmers.co.kr/competitions/3353", "programmers"],
    ["https://school.programmers.co.kr/tryouts/101040/challenges", "programmers"],
    ["https://leetcode.com/problemset/", "leetcode"],
    ["https://leetcode.com/contest/weekly-contest-418/", "leetcode"],
    ["https://codeforces.com/contest/1352", "codeforces"],
    ["https://m2.codeforces.com/", "codeforces"],
    ["https://swexpertacademy.com/main/code/contest/view.do", "swea"],
  ])("of a known site without a number asks for it: %s", (address, provider) => {
    expect(recognisedProblem(address)).toEqual({ provider, number: "", title: "", url: null });
  });

  it.each([
    "https://problems.example/42",
    "https://acmicpc.net.example/problem/1260",
    "https://m.problems.example/problem/1260",
    "https://acmicpc.net:444/problem/1260",
    "https://acmicpc.net./problem/1260",
    new URL("https://аcmicpc.net/problem/1260").href,
    "https://problems.example/acmicpc.net/problem/1260",
    "https://swexpertacademy.com.problems.example/?contestProbId=AV13",
    "https://problems.example/?contestProbId=AV13&of=swexpertacademy.com",
  ])("that is none of these sites' is an own problem: %s", (address) => {
    expect(recognisedProblem(address)).toEqual({ provider: "own", number: "", title: "", url: address });
  });

  it.each([
    "1260",
    "",
    "http://problems.example/42",
    "https://me:secret@problems.example/",
    "https://acmicpc.net@problems.example/problem/1260",
    "https://me@acmicpc.net/problem/1260",
    "javascript:alert(1)",
  ])("is no address that is kept: %s", (text) => expect(recognisedProblem(text)).toBeUndefined());
});

it.each([
  ["boj", "1260", null, null],
  ["programmers", "42576", null, "https://school.programmers.co.kr/learn/courses/30/lessons/42576"],
  ["leetcode", "two-sum", null, "https://leetcode.com/problems/two-sum/"],
  ["codeforces", "1352C2", null, "https://codeforces.com/problemset/problem/1352/C2"],
  ["codeforces", "100001B", null, "https://codeforces.com/gym/100001/problem/B"],
  ["swea", "1204", swea, swea],
  ["swea", "1204", null, null],
  ["swea", "1204", "https://swexpertacademy.com.problems.example/?contestProbId=AV13", null],
  ["own", "", "https://problems.example/42", "https://problems.example/42"],
  ["own", "", null, null],
] as const)("the chip of %s %s leads where it should", (provider, number, url, address) => {
  expect(addressOf({ provider, number, title: null, url })).toBe(address);
});

it("accepts numbers in the usual notations", () => {
  expect([
    typedNumber("codeforces", " 4/a "),
    typedNumber("leetcode", "Two-Sum"),
    typedNumber("boj", " 1260 "),
  ]).toEqual(["4A", "two-sum", "1260"]);
});

it.each([
  ["https://problems.example", "https://problems.example/"],
  ["https://problems.example/그래프", "https://problems.example/%EA%B7%B8%EB%9E%98%ED%94%84"],
  ["http://problems.example/", undefined],
  ["https://me@problems.example/", undefined],
  [`https://problems.example/${"a".repeat(300)}`, undefined],
  ["problems.example", undefined],
])("an address is kept only as https, short and without a user: %s", (given, kept) => {
  expect(problemUrl(given)).toBe(kept);
});

describe("the address of a chip that names a site", () => {
  const linked = (url: string) => addressOf({ provider: "swea", number: "1204", title: "", url });

  it.each([
    [swea, swea],
    ["https://SWEXPERTACADEMY.com:443/x", "https://swexpertacademy.com/x"],
    ["https://www.swexpertacademy.com/x", "https://www.swexpertacademy.com/x"],
    // The browser opens the host that this spelling normalises to.
    ["https://ｓwexpertacademy.com/x", "https://swexpertacademy.com/x"],
    ["https://swexpertacademy.com\\@problems.example/", "https://swexpertacademy.com/@problems.example/"],
  ])("is linked at that site: %s", (given, kept) => expect(linked(given)).toBe(kept));

  it.each([
    "https://problems.example/x",
    "https://swexpertacademy.com.problems.example/x",
    "https://problems.example/swexpertacademy.com",
    "https://fakeswexpertacademy.com/x",
    "https://login.swexpertacademy.com/x",
    "https://swexpertacademy.com@problems.example/x",
    "https://me@swexpertacademy.com/x",
    "https://swexpertacademy.com:8443/x",
    "https://swexpertacademy.com./x",
    "https://swexpertаcademy.com/x",
    "https://swexpertacademy。com.problems.example/x",
    "http://swexpertacademy.com/x",
  ])("is linked at no other: %s", (given) => expect(linked(given)).toBeNull());
});
