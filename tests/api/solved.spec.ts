import { beforeAll, describe, expect, it } from "vitest";
import { join, ownSite, type Person, said } from "./site.ts";

const [site, ...signedUp] = ownSite("도토리", "밤톨");
let [dotori, bamtol] = signedUp;
let teamId: number;
let otherTeam: number;
/** Advances a day and renews the tokens, which have expired. */
async function nextDay() {
  site.advance(24 * 3_600_000);
  dotori = await site.again(dotori);
  bamtol = await site.again(bamtol);
}
beforeAll(async () => {
  teamId = await site.team(dotori);
  otherTeam = await site.team(dotori);
  await join(bamtol, teamId);
});

const boj = { provider: "boj", number: "1260" };
const hash = { provider: "programmers", number: "42576" };
const named = { ...hash, title: "완주하지 못한 선수", url: "https://problems.example/hash" };

const post = async (person: Person, problems?: unknown, team = teamId) => {
  const form = { teamId: String(team), articleTitle: "풀이", articleBody: "<p>글</p>" };
  return person.ask("POST", "/v1/articles", {
    form: problems === undefined ? form : { ...form, problems: JSON.stringify(problems) },
  });
};
const put = (person: Person, articleId: number, form: Record<string, string>) =>
  person.ask("PUT", `/v1/articles/${articleId}`, { form });
const idOf = async (posted: ReturnType<typeof post>): Promise<number> => (await posted).body.data.articleId;
const postSubject = (selectedDate: string, problems: unknown, team = teamId) =>
  dotori.ask("POST", `/v1/articles/teams/${team}/subjects`, {
    form: {
      articleTitle: "문제",
      articleBody: "<p>문제</p>",
      articleCategory: "스터디",
      selectedDate,
      problems: JSON.stringify(problems),
    },
  });
const solved = async (person: Person, query = "") =>
  (await person.ask("GET", `/v1/members/solved${query}`)).body.data;
const problemsOf = async (person: Person, articleId: number) => {
  const { body } = await person.ask("GET", `/v1/articles/${teamId}/my-page`);
  return body.data.content.find((one: { articleId: number }) => one.articleId === articleId).problems;
};
const travelling = (problem: object) => ({ ...problem, title: null, url: null });

describe("references to problems", () => {
  it("are shown in articles without title and address; an edit without them keeps them, an empty list removes them", async () => {
    const articleId = await idOf(post(bamtol, [{ ...named }, boj]));
    expect(await problemsOf(bamtol, articleId)).toEqual([hash, boj].map(travelling));
    const byDate = await site.ask("GET", `/v1/articles/${teamId}/by-date?date=${site.today()}`);
    expect(byDate.body.data.content[0].problems).toEqual([hash, boj].map(travelling));
    await put(bamtol, articleId, { articleTitle: "고친 풀이" });
    expect(await problemsOf(bamtol, articleId)).toEqual([hash, boj].map(travelling));
    await put(bamtol, articleId, { problems: "[]" });
    expect(await problemsOf(bamtol, articleId)).toEqual([]);
    await bamtol.ask("DELETE", `/v1/articles/${articleId}`);
  });

  it("are shown in the problem of a day with title and address", async () => {
    const date = "2025-12-11";
    const { articleId } = (await postSubject(date, [named])).body.data;
    const read = async () =>
      (await site.ask("GET", `/v1/articles/teams/${teamId}/subjects?date=${date}`)).body.data.problems;
    const edit = (form: Record<string, string>) =>
      dotori.ask("PUT", `/v1/articles/teams/${teamId}/subjects/${articleId}`, { form });
    expect(await read()).toEqual([named]);
    await edit({ articleTitle: "고친 문제" });
    expect(await read()).toEqual([named]);
    const own = { provider: "own", number: "", title: "", url: null };
    await edit({ problems: JSON.stringify([own]) });
    expect(await read()).toEqual([own]);
  });

  it("are refused with their field, or as malformed", async () => {
    const wrong = await post(bamtol, [{ ...boj, number: "천" }]);
    expect(wrong.body).toMatchObject({
      status: "fail",
      code: 400,
      data: { problems: "문제 번호가 올바르지 않습니다." },
    });
    for (const problems of [[{ provider: "own", number: "" }], [{ provider: "x", number: "1" }], {}])
      expect(said(await post(bamtol, problems))).toBe("400 요청 형식이 올바르지 않습니다.");
    const subject = await postSubject("2025-12-12", [{ ...named, url: "http://problems.example" }]);
    expect(subject.body.data).toEqual({ problems: "문제 주소가 올바르지 않습니다." });
  });
});

describe("solved problems", () => {
  it("are those of the own articles without duplicates, latest first, with titles from problems of current teams", async () => {
    await postSubject("2025-12-20", [named]);
    await idOf(post(dotori, [hash, boj]));
    await idOf(post(bamtol, [{ provider: "leetcode", number: "two-sum" }]));
    await nextDay();
    const last = await idOf(post(dotori, [hash], otherTeam));
    const today = site.today();
    const first = new Date(Date.parse(today) - 24 * 3_600_000).toISOString().slice(0, 10);
    const { content, page } = await solved(dotori);
    expect(page).toEqual({ size: 20, number: 0, totalElements: 2, totalPages: 1 });
    expect(content).toEqual([
      {
        ...named,
        count: 2,
        firstDate: first,
        lastDate: today,
        last: { teamId: otherTeam, articleId: last },
      },
      {
        ...travelling(boj),
        count: 1,
        firstDate: first,
        lastDate: first,
        last: { teamId, articleId: expect.any(Number) },
      },
    ]);
    expect((await solved(bamtol)).content).toHaveLength(1);
    expect((await solved(dotori, "?provider=boj")).content).toEqual([content[1]]);
    expect((await solved(dotori, "?page=1")).content).toEqual([]);
    expect((await solved(dotori, "?provider=")).content).toHaveLength(2);
    expect(said(await dotori.ask("GET", "/v1/members/solved?provider=x"))).toBe(
      "400 요청 형식이 올바르지 않습니다.",
    );
  });

  it("follow edits, deletions and the end of a team; titles are removed with the membership", async () => {
    const articleId = await idOf(post(bamtol, [hash]));
    const numbers = async () =>
      (await solved(bamtol)).content.map(({ number, title }: { number: string; title: string }) => [
        number,
        title,
      ]);
    expect(await numbers()).toEqual([
      ["42576", named.title],
      ["two-sum", null],
    ]);
    await put(bamtol, articleId, { problems: JSON.stringify([boj]) });
    expect((await numbers())[0]).toEqual(["1260", null]);
    await put(bamtol, articleId, { problems: JSON.stringify([hash]) });
    await bamtol.ask("DELETE", `/v1/teams/${teamId}/members/me`);
    expect((await numbers())[0]).toEqual(["42576", null]);
    await bamtol.ask("DELETE", `/v1/articles/${articleId}`);
    expect(await numbers()).toEqual([["two-sum", null]]);
    await dotori.ask("DELETE", `/v1/teams/${teamId}`);
    expect((await solved(bamtol)).content).toEqual([]);
    expect((await solved(dotori)).content).toHaveLength(1);
  });
});
