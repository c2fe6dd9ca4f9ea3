import { beforeAll, describe, expect, it } from "vitest";
import { daysBefore } from "#contracts/dates";
import { type Answer, join, ownSite, type Person, refusal, said } from "./site.ts";

/** spec/daily-use.md §5 calls 2 and 10. */

const [site, dotori, bamtol, outsider] = ownSite("도토리", "밤톨", "호두");
let teamId: number;
beforeAll(async () => {
  teamId = await site.team(dotori);
  await join(bamtol, teamId);
});

const post = async (person: Person, team = teamId, articleTitle = "풀이"): Promise<number> => {
  const form = { teamId: String(team), articleTitle, articleBody: "<p>글</p>" };
  return (await person.ask("POST", "/v1/articles", { form })).body.data.articleId;
};
const one = (person: Pick<Person, "ask">, articleId: number) =>
  person.ask("GET", `/v1/articles/${articleId}`);
const writers = (from = site.today(), to = from, team = teamId) =>
  site.ask("GET", `/v1/teams/${team}/writers?from=${from}&to=${to}`);
const shownIn = ({ body }: Answer, articleId: number) =>
  body.data.content.find((each: { articleId: number }) => each.articleId === articleId);

describe("one article", () => {
  it("is returned with team, day and page of the day's list, and its revision", async () => {
    const articleId = await post(bamtol);
    const answer = await one(dotori, articleId);
    const byDate = await dotori.ask("GET", `/v1/articles/${teamId}/by-date?date=${site.today()}`);
    expect(answer.body).toEqual({
      status: "success",
      code: 200,
      message: null,
      data: { ...shownIn(byDate, articleId), teamId, date: site.today(), page: 0 },
    });
    expect(answer.headers.get("etag")).toBe('"1"');
    expect((await one(bamtol, articleId)).body.data.isAuthor).toBe(true);
  });

  it("is returned with the page of the day's list that shows it", async () => {
    const team = await site.team(dotori);
    const ids: number[] = [];
    for (let count = 0; count < 13; count++) ids.push(await post(dotori, team));
    const pages: number[] = [];
    for (const id of ids) pages.push((await one(site, id)).body.data.page);
    expect(pages).toEqual([2, ...Array(6).fill(1), ...Array(6).fill(0)]);
    for (const page of [0, 1, 2]) {
      const list = await site.ask("GET", `/v1/articles/${team}/by-date?date=${site.today()}&page=${page}`);
      for (const { articleId } of list.body.data.content) expect(pages[ids.indexOf(articleId)]).toBe(page);
    }
    await dotori.ask("DELETE", `/v1/articles/${ids[12]}`);
    expect((await one(site, ids[0] as number)).body.data.page).toBe(1);
  });

  it("shows its body only to the team and its author, also after a kick", async () => {
    const kicked = await site.person("내보낸이");
    await join(kicked, teamId);
    const own = await post(kicked);
    const others = await post(bamtol);
    expect((await one(kicked, others)).body.data.articleBody).toBe("<p>글</p>");
    const json = { memberInfo: kicked.uuid };
    expect((await dotori.ask("POST", `/v1/teams/${teamId}/remove/team-member`, { json })).status).toBe(200);
    for (const person of [kicked, outsider, site])
      expect((await one(person, others)).body.data).toMatchObject({
        articleTitle: "풀이",
        articleBody: null,
      });
    expect((await one(kicked, own)).body.data.articleBody).toBe("<p>글</p>");
  });

  it("responds 404 once it, its author or its team is deleted", async () => {
    const unknown = "404 존재 하지 않는 게시글 입니다.";
    expect(said(await one(site, 999_999))).toBe(unknown);
    const leaving = await site.person("떠난이");
    const team = await site.team(bamtol);
    await join(leaving, team);
    const deleted = await post(bamtol, team);
    const left = await post(leaving, team);
    const gone = await post(bamtol, team);
    await bamtol.ask("DELETE", `/v1/articles/${deleted}`);
    await leaving.ask("DELETE", "/v1/members");
    await bamtol.ask("DELETE", `/v1/teams/${team}`);
    for (const id of [deleted, left, gone]) expect(said(await one(bamtol, id))).toBe(unknown);
  });
});

describe("writers of days", () => {
  it("counts each member once, the first six by their first article, without deleted articles", async () => {
    const team = await site.team(dotori);
    const people: Person[] = [dotori];
    for (const name of ["하나", "둘", "셋", "넷", "다섯", "여섯", "일곱"]) {
      const person = await site.person(name);
      await join(person, team);
      people.push(person);
    }
    const first = await post(dotori, team);
    for (const person of people.slice(1)) await post(person, team);
    await post(dotori, team);
    const day = async () => (await writers(site.today(), site.today(), team)).body.data;
    const names = async () => (await day())[0].members.map((each: { memberName: string }) => each.memberName);
    expect(await day()).toEqual([
      {
        date: site.today(),
        count: 8,
        members: expect.arrayContaining([
          { uuid: dotori.uuid, memberName: "도토리", imageUrl: "/images/default/member.png" },
        ]),
      },
    ]);
    expect(await names()).toEqual(["도토리", "하나", "둘", "셋", "넷", "다섯"]);
    const naming = async (members: string, from = site.today()) => {
      const query = `from=${from}&to=${site.today()}&members=${members}`;
      return (await site.ask("GET", `/v1/teams/${team}/writers?${query}`)).body;
    };
    expect((await naming("0")).data).toEqual([{ date: site.today(), count: 8, members: [] }]);
    expect((await naming("1000")).data[0].members).toHaveLength(8);
    expect((await naming("1000", daysBefore(site.today(), 1))).data[0].members).toHaveLength(6);
    expect((await naming("-1")).message).toBe("요청 형식이 올바르지 않습니다.");
    await dotori.ask("DELETE", `/v1/articles/${first}`);
    expect(await names()).toEqual(["하나", "둘", "셋", "넷", "다섯", "여섯"]);
    expect((await day())[0].count).toBe(8);
    await people[1]?.ask("DELETE", "/v1/members");
    expect((await day())[0].count).toBe(7);
  });

  it("omits days without an article, and refuses impossible spans and unknown teams", async () => {
    const team = await site.team(dotori);
    expect((await writers("2025-09-01", "2025-09-30", team)).body).toMatchObject({ message: null, data: [] });
    const impossible = said(await writers("2025-02-30", "2025-03-01"));
    expect(impossible).toBe("400 날짜 및 날짜 형식이 올바르지 않습니다.");
    for (const [from, to] of [
      ["2025-09-02", "2025-09-01"],
      ["2025-08-31", "2025-10-12"],
      ["", ""],
    ])
      expect(said(await writers(from, to))).toBe(impossible);
    expect((await writers("2025-08-31", "2025-10-11")).status).toBe(200);
    expect(said(await writers(site.today(), site.today(), 999_999))).toBe(refusal("team-not-found"));
    expect(said(await site.ask("GET", `/v1/teams/${team}/writers`))).toBe(impossible);
  });
});
