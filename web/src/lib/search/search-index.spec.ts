import fc from "fast-check";
import { expect, it } from "vitest";
import { searchLimits } from "#contracts/limits";
import type { FeedItem } from "#contracts/search/api";
import { fedArticle as article } from "#tests/support/fake-search";
import { SearchIndex } from "./search-index.ts";

const today = "2025-12-11";
const teams = [
  { teamId: 12, teamName: "새벽네시반" },
  { teamId: 13, teamName: "알고산책" },
];

const gone = (id: number): FeedItem => ({ kind: "article", id, gone: true });

function indexOf(...items: FeedItem[]) {
  const index = new SearchIndex(today);
  index.setTeams(teams);
  index.take(12, items);
  return index;
}
const found = (index: SearchIndex, query: string) => index.search(query).map(({ document: { id } }) => id);

it("finds by title, name, team, category, chips, inline code and body; all words must match", () => {
  const boj = { provider: "boj" as const, number: "1260", title: null, url: null };
  const index = indexOf(
    article(1, "그래프 탐색"),
    article(2, "정렬", { memberName: "재귀펭귄", text: "그래프를 두 번 돌았더니" }),
    article(3, "큐", { problems: [boj], code: ["popLeft()"] }),
    {
      ...(article(4, "한 바퀴") as Extract<FeedItem, { gone: false }>),
      kind: "subject",
      category: "스터디 복습",
    },
  );
  for (const [query, ids] of [
    ["그래", [1, 2]],
    ["그래프 정렬", [2]],
    ["펭귄", [2]],
    ["백준 1260", [3]],
    ["126", [3]],
    ["left", [3]],
    ["popl", [3]],
    ["복습", [4]],
    ["네시반 큐", [3]],
    ["ㄱㄹㅍ", [1]],
    ["ㅈㄱㅍㄱ", [2]],
    ["그래ㅍ", [1]],
    ["그랲", [1]],
    ["바", [4]],
    ["트리", []],
    ["!", []],
  ] as const)
    expect([query, found(index, query)]).toEqual([query, ids]);
});

it("finds Korean words written with and without spaces between them, also by first consonants", () => {
  const index = indexOf(
    article(1, "누적 합"),
    article(2, "누적합 연습", { memberName: "새벽 부엉이" }),
    article(3, "트리의 지름"),
    article(4, "트리의지름 다시"),
  );
  for (const [query, ids] of [
    ["누적합", [2, 1]],
    ["누적 합", [2, 1]],
    ["ㅌㄹㅇㅈㄹ", [4, 3]],
    ["ㅌㄹㅇ ㅈㄹ", [4, 3]],
    ["트리의ㅈㄹ", [4, 3]],
    ["ㅈㄹ", [4, 3]],
    ["새벽부엉이", [2]],
    // A name does not go on in the name of the team.
    ["부엉이새벽", []],
  ] as const)
    expect([query, found(index, query).toSorted()]).toEqual([query, ids.toSorted()]);
});

it("finds Korean words of bodies written with and without spaces, below those of the index", () => {
  const index = indexOf(
    article(1, "구간", { text: "먼저 누적 합 배열을 만들고 BFS" }),
    article(2, "구간", { text: "누적합을 만들고" }),
    article(3, "세그먼트 트리", { text: "누적  합으로는 안 돼요" }),
    article(4, "다른 글", { text: "누적, 합" }),
  );
  index.take(13, [article(5, "남의 글", { text: "누적 합" })]);
  index.setTeams([teams[0]!]);
  for (const [query, ids] of [
    ["누적합", [2, 3, 1]],
    ["누적합배열", [1]],
    ["누적합 트리", [3]],
    ["세그먼트트리 누적합", [3]],
    ["누적합 bfs", [1]],
    ["누적합 dfs", []],
    ["누적합ㅂ", []],
  ] as const)
    expect([query, found(index, query)]).toEqual([query, ids]);
});

it("finds a phrase of a body however its spaces stand", () => {
  const syllable = fc.integer({ min: 0xac00, max: 0xac10 }).map((code) => String.fromCharCode(code));
  const word = fc.array(syllable, { minLength: 1, maxLength: 3 }).map((syllables) => syllables.join(""));
  const spaces = fc.array(fc.constantFrom("", "", " "), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 4 }), spaces, (words, put) => {
      const index = indexOf(article(1, "제목", { text: `앞 ${words.join(" ")} 뒤` }));
      const query = [...words.join("")].map((letter, at) => letter + (put[at] ?? "")).join("");
      expect(found(index, query)).toEqual([1]);
    }),
  );
});

