import { expect, it } from "vitest";
import { bamtol, dotori } from "#tests/examples/people";
import { storedText, writtenText } from "./mention-texts.ts";

const people = [
  { uuid: dotori, memberName: "O" },
  { uuid: bamtol, memberName: "밤톨" },
];
const o = `@{${dotori}}`;
const chestnut = `@{${bamtol}}`;

it.each([
  ["@O 봐 주세요", `${o} 봐 주세요`],
  ["@밤톨님이 말한 대로", `${chestnut}님이 말한 대로`],
  ["@Override 를 빼요", "@Override 를 빼요"],
  ["`@O` 와 @O", `\`@O\` 와 ${o}`],
  ["```\n@O\n``` @O", `\`\`\`\n@O\n\`\`\` ${o}`],
  ["a@O", "a@O"],
])("stores %s with tokens of members, but in code and words", (written, stored) => {
  expect(storedText(written, people)).toBe(stored);
  expect(writtenText(stored, people)).toBe(written);
});
