import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { daysBefore, seoulDate } from "#contracts/dates";
import { join, type Person, type Site, said, startSite } from "./site.ts";

const minuteMs = 60_000;

/** spec/rhythm.md rule 1 at 01:40 in Seoul, in a team whose day ends at 02:00 and in one without the setting. */
describe.each(["UTC", "Asia/Seoul", "America/Los_Angeles"])("the end of a day, by a server in %s", (zone) => {
  const zoneBefore = process.env.TZ;
  let site: Site;
  let manager: Person;
  let member: Person;
  let late: number;
  let plain: number;
  /** The Seoul day, and the one before, which is the day of the late team. */
  let today: string;
  let yesterday: string;

  beforeAll(async () => {
    process.env.TZ = zone;
    site = await startSite({ standsAt: "01:40" });
    today = site.today();
    yesterday = daysBefore(today, 1);
    manager = await site.person("방장");
    member = await site.person("팀원");
    late = await site.team(manager);
    plain = await site.team(manager);
    for (const teamId of [late, plain]) await join(member, teamId);
  });
  afterAll(async () => {
    await site.close();
    if (zoneBefore === undefined) delete process.env.TZ;
    else process.env.TZ = zoneBefore;
  });

  const endAt = (dayEndsAt: unknown, teamId = late) =>
    manager.ask("PUT", `/v1/teams/${teamId}/day-end`, { json: { dayEndsAt } });
  const write = async (by: Person, teamId: number, articleTitle: string): Promise<number> => {
    const form = { teamId: String(teamId), articleTitle, articleBody: "<p>비밀본문</p>" };
    return (await by.ask("POST", "/v1/articles", { form })).body.data.articleId;
  };
  const dateOf = async (articleId: number): Promise<string> =>
    (await member.ask("GET", `/v1/articles/${articleId}`)).body.data.date;
  const problem = (teamId: number, selectedDate: string) => {
    const form = {
      articleTitle: "문제",
      articleBody: "<p>문제</p>",
      articleCategory: "스터디",
      selectedDate,
    };
    return manager.ask("POST", `/v1/articles/teams/${teamId}/subjects`, { form });
  };
  const solveFirst = (teamId: number) => {
    const json = { reviewPartner: false, solveFirst: true };
    return manager.ask("PUT", `/v1/teams/${teamId}/discussion-options`, { json });
  };
  const isVeiled = async (articleId: number): Promise<boolean> =>
    (await member.ask("GET", `/v1/articles/${articleId}`)).body.data.veiled;
  interface TeamOfToday {
    teamId: number;
    date: string;
    wroteCount: number;
    mine: { articleTitle: string }[];
    subject: { title: string } | null;
  }
  const home = async (
    by: Person,
    since?: Date,
  ): Promise<{ teams: TeamOfToday[]; news: { kind: string }[] }> => {
    const query = since ? `?since=${encodeURIComponent(since.toISOString())}` : "";
    return (await by.ask("GET", `/v1/members/today${query}`)).body.data;
  };
  const ofTeam = async (by: Person, teamId: number) =>
    (await home(by)).teams.find((team) => team.teamId === teamId);

  it("is chosen by managers in steps of half an hour", async () => {
    for (const wrong of [undefined, null, "24:00", "02:15", "06:30", "2:00"])
      expect((await endAt(wrong)).body.data).toEqual({
        dayEndsAt: "하루의 끝을 다시 선택해 주세요.",
      });
    for (const dayEndsAt of ["00:00", "02:00", "02:00"])
      expect(said(await endAt(dayEndsAt))).toBe("200 하루의 끝을 바꾸었습니다.");
    const changes = (await site.storedEvents()).filter(({ type }) => type === "DayEndChanged");
    expect(changes.map(({ data }) => JSON.parse(data))).toEqual([
      { teamId: late, dayEndsAt: "02:00", changedBy: manager.uuid },
    ]);
  });

  it("decides the day of an article, and later changes do not", async () => {
    const first = await write(manager, late, "늦은 글");
    const other = await write(manager, plain, "이른 글");
    expect([await dateOf(first), await dateOf(other)]).toEqual([yesterday, today]);
    await endAt("01:30");
    const second = await write(manager, late, "바뀐 뒤의 글");
    await endAt("02:00");
    expect([await dateOf(first), await dateOf(second)]).toEqual([yesterday, today]);
  });

  it("decides the day of each team on the home page, with its problem and writers", async () => {
    expect((await problem(late, yesterday)).status).toBe(201);
    expect((await problem(plain, today)).status).toBe(201);
    expect(await ofTeam(member, late)).toMatchObject({
      date: yesterday,
      wroteCount: 1,
      subject: { title: "문제" },
      mine: [],
    });
    expect(await ofTeam(member, plain)).toMatchObject({
      date: today,
      wroteCount: 1,
      subject: { title: "문제" },
    });
    expect((await ofTeam(manager, late))?.mine.map(({ articleTitle }) => articleTitle)).toEqual(["늦은 글"]);
    const { news } = await home(member, new Date(`${today}T01:00:00+09:00`));
    expect(news.filter(({ kind }) => kind === "article")).toHaveLength(3);
  });

  it("keeps a veil until the team's day has ended", async () => {
    for (const teamId of [late, plain]) await solveFirst(teamId);
    const hidden = await write(manager, late, "가려진 글");
    expect(await isVeiled(hidden)).toBe(true);
    site.advance(19 * minuteMs);
    expect(await isVeiled(hidden)).toBe(true);
    site.advance(minuteMs);
    expect(await isVeiled(hidden)).toBe(false);
    expect(await ofTeam(member, late)).toMatchObject({ date: today, subject: null, wroteCount: 1 });
    site.advance(-20 * minuteMs);
    expect(await isVeiled(hidden)).toBe(true);
  });

  it("stores a peek of the team's day, and none of a farther one", async () => {
    const peeks = async () => (await site.query("SELECT date FROM peeks")).length;
    await member.ask("PUT", `/v1/teams/${late}/peeks/${daysBefore(yesterday, -2)}`);
    expect(await peeks()).toBe(0);
    await member.ask("PUT", `/v1/teams/${late}/peeks/${yesterday}`);
    expect(await peeks()).toBe(1);
  });

  it("is midnight in Seoul for a team without the setting", async () => {
    expect(today).toBe(seoulDate(new Date(`${today}T01:40:00+09:00`)));
    site.advance(-101 * minuteMs);
    const before = await write(manager, plain, "자정 전");
    site.advance(minuteMs);
    const after = await write(manager, plain, "자정");
    site.advance(100 * minuteMs);
    expect([await dateOf(before), await dateOf(after)]).toEqual([yesterday, today]);
  });
});
