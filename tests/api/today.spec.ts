import { beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contracts/limits";
import { invite } from "./inviting.ts";
import { recruiting } from "./recruiting.ts";
import { join, ownSite, type Person, refusal, said } from "./site.ts";

const [site, dotori, bamtol, hodu] = ownSite("도토리", "밤톨", "호두");
const { posted: recruited, apply } = recruiting(site);
const dayMs = 24 * 3600_000;

const today = async (person: Person, since?: string) => {
  const query = since === undefined ? "" : `?since=${encodeURIComponent(since)}`;
  return person.ask("GET", `/v1/members/today${query}`);
};
const write = async (
  person: Person,
  teamId: number,
  articleTitle: string,
  problems = "[]",
): Promise<number> => {
  const form = { teamId: String(teamId), articleTitle, articleBody: "<p>글</p>", problems };
  return (await person.ask("POST", "/v1/articles", { form })).body.data.articleId;
};
const setProblem = async (person: Person, teamId: number, date: string, articleTitle: string) => {
  const form = { articleTitle, articleBody: "<p>둘</p>", articleCategory: "스터디", selectedDate: date };
  return (await person.ask("POST", `/v1/articles/teams/${teamId}/subjects`, { form })).body.data.articleId;
};

/** The member with a new token after some days. */
async function later(days: number, person: Person): Promise<Person> {
  site.advance(days * dayMs);
  return site.again(person);
}

let morning: number;
let evening: number;
beforeAll(async () => {
  morning = await site.team(dotori);
  await join(bamtol, morning);
  evening = await site.team(bamtol, { teamName: "저녁반" });
  await join(dotori, evening);
});

describe("today", () => {
  it("shows the teams of the caller, latest joined first, with the day's problem and writers", async () => {
    const problem = await setProblem(dotori, morning, site.today(), "오늘의 문제");
    const own = await write(dotori, morning, "내 풀이", '[{"provider":"boj","number":"1260"}]');
    await write(bamtol, morning, "밤톨의 풀이");
    await write(bamtol, morning, "한 번 더");
    const { body } = await today(dotori);
    expect(body.data).toMatchObject({ date: site.today(), solved: 1 });
    expect(body.data.teams).toMatchObject([
      { teamId: evening, teamName: "저녁반", teamManager: false, memberCount: 2, memberLimit: 10 },
      {
        teamId: morning,
        teamManager: true,
        subject: { articleId: problem, title: "오늘의 문제", category: "스터디", problems: [] },
        wroteCount: 2,
        writers: [
          { uuid: dotori.uuid, memberName: "도토리", imageUrl: "/images/default/member.png" },
          { uuid: bamtol.uuid, memberName: "밤톨" },
        ],
        mine: [{ articleId: own, articleTitle: "내 풀이" }],
      },
    ]);
    expect(body.data.teams[0]).toMatchObject({ subject: null, wroteCount: 0, writers: [], mine: [] });
  });

  it("lists news by others since, newest first, only in the teams of the caller", async () => {
    const other = await site.team(hodu, { teamName: "남의 팀" });
    await write(hodu, other, "남의 글");
    await join(hodu, evening);
    const { body } = await today(dotori);
    expect(body.data.news.map(({ kind, title, memberName }: never) => [kind, title, memberName])).toEqual([
      ["joined", null, "호두"],
      ["article", "한 번 더", "밤톨"],
      ["article", "밤톨의 풀이", "밤톨"],
      ["joined", null, "밤톨"],
    ]);
    expect(body.data.news[0]).toMatchObject({ teamId: evening, id: null, date: site.today() });
    expect(JSON.stringify(body.data.news)).not.toContain("<p>");
    const problem = (await today(bamtol)).body.data.news.find(({ kind }: never) => kind === "subject");
    expect(problem).toMatchObject({ title: "오늘의 문제", memberName: "도토리", date: site.today() });
  });

  it("lists nothing from before a member joined, and everything since", async () => {
    const teamId = await site.team(dotori, { teamName: "새 팀" });
    await join(bamtol, teamId);
    await setProblem(dotori, teamId, site.today(), "옛 문제");
    await write(dotori, teamId, "옛 글");
    site.advance(1000);
    await join(hodu, teamId);
    const told = async () =>
      (await today(hodu)).body.data.news
        .filter((news: { teamId: number }) => news.teamId === teamId)
        .map(({ title, memberName }: { title: string | null; memberName: string }) => title ?? memberName);
    expect(await told()).toEqual([]);
    await write(dotori, teamId, "새 글");
    const tomorrow = new Date(Date.parse(site.today()) + dayMs).toISOString().slice(0, 10);
    await setProblem(dotori, teamId, tomorrow, "새 문제");
    await join(await site.person("나중이"), teamId);
    expect((await told()).sort()).toEqual(["나중이", "새 글", "새 문제"]);
  });

  it("limits `since` to 14 days, and refuses invalid instants", async () => {
    const returned = await later(20, dotori);
    const asked = new Date(Date.parse(`${site.today()}T00:00:00+09:00`) - 19 * dayMs).toISOString();
    const { body } = await today(returned, asked);
    expect(Date.parse(body.data.since)).toBeGreaterThan(Date.parse(asked) + 4 * dayMs);
    expect(body.data.news).toEqual([]);
    site.advance(-20 * dayMs);
    expect(said(await today(dotori, "yesterday"))).toBe(refusal("malformed"));
    const now = new Date(Date.parse(`${site.today()}T13:00:00+09:00`)).toISOString();
    expect((await today(dotori, now)).body.data.news).toEqual([]);
  });

  it("shows applicants and first steps of a young team only to managers", async () => {
    const recruitmentId = await recruited(dotori, { teamId: String(morning) });
    await apply(hodu, recruitmentId);
    const of = async (person: Person) =>
      (await today(person)).body.data.teams.find(({ teamId }: never) => teamId === morning);
    expect(await of(dotori)).toMatchObject({
      waitingApplicants: 1,
      // Somebody has joined, so nobody needs to be invited first.
      start: { invited: true, subject: true, wrote: true, announced: false },
    });
    const alone = await site.team(dotori, { teamName: "혼자" });
    const ofAlone = async () =>
      (await today(dotori)).body.data.teams.find(({ teamId }: never) => teamId === alone).start;
    expect(await ofAlone()).toMatchObject({ invited: false });
    await invite(dotori, alone);
    expect(await ofAlone()).toMatchObject({ invited: true });
    expect(await of(bamtol)).toMatchObject({ waitingApplicants: null, start: null });
    await dotori.ask("PATCH", `/v1/teams/${morning}/announcement`, { json: { teamAnnouncement: "일곱 시" } });
    expect((await of(dotori)).start).toMatchObject({ announced: true });
    expect((await of(await later(14, dotori))).start).toBeNull();
    site.advance(-14 * dayMs);
  });

  it("lists the teams by need, and writers and news of those that are shown as cards", async () => {
    const lead = await site.person("다람쥐");
    const other = await site.person("청설모");
    const named = (data: { teams: { teamId: number }[] }) => data.teams.map(({ teamId }) => teamId);
    const ids: number[] = [];
    for (let n = 0; n < limits.todayCards + 3; n += 1)
      ids.push(await site.team(lead, { teamName: `팀 ${n}` }));
    const [awaited = 0, written = 0, active = 0, ...rest] = ids;
    expect(named((await today(lead)).body.data)).toEqual(ids.toReversed());
    await apply(other, await recruited(lead, { teamId: String(awaited) }));
    for (const teamId of [written, active]) await join(other, teamId);
    await write(lead, written, "내 글");
    for (const teamId of [written, active]) await write(other, teamId, "남의 글");
    const { data } = (await today(lead)).body;
    expect(named(data)).toEqual([awaited, active, ...rest.toReversed(), written]);
    expect(data.teams[1]).toMatchObject({ wroteCount: 1, writers: [{ memberName: "청설모" }] });
    expect(data.teams.at(-1)).toMatchObject({
      wroteCount: 2,
      writers: [],
      mine: [{ articleTitle: "내 글" }],
    });
    const news = data.news.map(({ kind, teamId }: { kind: string; teamId: number }) => [kind, teamId]);
    expect(news).toEqual([
      ["article", active],
      ["joined", active],
    ]);
  });

  it("contains nothing of a withdrawn member", async () => {
    const leaving = await site.person("떠날이");
    await join(leaving, evening);
    await write(leaving, evening, "곧 사라질 글");
    expect(JSON.stringify((await today(dotori)).body)).toContain("곧 사라질 글");
    await leaving.ask("DELETE", "/v1/members");
    const after = JSON.stringify((await today(dotori)).body);
    expect(after).not.toContain("곧 사라질 글");
    expect(after).not.toContain("떠날이");
  });
});
