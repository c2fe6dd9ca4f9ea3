import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Person, type Site, startSite, teamFields } from "./site.ts";

let site: Site;
let dotori: Person;
let bamtol: Person;
let outsider: Person;
let teamId: number;

beforeAll(async () => {
  site = await startSite();
  [dotori, bamtol, outsider] = [
    await site.person("도토리"),
    await site.person("밤톨"),
    await site.person("호두"),
  ];
  teamId = await site.team(dotori);
});
afterAll(() => site.close());

const message = (answer: { status: number; body: { message: string } }) => [
  answer.status,
  answer.body.message,
];
const join = (person: Person, password = "4821", team = teamId) =>
  person.ask("POST", `/v1/teams/${team}/join`, { json: { password } });
const teamPage = (person: Pick<Person, "ask"> = site, team = teamId) =>
  person.ask("GET", `/v1/teams/${team}/team-page?year=2025&month=9`);

describe("creating a team", () => {
  it("makes the creator its manager and shows it everywhere at once", async () => {
    const created = await outsider.ask("POST", "/v1/teams", { form: { ...teamFields, teamName: "저녁반" } });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      message: "팀이 성공적으로 생성되었습니다.",
      data: { teamId: expect.any(Number) },
    });
    const { data } = (await teamPage(outsider, created.body.data.teamId)).body;
    expect(data).toMatchObject({
      teamManager: true,
      myTeamResponse: {
        teamName: "저녁반",
        imageUrl: "/images/default/team.png",
        memberCount: 1,
        teamAnnouncement: "",
        teamRecruitId: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        members: [{ memberName: "호두", uuid: outsider.uuid }],
      },
      subjectArticleDateAndTagResponses: [],
    });
    const info = await outsider.ask("GET", "/v1/members/info");
    expect(info.body.data.teamAbstractResponses[0]).toMatchObject({ teamName: "저녁반" });
  });

  it("refuses what it must, in order", async () => {
    const create = (fields: Record<string, string | string[]>) =>
      dotori.ask("POST", "/v1/teams", { form: { ...teamFields, ...fields } });
    expect(message(await create({ topic: "독서", teamRecruitId: "99" }))).toEqual([
      400,
      "주제가 올바른 형식이 아닙니다.",
    ]);
    expect(message(await create({ teamRecruitId: "99" }))).toEqual([404, "팀 모집글이 존재하지 않습니다."]);
    expect(message(await create({ teamMemberUuids: [bamtol.uuid] }))).toEqual([
      400,
      "모집글의 신청자가 아닙니다.",
    ]);
  });

  it("never shows or stores the password in clear", async () => {
    const created = (await site.storedEvents()).filter(({ type }) => type === "TeamCreated");
    expect(created.length).toBeGreaterThan(0);
    for (const { data } of created) expect(data).not.toContain("4821");
    const list = await site.ask("GET", "/v1/teams/combined");
    expect(JSON.stringify(list.body)).not.toContain("4821");
  });
});

