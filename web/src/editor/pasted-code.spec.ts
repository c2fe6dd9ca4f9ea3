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

  it("has the language whose grammar finds the most", () => {
    expect(guessLanguage(java)).toBe("java");
    expect(["python", "javascript"]).toContain(guessLanguage(python));
  });

  it("is Python where nothing tells the languages apart", () => {
    expect(guessLanguage("x")).toBe("python");
  });
});