it("ranks titles above names and chips above bodies, recent before old, and newer first among equals", () => {
  const fillers = Array.from({ length: 20 }, (_, n) => article(n + 100, "다른 글", { text: "다른 말" }));
  const fields = indexOf(
    ...fillers,
    article(1, "아무 글", { text: "그래프 그리고" }),
    article(2, "그래프 그리고"),
    article(3, "아무 글", { memberName: "그래프" }),
  );
  expect(found(fields, "그래프")).toEqual([2, 3, 1]);
  const dates = indexOf(
    article(4, "그래프", { date: "2025-06-01" }),
    article(5, "그래프"),
    article(6, "그래프", { date: "2025-10-01" }),
    article(7, "그래프"),
  );
  expect(found(dates, "그래프")).toEqual([7, 5, 6, 4]);
});

it("applies edits and tombstones, and shows nothing of teams that are not the member's", () => {
  const index = indexOf(article(1, "그래프"), article(2, "그래프"), article(3, "그래프"));
  index.take(12, [gone(2), gone(99), article(3, "트리")]);
  expect([found(index, "그래프"), found(index, "트리"), index.size]).toEqual([[1], [3], 2]);
  index.take(13, [article(4, "그래프")]);
  expect(index.setTeams([teams[1]!])).toEqual([12]);
  expect([found(index, "그래프"), index.size]).toEqual([[4], 1]);
  expect(index.changes()).toMatchObject({ puts: [{ id: 4 }] });
});

it("finds the texts of a team by its new name", () => {
  const index = indexOf(article(1, "그래프"));
  index.setTeams([{ teamId: 12, teamName: "저녁반" }]);
  expect([found(index, "저녁"), found(index, "네시반")]).toEqual([[1], []]);
});

it("keeps the newest 5,000 documents of the last year and the future", () => {
  const index = indexOf(
    article(1, "오래된 글", { date: "2024-12-10" }),
    article(2, "내일", { date: "2026-01-01" }),
  );
  expect([found(index, "오래"), found(index, "내일")]).toEqual([[], [2]]);
  const days = (n: number) => new Date(Date.parse("2025-01-01") + n * 3_600_000).toISOString().slice(0, 10);
  index.take(
    12,
    Array.from({ length: 5010 }, (_, n) => article(n + 10, "글", { date: days(n) })),
  );
  expect([index.size, found(index, "내일")]).toEqual([5000, [2]]);
  expect(index.document("article-10")).toBeUndefined();
  index.setToday("2026-12-31");
  expect(index.size).toBe(1);
});

it("knows from which day on texts are known, also when some of them are deleted later", () => {
  const index = indexOf(article(1, "글", { date: "2025-03-02" }));
  expect([index.leaveOut("2025-03-02"), index.since]).toEqual([false, undefined]);
  const many = Array.from({ length: searchLimits.documents - 1 }, (_, n) => article(n + 2, "글"));
  index.take(12, many);
  expect(index.since).toBeUndefined();
  expect([index.leaveOut("2025-03-02"), index.since]).toEqual([true, "2025-03-02"]);
  index.take(12, [article(9000, "글", { date: "2025-05-05" })]);
  expect(index.since).toBe("2025-05-05");
  index.take(12, [gone(9000), gone(2), article(9001, "글", { date: "2025-01-01" })]);
  index.setTeams([]);
  expect([index.size, index.since]).toEqual([0, "2025-05-05"]);
  const { since } = index.changes();
  const again = new SearchIndex(today);
  again.load({ documents: [], index: undefined, teams, since });
  expect(again.since).toBe("2025-05-05");
  again.setToday("2026-05-05");
  expect(again.since).toBeUndefined();
});

it("removes the oldest once for a page of texts of several teams", () => {
  const index = indexOf(...Array.from({ length: searchLimits.documents }, (_, n) => article(n + 10, "글")));
  const old = article(1, "그제", { date: "2025-12-09" });
  index.takeOf([
    { teamId: 13, item: old },
    { teamId: 12, item: gone(10) },
  ]);
  expect([index.size, found(index, "그제")]).toEqual([searchLimits.documents, [1]]);
});

it("finds texts from the stored index, without words of deleted ones", async () => {
  const index = indexOf(article(1, "그래프"), article(2, "비밀"));
  index.take(12, [gone(2)]);
  await index.clean();
  const { puts: documents, removed, index: words } = index.changes();
  expect(removed).toEqual(["article-2"]);
  expect(words).not.toContain("article-2");
  for (const stored of [words, undefined, "{"]) {
    const again = new SearchIndex(today);
    again.load({ documents, index: stored, teams, since: undefined });
    expect(found(again, "그래프")).toEqual([]);
    again.setTeams(teams);
    expect(found(again, "그래프")).toEqual([1]);
  }
});

it("knows the days of articles that came without a text before their day was over", () => {
  const index = indexOf(article(1, "그래프"), article(2, "정렬", { text: "합병" }));
  expect(index.veiledDays(12)).toEqual([today]);
  expect(index.veiledDays(13)).toEqual([]);
  index.take(12, [article(1, "그래프", { text: "너비 우선" })]);
  expect(index.veiledDays(12)).toEqual([]);
  // An article of a picture alone, of a day that is over.
  index.take(12, [article(3, "큐", { date: "2025-12-09" })]);
  expect(index.veiledDays(12)).toEqual([]);
});
