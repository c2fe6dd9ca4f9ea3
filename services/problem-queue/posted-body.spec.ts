import { expect, it } from "vitest";
import type { Problem } from "#contracts/problems";
import { sanitiseBody } from "../platform/html/html.ts";
import { postedBody } from "./posted-body.ts";

const problem = (provider: Problem["provider"], number: string, over: Partial<Problem> = {}): Problem => ({
  provider,
  number,
  title: "",
  url: null,
  ...over,
});
const lesson = "https://school.programmers.co.kr/learn/courses/30/lessons/67259";

it.each([
  ["its text, one paragraph a line", "벽 <b>\n\n& 길", [], "<p>벽 &lt;b&gt;</p><p><br></p><p>&amp; 길</p>"],
  [
    "one line per link",
    null,
    [
      problem("programmers", "67259", { title: "경주로 건설" }),
      problem("own", "", { title: "직접 낸 문제", url: 'https://problems.example/?a=1&b="2"' }),
      problem("own", "", { url: "https://problems.example/1" }),
    ],
    `<p><a href="${lesson}">프로그래머스 67259</a></p>` +
      '<p><a href="https://problems.example/?a=1&amp;b=%222%22">직접 낸 문제</a></p>' +
      '<p><a href="https://problems.example/1">직접 출제</a></p>',
  ],
  [
    "no line for a link without an address",
    null,
    [problem("boj", "1260"), problem("programmers", "67259")],
    `<p><a href="${lesson}">프로그래머스 67259</a></p>`,
  ],
  ["a sentence without any address", null, [problem("boj", "1260")], "<p>함께 풀어 봐요.</p>"],
  ["a sentence without any link", null, [], "<p>함께 풀어 봐요.</p>"],
])("an entry becomes %s", (_, body, problems, html) => {
  expect(postedBody({ body, problems })).toBe(html);
});

it("is HTML as it is stored", () => {
  const origin = "https://study.test";
  const bodies = [
    { body: "\"벽\" <script>x()</script>\n\n'길' & <b", problems: [] },
    { body: null, problems: [problem("leetcode", "two-sum"), problem("boj", "1")] },
  ].map(postedBody);
  for (const body of bodies) expect(sanitiseBody(body, { uploaded: false, origin }).html).toBe(body);
});
