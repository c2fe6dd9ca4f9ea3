import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";

/** Other words for what the product names by one, and arrows typed as signs. */
const faults: readonly (readonly [RegExp, string])[] = [
  [/별명|회원 이름/, "닉네임"],
  [/지원(자|서|하기|했)|^지원$/, "신청"],
  [/팀장|매니저|관리자|운영진/, "방장"],
  [/관리 페이지|팀 페이지 설정/, "팀 페이지 관리"],
  [/(^|\s)(->|<-|=>|<=|>|<)(\s|$)/, "an icon"],
];

/** Texts that the specification quotes. */
const quoted = ["팀 삭제하기 >", "계정 탈퇴 >", "팀 참가하기 ->"];

/** Dates are formatted by these alone. */
const formatters = ["ui/date-texts.ts", "ui/month-calendar-days.ts"];

const web = fileURLToPath(new URL("../../web/src/", import.meta.url));
const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file),
);
const sources = files.map((file) => ({ file, source: readFileSync(web + file, "utf8") }));

/** Korean texts of a source: literals, parts of templates, and texts of elements. */
function textsIn(source: string, lang: "ts" | "tsx"): readonly string[] {
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { type, value: text } = value as { type?: string; value?: unknown };
    const found = type === "TemplateElement" ? (text as { cooked: string }).cooked : text;
    if (typeof found === "string" && /[가-힣]/.test(found)) texts.push(found.trim().replace("&gt;", ">"));
    Object.values(value).forEach(visit);
  };
  visit(parseAst(source, { lang }));
  return texts;
}

const faultsIn = (source: string, lang: "ts" | "tsx" = "tsx") =>
  textsIn(source, lang)
    .filter((text) => !quoted.includes(text))
    .flatMap((text) => faults.filter(([wrong]) => wrong.test(text)).map(([, right]) => `${text}: ${right}`));

describe("visible texts of the client", () => {
  it.each([
    "const label = '회원 이름';",
    "const text = `지원자 명단`;",
    "const link = <a>다음 글 -&gt;</a>;",
    "const link = <a>다음 글 &gt;</a>;",
  ])("would be found where they are wrong: %s", (source) => {
    expect(faultsIn(source)).toHaveLength(1);
  });

  it("have one word for the same thing, and no arrows but those that the specification quotes", () => {
    expect(
      sources.flatMap(({ file, source }) =>
        faultsIn(source, file.endsWith("x") ? "tsx" : "ts").map((fault) => `${file}: ${fault}`),
      ),
    ).toEqual([]);
  });

  it("contain dates that one place formats", () => {
    const own = /DateTimeFormat|toLocale(Date|Time)?String\(|replaceAll\("-", "\."\)/;
    const found = sources.filter(({ file, source }) => own.test(source) && !formatters.includes(file));
    expect(found.map(({ file }) => file)).toEqual([]);
  });
});
