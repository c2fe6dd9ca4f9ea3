import { expect, it } from "vitest";
import { bamtol, dotori, hodu } from "#tests/examples/people";
import { storedText, writtenText } from "./mention-texts.ts";

const people = [
  { uuid: dotori, memberName: "O" },
  { uuid: bamtol, memberName: "밤톨" },
  { uuid: hodu, memberName: "a@b@" },
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
  ["@a@b@ 와 @O", `@{${hodu}} 와 ${o}`],
  ["@a@b 와 @@밤톨", `@a@b 와 @${chestnut}`],
])("stores %s with tokens of members, but in code and words", (written, stored) => {
  expect(storedText(written, people)).toBe(stored);
  expect(writtenText(stored, people)).toBe(written);
});

it("tells members of the same name apart", () => {
  const same = [...people.slice(0, 2), { uuid: hodu, memberName: "밤톨" }];
  const stored = `${chestnut} 와 @{${hodu}} 봐 주세요`;
  const written = writtenText(stored, same);
  expect(written).toBe(`@밤톨#${bamtol.slice(0, 4)} 와 @밤톨#${hodu.slice(0, 4)} 봐 주세요`);
  expect(storedText(written, same)).toBe(stored);
  expect(storedText("@밤톨 봐 주세요", same)).toBe("@밤톨 봐 주세요");
});
