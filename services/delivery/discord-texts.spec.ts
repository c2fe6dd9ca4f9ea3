import { expect, it } from "vitest";
import { messageLimit, plain, problemText, weekText } from "./discord-texts.ts";

it.each([
  ["프로그래머스 67259", "프로그래머스 67259"],
  ["**굵게** _기울임_ ~~취소~~", "\\*\\*굵게\\*\\* \\_기울임\\_ \\~\\~취소\\~\\~"],
  ["`코드` ||숨김|| > # -", "\\`코드\\` \\|\\|숨김\\|\\| \\> \\# \\-"],
  ["@everyone <@123> <@&4> <#5>", "\\@everyone \\<\\@123\\> \\<\\@\\&4\\> \\<\\#5\\>"],
  ["[여기](https://x.example/a_b)", "\\[여기\\]\\(<https://x.example/a_b)>"],
  ["https://x.example/a?b=1 와 HTTP://Y.example", "<https://x.example/a?b=1> 와 <HTTP://Y.example>"],
  ["<https://x.example>", "\\<<https://x.example>\\>"],
  ["discord.gg/abc", "discord\\.gg\\/abc"],
  ["두\n# 줄", "두 \\# 줄"],
  ["역슬래시 \\*", "역슬래시 \\\\\\*"],
])("%s is shown as it is, without Markdown and previews", (text, shown) => {
  expect(plain(text)).toBe(shown);
});

it("a title of any length leaves room for the link", () => {
  const link = `https://algomoim.example/${"p".repeat(100)}`;
  const text = problemText("*".repeat(5000), link);
  expect(text.length).toBeLessThan(messageLimit);
  expect(text.endsWith(link)).toBe(true);
});

it("the line of a week has the escaped name of the team and two numbers", () => {
  expect(weekText("새벽_네시반", { members: 12, articles: 31 })).toBe(
    "지난주 새벽\\_네시반: 12명이 31개의 글을 썼어요.",
  );
});
