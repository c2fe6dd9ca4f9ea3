// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { excerptOf } from "./excerpt.ts";

describe("the beginning of a body", () => {
  it("is plain text in one line, with a dot between adjacent blocks, and executes nothing", () => {
    expect(excerptOf("<p>소개</p><p>함께&nbsp;풀어요<br>매일</p><img src=x onerror=alert(1)>")).toBe(
      "소개 · 함께 풀어요 매일",
    );
    expect([...excerptOf(`<p>${"가".repeat(500)}</p>`)]).toHaveLength(200);
  });

  it("has no dot after a sentence, for an empty block, or within a block", () => {
    expect(
      excerptOf(
        '<p><span style="font-size: 18px;">진행</span></p><ul><li>매주 <strong>한</strong> 문제' +
          "<ul><li>밤까지</li></ul></li><li></li></ul><p><br></p><p>같이 해요.</p><blockquote>a();<br>b();</blockquote>",
      ),
    ).toBe("진행 · 매주 한 문제 · 밤까지 · 같이 해요. a(); b();");
  });

  it("skips headings and code, unless there is nothing else", () => {
    const headed = "<h5>📣 소개</h5><p>함께 풀어요</p><h5>📌 방식</h5><pre>a();</pre><ul><li>매일</li></ul>";
    expect(excerptOf(headed)).toBe("함께 풀어요 · 매일");
    expect(excerptOf("<p><strong>문제 유형</strong></p><p><strong>DP</strong>로 풀어요</p>")).toBe(
      "DP로 풀어요",
    );
    expect(excerptOf("<h5>📣 소개</h5><ul><li></li></ul><pre>a();<br>b();</pre>")).toBe(
      "📣 소개 · a(); b();",
    );
  });

  it.each([
    ["한 문장이다。", "한 문장이다。 다음"],
    ["하루에 하나씩,", "하루에 하나씩, 다음"],
    ["모집해요 🔥", "모집해요 🔥 다음"],
    ["모집해요 ❤️", "모집해요 ❤️ 다음"],
    ["모집해요 👋🏽", "모집해요 👋🏽 다음"],
    ["모집해요 🇰🇷", "모집해요 🇰🇷 다음"],
    ["(정말이에요!)", "(정말이에요!) 다음"],
    ["문제 3", "문제 3 · 다음"],
    ["📣 소개", "📣 소개 · 다음"],
  ])("adds a dot only if the block has no final punctuation: %s", (block, line) => {
    expect(excerptOf(`<p>${block}</p><p>다음</p>`)).toBe(line);
  });
});
