// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { guessLanguage, looksLikeCode } from "./pasted-code.ts";

const python = "def f(x):\n    if x is None:\n        return 0\n    return x";
const java =
  "public class Main {\n    public static void main(String[] args) {\n        int x = 1;\n    }\n}";

describe("pasted text", () => {
  it.each([
    ["code of several lines", python, true],
    ["one line of code", "for (int i = 0; i < n; i++) {}", false],
    ["prose of several lines", "오늘은 그래프를 풀었다\n생각보다 어려웠다", false],
    ["indented prose without keywords", "첫째\n    둘째\n    셋째", false],
    ["code without indentation", "import a\nimport b\nimport c\nimport d\nimport e", false],
    ["a tab anywhere as indentation", "x\t= 1;\ny", true],
    ["trailing empty lines not counted", `${python}\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n`, true],
  ])("%s", (_, text, isCode) => {
    expect(looksLikeCode(text)).toBe(isCode);
  });

  it("has the language whose grammar finds the most tokens", () => {
    expect(guessLanguage(java)).toBe("java");
    expect(["python", "javascript"]).toContain(guessLanguage(python));
  });

  it.each([
    [
      "python",
      "def solve(n, edges):\n    graph = [[] for _ in range(n)]\n    for a, b in edges:\n        graph[a].append(b)\n    visited = [False] * n\n    def dfs(u):\n        visited[u] = True\n        for v in graph[u]:\n            if not visited[v]:\n                dfs(v)\n    dfs(0)\n    return sum(visited)",
    ],
    [
      "javascript",
      "function solution(n) {\n  let answer = 0;\n  for (let i = 0; i < n; i++) {\n    if (i % 2 === 0) answer += i;\n  }\n  return answer;\n}",
    ],
    [
      "cpp",
      "class Solution {\npublic:\n    int climb(int n) {\n        vector<int> dp(n + 1, 1);\n        for (int i = 2; i <= n; ++i) dp[i] = dp[i-1] + dp[i-2];\n        return dp[n];\n    }\n};",
    ],
  ])("is not taken for one of the languages that are only offered: %s", (language, code) => {
    expect(guessLanguage(code)).toBe(language);
  });

  it("is Python if no language is ahead", () => {
    expect(guessLanguage("x")).toBe("python");
  });
});