describe("joining", () => {
  it("refuses in order: team, password, membership, capacity", async () => {
    expect(message(await join(bamtol, "4821", 999_999))).toEqual([404, "팀이 존재하지 않습니다."]);
    expect(message(await join(bamtol, "0000"))).toEqual([400, "팀 비밀번호가 옳지 않습니다."]);
    const joined = await join(bamtol, " 4821 ");
    expect(joined.body).toMatchObject({
      code: 200,
      message: "팀에 성공적으로 가입했습니다.",
      data: { teamId },
    });
    expect(message(await join(bamtol))).toEqual([400, "이미 팀에 가입했습니다."]);
    const small = await site.team(dotori, { memberLimit: "1" });
    expect(message(await join(bamtol, "4821", small))).toEqual([400, "현재 팀의 최대 인원을 넘었습니다."]);
    expect(message(await join(dotori, "4821", small))).toEqual([400, "이미 팀에 가입했습니다."]);
  });

  it("shows the new member to everybody", async () => {
    const { data } = (await teamPage()).body;
    expect(data.teamManager).toBe(false);
    expect(data.myTeamResponse.memberCount).toBe(2);
    expect(data.myTeamResponse.members.map((member: { memberName: string }) => member.memberName)).toEqual([
      "도토리",
      "밤톨",
    ]);
  });

  it("stops comparing after five wrong guesses of one person, until ten minutes have passed", async () => {
    const guesser = await site.person("솔방울");
    const small = await site.team(dotori);
    const began = performance.now();
    for (let guess = 0; guess < 5; guess += 1)
      expect((await join(guesser, `000${guess}`, small)).status).toBe(400);
    const refused = await join(guesser, "4821", small);
    expect(message(refused)).toEqual([429, "비밀번호 입력 횟수를 초과했습니다. 잠시 후 다시 시도해 주세요."]);
    const retryAfter = Number(refused.headers.get("retry-after"));
    const passed = Math.ceil((performance.now() - began) / 1000);
    expect(retryAfter).toBeGreaterThanOrEqual(600 - passed);
    expect(retryAfter).toBeLessThanOrEqual(600);
    expect((await join(outsider, "4821", small)).status).toBe(200);
    site.advance(10 * 60_000 + 1000);
    expect((await join(guesser, "4821", small)).status).toBe(200);
    site.advance(-10 * 60_000 - 1000);
  });

  it("counts no right guess, however many come at once", async () => {
    const guesser = await site.person("은행잎");
    const small = await site.team(dotori);
    for (let guess = 0; guess < 4; guess += 1) await join(guesser, `000${guess}`, small);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => join(guesser, "4821", small)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it("compares no more than fifty wrong guesses per team, however many people guess at once", async () => {
    const target = await site.team(dotori);
    const people = await site.people(12, (index) => `사람${index}`);
    const answers = await Promise.all(
      people.flatMap((person) =>
        Array.from({ length: 8 }, (_, index) => join(person, `00${10 + index}`, target)),
      ),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(answers.length - 50);
  });

  it("lets ten people at once take the last seat once", async () => {
    const people = await site.people(10, (index) => `앉을${index}`);
    const two = await site.team(dotori, { memberLimit: "2" });
    const answers = await Promise.all(people.map((person) => join(person, "4821", two)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const lost of answers.filter(({ status }) => status !== 200))
      expect(message(lost)).toEqual([400, "현재 팀의 최대 인원을 넘었습니다."]);
    expect((await teamPage(site, two)).body.data.myTeamResponse.memberCount).toBe(2);
  });
});

describe("finding teams", () => {
  it("finds one and two syllables anywhere in the name and takes signs as they are", async () => {
    await site.team(dotori, { teamName: "100%_달성" });
    const search = async (keyword: string) =>
      (
        await site.ask("GET", `/v1/teams/search?keyword=${encodeURIComponent(keyword)}`)
      ).body.data.content.map((team: { teamName: string }) => team.teamName);
    expect(await search("반")).toContain("아침반");
    expect(await search("침반")).toContain("아침반");
    expect(await search("%")).toEqual(["100%_달성"]);
    expect(await search("0_달")).toEqual([]);
    expect(await search("없는팀")).toEqual([]);
  });
  it("sorts, pages, and shows visitors no teams of their own", async () => {
    const { data } = (await site.ask("GET", "/v1/teams/combined?sort=name&page=0&size=2")).body;
    expect(data.myTeams).toEqual([]);
    expect(data.allTeams.content).toHaveLength(2);
    expect(data.allTeams.content[0].teamName).toBe("100%_달성");
    expect(data.allTeams.page.totalPages).toBe(Math.ceil(data.allTeams.page.totalElements / 2));
    const mine = (await bamtol.ask("GET", "/v1/teams/combined")).body.data.myTeams;
    expect(mine.map((team: { teamId: number }) => team.teamId)).toEqual([teamId]);
  });
});

describe("the announcement", () => {
  const announce = (person: Pick<Person, "ask">, teamAnnouncement: unknown, team = teamId) =>
    person.ask("PATCH", `/v1/teams/${team}/announcement`, { json: { teamAnnouncement } });
  it("is a manager's to set and to clear", async () => {
    expect(message(await announce(dotori, "  이번 주는 그래프!  "))).toEqual([
      200,
      "팀 공지가 성공적으로 업데이트되었습니다.",
    ]);
    expect((await teamPage()).body.data.myTeamResponse.teamAnnouncement).toBe("이번 주는 그래프!");
    await announce(dotori, "");
    expect((await teamPage()).body.data.myTeamResponse.teamAnnouncement).toBe("");
  });
  it("is refused in order", async () => {
    expect(message(await announce(site, "x"))).toEqual([401, "인증 되지 않은 사용자 입니다."]);
    expect((await announce(bamtol, null)).body.data).toEqual({
      teamAnnouncement: "공지글은 필수 항목입니다.",
    });
    expect((await announce(bamtol, "가".repeat(51))).body.data).toEqual({
      teamAnnouncement: "글자 수를 초과했습니다.",
    });
    expect(message(await announce(bamtol, "x", 999_999))).toEqual([404, "팀이 존재하지 않습니다."]);
    expect(message(await announce(bamtol, "x"))).toEqual([400, "팀의 매니저가 옳지 않습니다."]);
    expect(message(await announce(outsider, "x"))).toEqual([400, "팀의 매니저가 옳지 않습니다."]);
  });
});

describe("the team's own information", () => {
  const put = (person: Person, form: Record<string, string>, headers: Record<string, string> = {}) =>
    person.ask("PUT", `/v1/teams/${teamId}`, { form, headers });
  it("is for managers", async () => {
    expect(message(await bamtol.ask("GET", `/v1/teams/${teamId}`))).toEqual([
      400,
      "팀의 매니저가 옳지 않습니다.",
    ]);
    expect(message(await dotori.ask("GET", "/v1/teams/999999"))).toEqual([404, "팀이 존재하지 않습니다."]);
    const { body, headers } = await dotori.ask("GET", `/v1/teams/${teamId}`);
    expect(body.data).toEqual({
      teamId,
      teamName: "아침반",
      teamExplain: "7시에 시작해요",
      topic: "코딩테스트",
      memberLimit: 10,
      password: "4821",
      teamIconUrl: "/images/default/team.png",
      revision: 1,
    });
    expect(headers.get("etag")).toBe('"1"');
  });
  it("keeps what is absent, refuses a stale revision with the present state", async () => {
    const saved = await put(dotori, { teamName: "새벽반", password: "null" }, { "if-match": '"1"' });
    expect(saved.body.data).toMatchObject({ teamName: "새벽반", password: "4821", revision: 2 });
    expect(saved.headers.get("etag")).toBe('"2"');
    const stale = await put(dotori, { teamName: "아침반" }, { "if-match": '"1"' });
    expect(message(stale)).toEqual([412, "다른 곳에서 먼저 수정되었습니다."]);
    expect(stale.body.data).toMatchObject({ teamName: "새벽반", revision: 2 });
    expect(stale.headers.get("etag")).toBe('"2"');
    expect(
      (await put(dotori, { teamName: "아침반", password: "1111" }, { "if-match": "*" })).body.data,
    ).toMatchObject({
      teamName: "아침반",
      password: "1111",
      revision: 3,
    });
    expect(message(await put(dotori, { memberLimit: "1" }))).toEqual([
      400,
      "인원 제한이 현재 팀원 수보다 작습니다.",
    ]);
    expect(message(await put(bamtol, { teamName: "내꺼" }))).toEqual([400, "팀의 매니저가 옳지 않습니다."]);
    expect((await put(dotori, { teamName: " " })).body.data).toEqual({
      teamName: "팀 이름은 필수 입력 항목입니다.",
    });
  });
});

describe("refusals in checking order", () => {
  const noTeam = [404, "팀이 존재하지 않습니다."];
  const noManager = [400, "팀의 매니저가 옳지 않습니다."];
  const put = (
    person: Pick<Person, "ask">,
    form: Record<string, string>,
    headers: Record<string, string> = {},
    team = teamId,
  ) => person.ask("PUT", `/v1/teams/${team}`, { form, headers });
  const stale = { "if-match": '"999"' };

  it("of an edit: fields, team, manager, revision, topic, limit", async () => {
    const own = await site.team(dotori);
    await join(bamtol, "4821", own);
    const wrong = {
      teamName: "가".repeat(11),
      memberLimit: "51",
      password: "12345",
      teamExplain: "가".repeat(51),
    };
    expect((await put(bamtol, wrong, stale, 999_999)).body.data).toEqual({
      teamName: "글자 수를 초과했습니다.",
      teamExplain: "글자 수를 초과했습니다.",
      memberLimit: "1 ~ 50 사이의 숫자를 입력해주세요.",
      password: "숫자 4자리를 입력해주세요.",
    });
    const bad = { topic: "독서", memberLimit: "1" };
    expect(message(await put(bamtol, bad, stale, 999_999))).toEqual(noTeam);
    expect(message(await put(bamtol, { password: "1357" }, {}, 999_999))).toEqual(noTeam);
    expect(message(await put(bamtol, bad, stale, own))).toEqual(noManager);
    expect(message(await put(dotori, bad, stale, own))).toEqual([412, "다른 곳에서 먼저 수정되었습니다."]);
    expect(message(await put(dotori, bad, {}, own))).toEqual([400, "주제가 올바른 형식이 아닙니다."]);
    expect(message(await put(dotori, { memberLimit: "1" }, {}, own))).toEqual([
      400,
      "인원 제한이 현재 팀원 수보다 작습니다.",
    ]);
    expect(message(await put(site, bad, stale, own))).toEqual([401, "인증 되지 않은 사용자 입니다."]);
  });

  it("of a deletion: team, manager", async () => {
    const remove = (person: Pick<Person, "ask">, team: number) => person.ask("DELETE", `/v1/teams/${team}`);
    expect(message(await remove(site, 999_999))).toEqual([401, "인증 되지 않은 사용자 입니다."]);
    expect(message(await remove(outsider, 999_999))).toEqual(noTeam);
    expect(message(await remove(outsider, teamId))).toEqual(noManager);
  });

  it("of a join: blank password, team, guesses, password, membership, seats", async () => {
    const guesser = await site.person("추측");
    const small = await site.team(dotori, { memberLimit: "1" });
    expect((await join(guesser, "  ", 999_999)).body.data).toEqual({
      password: "팀 비밀번호는 필수 항목입니다.",
    });
    expect(message(await join(guesser, "0000", 999_999))).toEqual(noTeam);
    expect(message(await join(dotori, "0000", small))).toEqual([400, "팀 비밀번호가 옳지 않습니다."]);
    expect(message(await join(dotori, "4821", small))).toEqual([400, "이미 팀에 가입했습니다."]);
    expect(message(await join(guesser, "4821", small))).toEqual([400, "현재 팀의 최대 인원을 넘었습니다."]);
    for (let guess = 0; guess < 5; guess += 1) await join(guesser, "0000", small);
    const refused = await join(guesser, "4821", small);
    expect([refused.status, refused.body.code]).toEqual([429, 429]);
  });

  it("of a search and a list: the keyword must be there, a strange sort is none", async () => {
    expect(message(await site.ask("GET", "/v1/teams/search"))).toEqual([
      400,
      "요청 형식이 올바르지 않습니다.",
    ]);
    const list = async (query: string) =>
      (await site.ask("GET", `/v1/teams/${query}`)).body.data as { allTeams?: unknown };
    expect(await list("combined?sort=strange")).toEqual(await list("combined?sort=recent"));
    expect(await list("search?keyword=%20")).toEqual((await list("combined")).allTeams);
    const { content } = (await list("combined?sort=members&size=50")).allTeams as {
      content: { memberCount: number; teamId: number }[];
    };
    const sorted = [...content].sort((a, b) => b.memberCount - a.memberCount || b.teamId - a.teamId);
    expect(content).toEqual(sorted);
  });
});

describe("deleting a team", () => {
  it("takes everything of it along", async () => {
    const doomed = await site.team(dotori);
    await dotori.ask("POST", "/v1/articles", {
      form: { teamId: String(doomed), articleTitle: "글", articleBody: "<p>글</p>" },
    });
    const articleId = (await dotori.ask("GET", `/v1/articles/${doomed}/my-page`)).body.data.content[0]
      .articleId;
    expect(message(await bamtol.ask("DELETE", `/v1/teams/${doomed}`))).toEqual([
      400,
      "팀의 매니저가 옳지 않습니다.",
    ]);
    expect(message(await dotori.ask("DELETE", `/v1/teams/${doomed}`))).toEqual([
      200,
      "팀 삭제가 성공했습니다.",
    ]);
    expect((await teamPage(site, doomed)).status).toBe(404);
    expect((await dotori.ask("GET", `/v1/articles/${doomed}/my-page`)).body.data.content).toEqual([]);
    expect(message(await dotori.ask("DELETE", `/v1/articles/${articleId}`))).toEqual([
      404,
      "존재 하지 않는 게시글 입니다.",
    ]);
  });
});
