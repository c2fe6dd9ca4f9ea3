import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { unknownPath } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";

/** The value of a field as its endpoint stores it, or the message of its refusal. */
function read(endpoint: string, field: string, text: string): { stored?: unknown; refused?: string } {
  const body = endpoints.get(endpoint)?.body;
  const schema = body && "schema" in body ? body.schema.shape[field] : undefined;
  if (!schema) throw new Error(`${endpoint} has no field ${field}`);
  const { success, data, error } = z.safeParse(schema, text);
  return success ? { stored: data } : { refused: error.issues[0]?.message ?? "" };
}

const invisible = fc.array(
  fc.constantFrom(..." \t\n\u00a0\u3000\u3164\u2800\u200b\u200d\u200e\ufeff\ufe0f\u00ad\u115f\uffa0\u2060"),
  { maxLength: 10 },
);
const hidden = invisible.map((signs) => signs.join(""));
const visible = fc.constantFrom("가", "👨‍👩‍👧", "❤️", "🇰🇷", ".", "ㅤ가");

describe.each([
  ["completeProfile", "memberName", "이름은 필수 입력 항목입니다."],
  ["completeProfile", "memberExplain", "소개는 필수 입력 항목입니다."],
  ["createTeam", "teamName", "팀 이름은 필수 입력 항목입니다."],
  ["createTeam", "topic", "팀 주제는 필수 항목입니다."],
  ["createTeam", "password", "팀 비밀번호는 필수 항목입니다."],
  ["changeTeamInfo", "teamName", "팀 이름은 필수 입력 항목입니다."],
  ["joinTeam", "password", "팀 비밀번호는 필수 항목입니다."],
  ["kickMember", "memberInfo", "회원 정보는 필수입니다."],
  ["postArticle", "articleTitle", "게시글 제목은 필수요소입니다"],
  ["postSubject", "articleTitle", "게시글 제목은 필수 요소입니다."],
  ["postSubject", "articleCategory", "게시글 카테고리는 필수 요소입니다."],
  ["postRecruitment", "teamRecruitTitle", "팀 모집글 제목은 필수요소입니다"],
  ["postRecruitment", "chatUrl", "연락 방법은 필수요소입니다"],
  ["applyToRecruitment", "teamApplyBody", "팀 지원글 내용은 필수 요소입니다."],
])("%s, %s", (endpoint, field, blank) => {
  it("is refused as blank if nothing is visible", () => {
    fc.assert(
      fc.property(hidden, (text) => {
        expect(read(endpoint, field, text)).toEqual({ refused: blank });
      }),
    );
  });

  it("is not blank with one visible character, whatever surrounds it", () => {
    fc.assert(
      fc.property(hidden, visible, hidden, (before, sign, after) => {
        expect(read(endpoint, field, before + sign + after).refused).not.toBe(blank);
      }),
    );
  });
});

it.each([
  ["createTeam", "teamExplain"],
  ["changeAnnouncement", "teamAnnouncement"],
  ["kickMember", "reason"],
])("%s, %s is stored as empty if nothing is visible", (endpoint, field) => {
  fc.assert(
    fc.property(hidden, (text) => {
      expect(read(endpoint, field, text)).toEqual({ stored: "" });
    }),
  );
});

/** Two of them with a space have at most nine characters, which fit into every field. */
const words = fc.array(fc.constantFrom("팀", "D2", "👨‍👩‍👧", "e\u0301", "각".normalize("NFD")), {
  maxLength: 2,
});
const spaces = fc.stringMatching(/^[ \t\n\r\v\f\u00a0\u2028\u3000\0]{1,4}$/);
const spaced = fc.tuple(fc.array(fc.tuple(spaces, words), { maxLength: 2 }), spaces);

describe.each([
  ["completeProfile", "memberName"],
  ["createTeam", "teamName"],
  ["changeTeamInfo", "teamName"],
  ["changeAnnouncement", "teamAnnouncement"],
  ["kickMember", "reason"],
  ["postArticle", "articleTitle"],
  ["editArticle", "articleTitle"],
  ["postSubject", "articleTitle"],
  ["postRecruitment", "teamRecruitTitle"],
  ["postRecruitment", "chatUrl"],
])("%s, %s", (endpoint, field) => {
  it("is stored as one line, with one space for any white space", () => {
    fc.assert(
      fc.property(spaced, ([parts, end]) => {
        const text = parts.map(([space, some]) => space + some.join("")).join("") + end;
        const { stored = "" } = read(endpoint, field, text);
        const visibleWords = text.normalize("NFC").replaceAll("\0", "").match(/\S+/g) ?? [];
        expect(stored).toBe(visibleWords.join(" "));
      }),
    );
  });
});

it.each([
  ["completeProfile", "memberExplain"],
  ["createTeam", "teamExplain"],
  ["applyToRecruitment", "teamApplyBody"],
])("%s, %s keeps its lines", (endpoint, field) => {
  expect(read(endpoint, field, "평일 아침\r\n\n주말 저녁")).toEqual({ stored: "평일 아침\n\n주말 저녁" });
});

it.each(["👨‍👩‍👧", "❤️", "🏳️‍🌈", "가\u200d나"])("keeps the invisible parts of %j", (name) => {
  expect(read("completeProfile", "memberName", name)).toEqual({ stored: name });
});

it("reads ids of paths from digits alone, in every endpoint", () => {
  const ids = new Set<string>();
  for (const { name, params } of endpoints.values())
    for (const [param, schema] of Object.entries(params.shape)) {
      if (!z.safeParse(schema, "94").success || z.safeParse(schema, "x").success) continue;
      ids.add(`${name} ${param}`);
      for (const text of ["94\ufeff", " 94", "94\u200b", "９４", "+94", "94.0", ""])
        expect(z.safeParse(schema, text).error?.issues[0]?.message, `${name} ${text}`).toBe(unknownPath);
    }
  expect(ids.size).toBeGreaterThan(25);
});
