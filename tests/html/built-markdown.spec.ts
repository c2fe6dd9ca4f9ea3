import { fileURLToPath } from "node:url";
import MarkdownIt from "markdown-it";
import { build, loadConfigFromFile, type Rollup } from "vite";
import { beforeAll, expect, it } from "vitest";

/** The build leaves parts of markdown-it out that comments do not have (web/vite.config.ts). */

const web = fileURLToPath(new URL("../../web/", import.meta.url));
const dialect = ["fence", "backticks", "escape", "newline", "link"];
const parserOf = (Parser: typeof MarkdownIt) => {
  const markdown = new Parser("zero").enable(dialect);
  markdown.validateLink = () => true;
  markdown.normalizeLink = (address) => address;
  return markdown;
};
const whole = parserOf(MarkdownIt);
let built: typeof whole;

beforeAll(async () => {
  const entry = fileURLToPath(import.meta.resolve("markdown-it"));
  const loaded = await loadConfigFromFile({ command: "build", mode: "production" }, `${web}vite.config.ts`);
  const { plugins, resolve } = loaded!.config;
  const output = (await build({
    configFile: false,
    logLevel: "error",
    ...(plugins && { plugins }),
    ...(resolve && { resolve }),
    build: { write: false, minify: false, lib: { entry, formats: ["es"] } },
  })) as Rollup.RollupOutput[];
  const [{ code }] = output[0]!.output;
  const url = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
  built = parserOf((await import(/* @vite-ignore */ url)).default);
});

const tokensOf = (markdown: typeof whole, text: string) => markdown.parse(text, {});

it.each([
  "두 줄\n`코드`와 ``안 ` 밖``",
  "```ts\nconst a = 1;\n```\n\n뒤",
  "````\n``` 안\n````",
  "``` 끝이 없는 코드\n줄",
  "\\`글\\` \\[글](x) \\\\",
  "[글](https://a.example/길?q=1 '제목') [빈]() [안 `]` 밖](<https://a.example/a b>)",
  "[겹친 [글](https://a.example)](https://b.example)",
  "# 제목\n\n- 목록\n\n> 인용\n\n| 표 |\n|--|\n\n***\n\n<b>굵게</b> **굵게** ~~취소~~ ![그림](x)",
  "1. 하나\n2. 둘\n\n    들여쓴 줄\n\t탭",
  "a  \nb\\\nc",
  "[".repeat(500),
  "`".repeat(999),
])("reads a comment as the whole library does, %#", (text) => {
  expect(tokensOf(built, text)).toEqual(tokensOf(whole, text));
});

it("has no other rules", () => {
  for (const rule of ["table", "list", "linkify", "html_inline", "image"])
    expect(() => built.enable(rule)).toThrow(rule);
});
