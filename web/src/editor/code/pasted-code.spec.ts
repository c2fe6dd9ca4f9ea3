// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { guessLanguage, looksLikeCode, showsCodeSigns } from "./pasted-code.ts";

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
    ["nested lists", "* 정렬\n  * 합병 정렬; if 문\n  * 퀵 정렬\n* 탐색\n  * for 문으로", false],
    ["numbered notes", "1. 입력을 받는다\n    2. for를 돈다\n    3. return한다", false],
    [
      "prose about code",
      "이 문제는\n    for문과 if문을 쓴다.\n    class를 나누고\n    return을 앞에 둔다",
      false,
    ],
    ["a text with a fence", "# 풀이\n```java\n    int x = 1;\n    int y = 2;\n```", false],
    [
      "code with Korean comments",
      "int x = 1; // 시작\n  /* 여기는\n * 설명이다 */\n  x += 2; // 더한다",
      true,
    ],
    ["trailing empty lines not counted", `${python}\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n`, true],
  ])("%s", (_, text, isCode) => {
    expect(looksLikeCode(text)).toBe(isCode);
  });

  it.each([
    ["statements without indentation", "import sys\nn = 3\n\nprint(n)", true],
    ["one line", "n = 3", false],
    ["Korean prose", "오늘은 그래프를 풀었다\n(생각보다) 어려웠다", false],
    ["English prose", "Dear all,\nwe meet for an hour if it rains", false],
    ["a list", "- a = 1\n- b = 2", false],
  ])("shows signs of code in a monospaced font or not: %s", (_, text, isCode) => {
    expect(showsCodeSigns(text)).toBe(isCode);
  });

  it("has the language that most of its lines show", () => {
    expect(guessLanguage(java)).toBe("java");
    expect(guessLanguage(python, "cpp")).toBe("python");
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
    [
      "python",
      "import sys\nn = int(sys.stdin.readline())\nif n % 2 == 0:\n    print(n >> 1)\nelse:\n    print(n << 1)",
    ],
    ["c", '#include <stdio.h>\nint main(void) {\n    int n;\n    scanf("%d", &n);\n    printf("%d", n);\n}'],
    ["kotlin", "fun main() {\n    val n = readLine()!!.toInt()\n    for (i in 0 until n) println(i)\n}"],
    [
      "csharp",
      "using System;\nclass P {\n    static void Main(string[] args) {\n        Console.WriteLine(1);\n    }\n}",
    ],
    ["go", 'package main\nimport "fmt"\nfunc main() {\n    n := 3\n    fmt.Println(n)\n}'],
    ["rust", 'use std::io;\nfn main() {\n    let mut n = 3;\n    println!("{}", n);\n}'],
    ["sql", "SELECT name\nFROM people\nWHERE age > 3\nORDER BY name;"],
  ])("is recognised: %s", (language, code) => {
    expect(guessLanguage(code)).toBe(language);
  });

  it("is in the writer's last language, or Python, if no language is ahead", () => {
    expect(guessLanguage("x")).toBe("python");
    expect(guessLanguage("x", "java")).toBe("java");
  });
});
