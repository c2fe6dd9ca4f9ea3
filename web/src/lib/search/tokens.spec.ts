import { expect, it } from "vitest";
import { contextOf, highlighted } from "./highlight.ts";
import {
  alternativesOf,
  encoded,
  initialTokensOf,
  spanningTokensOf,
  termsOf,
  tokensOf,
  withOpenEnd,
} from "./tokens.ts";

it.each([
  ["그래프 탐색", ["그래", "래프", "탐색"]],
  ["그래프".normalize("NFD"), ["그래", "래프"]],
  ["큐", ["큐"]],
  ["BFS와 0-1 BFS", ["bfs", "와", "0", "1", "bfs"]],
  ["popLeft()", ["popleft", "pop", "left"]],
  ["HTTPServer2", ["httpserver2", "http", "server", "2"]],
  ["snake_case", ["snake", "case"]],
  ["ㅋㅋ 재밌다", ["재밌", "밌다"]],
  ["백준1260", ["백준", "1260"]],
  ["ÉCOLE 最短路", ["école", "最短路"]],
  ["", []],
])("%s is found by %j", (text, tokens) => expect(tokensOf(text)).toEqual(tokens));

it("matches titles by first consonants from any syllable of a word on", () => {
  expect(initialTokensOf("그래프 탐색 BFS")).toEqual(["ㄱㄹㅍ", "ㄹㅍ", "ㅍ", "ㄱㄹㅍㅌㅅ", "ㅌㅅ", "ㅅ"]);
});

const prefix = (term: string) => ({ term, isPrefix: true });
const exact = (term: string) => ({ term, isPrefix: false });
it.each([
  ["그래프", [exact("그래"), exact("래프")]],
  ["그", [prefix("그")]],
  ["ㄱㄹㅍ", [prefix("ㄱㄹㅍ")]],
  ["그래ㅍ", [exact("그래"), prefix("ㄱㄹㅍ")]],
  // A keyboard may combine ㅇㄱㅅㅊ in this way.
  ["ㅇㄳㅊ", [prefix("ㅇㄱㅅㅊ")]],
  ["ㅏ", []],
  ["DFS 탐색", [prefix("dfs"), exact("탐색")]],
  ["?!", []],
])("the query %s means %j", (query, terms) => expect(termsOf(query)).toEqual(terms));

it.each([
  ["그랲", "그래ㅍ"],
  ["앉", "안ㅈ"],
  ["그래", undefined],
  ["bfs", undefined],
])("%s may become %s", (query, open) => expect(withOpenEnd(query)).toBe(open));

it("stores a syllable as three letters, so that none is a prefix of another", () => {
  expect(encoded("그").length).toBe(3);
  expect(encoded("글").startsWith(encoded("그"))).toBe(false);
  expect(encoded("그래").startsWith(encoded("그"))).toBe(true);
});

it("joins words across a space, by syllables and first consonants", () => {
  expect(spanningTokensOf("누적 합, 트리의  지름 BFS")).toEqual(["적합", "의지"]);
  expect(initialTokensOf("트리의 지름")).toEqual(["ㅌㄹㅇ", "ㄹㅇ", "ㅇ", "ㅌㄹㅇㅈㄹ", "ㅈㄹ", "ㄹ"]);
  expect(alternativesOf("누적 합")).toEqual([termsOf("누적 합"), termsOf("누적합")]);
  expect(alternativesOf("두 sum")).toEqual([termsOf("두 sum")]);
});

const marked = (text: string, query: string) =>
  highlighted(text, query)
    .map((segment) => (segment.isMatch ? `[${segment.text}]` : segment.text))
    .join("");

it.each([
  ["그래프 탐색, 그래프", "그래프", "[그래프] 탐색, [그래프]"],
  ["위상 정렬로 그래프 순서", "순서 위상", "[위상] 정렬로 그래프 [순서]"],
  ["알고산책", "ㅇㄱㅅㅊ", "[알고산책]"],
  ["그래프와 그림판", "그래ㅍ", "[그래프]와 그림판"],
  ["그래프", "그랲", "[그래프]"],
  ["DFS와 dfs", "Dfs", "[DFS]와 [dfs]"],
  ["누적 합과 누적합", "누적합", "[누적 합]과 [누적합]"],
  ["트리의 지름", "ㅌㄹㅇㅈㄹ", "[트리의 지름]"],
  ["this sum", "ss", "this sum"],
  ["아무것도", "그래프", "아무것도"],
  ["a.b", ".", "a.b"],
  ["", "그", ""],
])("in %s the query %s marks %s", (text, query, expected) => expect(marked(text, query)).toBe(expected));

it("shows one line of a body around its first match", () => {
  const text = `${"앞".repeat(40)} 그래프 ${"뒤".repeat(90)}`;
  expect(contextOf(text, "그래프")).toBe(`…${"앞".repeat(15)} 그래프 ${"뒤".repeat(60)}…`);
  expect(contextOf("그래프", "그래프")).toBe("그래프");
  expect(contextOf(text, "트리")).toBeUndefined();
});
