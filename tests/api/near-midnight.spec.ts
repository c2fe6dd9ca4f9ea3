import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Person, type Site, startSite } from "./site.ts";

const minuteMs = 60_000;

/** 00:30 in Seoul is 15:30 UTC of the day before. */
describe.each([
  ["00:30", -31 * minuteMs],
  ["23:59", minuteMs],
])("at %s of Seoul", (standsAt, toNeighbourDay) => {
  let site: Site;
  let dotori: Person;
  let teamId: number;
  let today: string;

  beforeAll(async () => {
    site = await startSite({ standsAt });
    dotori = await site.person("도토리");
    teamId = await site.team(dotori);
    today = site.today();
  });
  afterAll(() => site.close());

  const post = async (): Promise<number> => {
    const form = { teamId: String(teamId), articleTitle: "정렬 풀이", articleBody: "<p>글</p>" };
    const { body } = await dotori.ask("POST", "/v1/articles", { form });
    return body.data.articleId;
  };
  const listed = async (date: string): Promise<{ articleId: number; createdDate: string }[]> =>
    (await dotori.ask("GET", `/v1/articles/${teamId}/by-date?date=${date}`)).body.data.content;

  it("dates an article, a team and its page by the Seoul day", async () => {
    const articleId = await post();
    const [article] = await listed(today);
    expect(article).toMatchObject({ articleId, createdDate: `${today} ${standsAt}:00` });
    const [year, month] = today.split("-").map(Number);
    const page = await dotori.ask("GET", `/v1/teams/${teamId}/team-page?year=${year}&month=${month}`);
    expect(page.body.data.myTeamResponse.createdAt).toBe(today);
  });

  it("dates an article that is written after midnight to the next day", async () => {
    const before = (await listed(today)).length;
    site.advance(toNeighbourDay);
    const neighbour = site.today();
    const articleId = await post();
    site.advance(-toNeighbourDay);
    expect(neighbour).not.toBe(today);
    expect((await listed(neighbour)).map((one) => one.articleId)).toEqual([articleId]);
    expect(await listed(today)).toHaveLength(before);
  });

  it("keeps the problem of a day at that day", async () => {
    const form = {
      articleTitle: "오늘의 두 문제",
      articleBody: "<p>둘</p>",
      articleCategory: "스터디",
      selectedDate: today,
    };
    const posted = await dotori.ask("POST", `/v1/articles/teams/${teamId}/subjects`, { form });
    expect(posted.status).toBe(201);
    const [year, month] = today.split("-").map(Number);
    const page = await dotori.ask("GET", `/v1/teams/${teamId}/team-page?year=${year}&month=${month}`);
    expect(JSON.stringify(page.body.data.subjectArticleDateAndTagResponses)).toContain(today);
  });
});
