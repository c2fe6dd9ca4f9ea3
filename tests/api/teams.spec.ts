import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, join, ownSite, type Person, refusal, said, teamFields } from "./site.ts";

/** 도토리 manages the team, 밤톨 is a member of it. */
const [site, dotori, bamtol, outsider] = ownSite("도토리", "밤톨", "호두");
let teamId: number;
beforeAll(async () => {
  teamId = await site.team(dotori);
  await join(bamtol, teamId);
});

const noToken = "401 인증 되지 않은 사용자 입니다.";
const noTeam = "404 팀이 존재하지 않습니다.";
const notManager = "400 팀의 매니저가 옳지 않습니다.";
const wrongPassword = "400 팀 비밀번호가 옳지 않습니다.";
const alreadyMember = "400 이미 팀에 가입했습니다.";
const full = "400 현재 팀의 최대 인원을 넘었습니다.";
const unknown = 999_999;

type Actor = Pick<Person, "ask">;
const teamPage = (person: Actor = site, team = teamId) =>
  person.ask("GET", `/v1/teams/${team}/team-page?year=2025&month=9`);
const create = (fields: Record<string, string | string[]>) =>
  dotori.ask("POST", "/v1/teams", { form: { ...teamFields, ...fields } });
const edit = (person: Actor, form: Record<string, string>, ifMatch?: string, team = teamId) =>
  person.ask("PUT", `/v1/teams/${team}`, { form, headers: ifMatch ? { "if-match": ifMatch } : {} });
const announce = (person: Actor, teamAnnouncement: unknown, team = teamId) =>
  person.ask("PATCH", `/v1/teams/${team}/announcement`, { json: { teamAnnouncement } });
const remove = (person: Actor, team: number) => person.ask("DELETE", `/v1/teams/${team}`);

/** Each request also has the faults of those below it: the response names the first in the order of the contract. */
describe("refusals, in checking order", () => {
  const wrong = { topic: "독서", memberLimit: "1" };
  const rows: readonly [string, string, () => Promise<Answer>][] = [
    [
      "creation: topic",
      "400 주제가 올바른 형식이 아닙니다.",
      () => create({ topic: "독서", teamRecruitId: "99" }),
    ],
    ["creation: recruitment", "404 팀 모집글이 존재하지 않습니다.", () => create({ teamRecruitId: "99" })],
    [
      "creation: applicants",
      "400 모집글의 신청자가 아닙니다.",
      () => create({ teamMemberUuids: [bamtol.uuid] }),
    ],
    ["join: team", noTeam, () => join(bamtol, unknown, "0000")],
    ["join: password", wrongPassword, () => join(bamtol, teamId, "0000")],
    [
      "join: membership",
      alreadyMember,
      async () => join(dotori, await site.team(dotori, { memberLimit: "1" })),
    ],
    ["join: capacity", full, async () => join(bamtol, await site.team(dotori, { memberLimit: "1" }))],
    ["announcement: login", noToken, () => announce(site, null, unknown)],
    ["announcement: team", noTeam, () => announce(bamtol, "x", unknown)],
    ["information: team", noTeam, () => dotori.ask("GET", `/v1/teams/${unknown}`)],
    ["edit: login", noToken, () => edit(site, wrong, '"999"')],
    ["edit: team", noTeam, () => edit(bamtol, wrong, '"999"', unknown)],
    ["edit: team before password", noTeam, () => edit(bamtol, { password: "1357" }, undefined, unknown)],
    ["edit: manager", notManager, () => edit(bamtol, wrong, '"999"')],
    ["edit: revision", "412 다른 곳에서 먼저 수정되었습니다.", () => edit(dotori, wrong, '"999"')],
    ["edit: topic", "400 주제가 올바른 형식이 아닙니다.", () => edit(dotori, wrong)],
    ["edit: limit", "400 인원 제한이 현재 팀원 수보다 작습니다.", () => edit(dotori, { memberLimit: "1" })],
    ["deletion: login", noToken, () => remove(site, unknown)],
    ["deletion: team", noTeam, () => remove(outsider, unknown)],
    ["search: keyword", "400 요청 형식이 올바르지 않습니다.", () => site.ask("GET", "/v1/teams/search")],
  ];
  it.each(rows)("%s: %s", async (_, expected, call) => {
    expect(said(await call())).toBe(expected);
  });

  const long = (count: number) => "가".repeat(count);
  const tooLong = "글자 수를 초과했습니다.";
  it.each<[string, () => Promise<Answer>, Record<string, string>]>([
    ["join", () => join(bamtol, unknown, "  "), { password: "팀 비밀번호는 필수 항목입니다." }],
    [
      "announcement",
      () => announce(bamtol, null, unknown),
      { teamAnnouncement: "공지글은 필수 항목입니다." },
    ],
    ["long announcement", () => announce(bamtol, long(51), unknown), { teamAnnouncement: tooLong }],
    ["blank name", () => edit(bamtol, { teamName: " " }), { teamName: "팀 이름은 필수 입력 항목입니다." }],
    [
      "edit",
      () =>
        edit(
          bamtol,
          { teamName: long(11), memberLimit: "51", password: "12345", teamExplain: long(51) },
          '"999"',
          unknown,
        ),
      {
        teamName: tooLong,
        teamExplain: tooLong,
        memberLimit: "1 ~ 50 사이의 숫자를 입력해주세요.",
        password: "숫자 4자리를 입력해주세요.",
      },
    ],
  ])("names failing fields before anything else: %s", async (_, call, fields) => {
    expect((await call()).body).toMatchObject({ status: "fail", data: fields });
  });
});

describe("creating a team", () => {
  it("makes the creator its manager and shows it everywhere immediately", async () => {
    const created = await outsider.ask("POST", "/v1/teams", { form: { ...teamFields, teamName: "저녁반" } });
    expect(said(created)).toBe("201 팀이 성공적으로 생성되었습니다.");
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

  it("never shows or stores the password as plain text", async () => {
    const created = (await site.storedEvents()).filter(({ type }) => type === "TeamCreated");
    expect(created.length).toBeGreaterThan(0);
    for (const { data } of created) expect(data).not.toContain("4821");
    const list = await site.ask("GET", "/v1/teams/combined");
    expect(JSON.stringify(list.body)).not.toContain("4821");
  });
});

it("lists name as many members of a team as asked for, and then none of the own teams", async () => {
  const person = await site.person("목록장");
  const own = await site.team(person);
  await join(bamtol, own);
  const lists = async (query: string) => {
    const { myTeams, allTeams } = (await person.ask("GET", `/v1/teams/combined?${query}`)).body.data;
    const found = (teams: { teamId: number; memberCount: number; members: unknown[] }[]) =>
      teams.filter(({ teamId }) => teamId === own).map((team) => [team.memberCount, team.members.length]);
    return [found(myTeams), found(allTeams.content)];
  };
  expect(await lists("")).toEqual([[[2, 2]], [[2, 2]]]);
  expect(await lists("members=1")).toEqual([[[2, 0]], [[2, 1]]]);
  expect(said(await person.ask("GET", "/v1/teams/combined?members=x"))).toBe(
    "400 요청 형식이 올바르지 않습니다.",
  );
});

describe("joining", () => {
  it("accepts the password with spaces around it and shows the new member to all", async () => {
    const own = await site.team(dotori);
    const joined = await join(bamtol, own, " 4821 ");
    expect([said(joined), joined.body.data]).toEqual(["200 팀에 성공적으로 가입했습니다.", { teamId: own }]);
    const { data } = (await teamPage(site, own)).body;
    expect(data).toMatchObject({
      teamManager: false,
      myTeamResponse: {
        memberCount: 2,
        members: [
          { memberName: "도토리", isTeamManager: true },
          { memberName: "밤톨", isTeamManager: false },
        ],
      },
    });
  });

  it("compares no more passwords after five wrong guesses of one member, until ten minutes have passed", async () => {
    const guesser = await site.person("솔방울");
    const small = await site.team(dotori);
    const began = performance.now();
    for (let guess = 0; guess < 5; guess += 1)
      expect(said(await join(guesser, small, `000${guess}`))).toBe(refusal("wrong-entry-password"));
    const refused = await join(guesser, small);
    expect(said(refused)).toBe("429 비밀번호 입력 횟수를 초과했습니다. 잠시 후 다시 시도해 주세요.");
    const retryAfter = Number(refused.headers.get("retry-after"));
    const passed = Math.ceil((performance.now() - began) / 1000);
    expect(retryAfter).toBeGreaterThanOrEqual(600 - passed);
    expect(retryAfter).toBeLessThanOrEqual(600);
    expect((await join(outsider, small)).status).toBe(200);
    site.advance(10 * 60_000 + 1000);
    expect((await join(guesser, small)).status).toBe(200);
    site.advance(-10 * 60_000 - 1000);
  });

  it("counts no right guess, however many arrive together", async () => {
    const guesser = await site.person("은행잎");
    const small = await site.team(dotori);
    for (let guess = 0; guess < 4; guess += 1) await join(guesser, small, `000${guess}`);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => join(guesser, small)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it("compares no more than fifty wrong guesses per team, however many members guess together", async () => {
    const target = await site.team(dotori);
    const people = await site.people(12, (index) => `사람${index}`);
    const answers = await Promise.all(
      people.flatMap((person) =>
        Array.from({ length: 8 }, (_, index) => join(person, target, `00${10 + index}`)),
      ),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(answers.length - 50);
  });
});

describe("finding teams", () => {
  it("sorts, pages and searches", async () => {
    await site.team(dotori, { teamName: "100%_달성" });
    const list = async (query: string) => (await site.ask("GET", `/v1/teams/${query}`)).body.data;
    const { myTeams, allTeams } = await list("combined?sort=name&page=0&size=2");
    expect([myTeams, allTeams.content.length, allTeams.page.size]).toEqual([[], 2, 2]);
    expect(allTeams.content[0]).toMatchObject({ teamName: "100%_달성" });
    expect((await list(`search?keyword=${encodeURIComponent("%_달")}`)).content).toHaveLength(1);
  });
});

it("lets a manager set and clear the announcement", async () => {
  const shown = async () => (await teamPage()).body.data.myTeamResponse.teamAnnouncement;
  expect(said(await announce(dotori, "  이번 주는 그래프!  "))).toBe(
    "200 팀 공지가 성공적으로 업데이트되었습니다.",
  );
  expect(await shown()).toBe("이번 주는 그래프!");
  await announce(dotori, "");
  expect(await shown()).toBe("");
});

it("shows a manager the team's information and keeps fields that an edit omits", async () => {
  const own = await site.team(dotori);
  const { body, headers } = await dotori.ask("GET", `/v1/teams/${own}`);
  expect(body.data).toEqual({
    teamId: own,
    teamName: "아침반",
    teamExplain: "7시에 시작해요",
    topic: "코딩테스트",
    memberLimit: 10,
    password: "4821",
    teamIconUrl: "/images/default/team.png",
    revision: 1,
  });
  expect(headers.get("etag")).toBe('"1"');
  const saved = await edit(dotori, { teamName: "새벽반", password: "null" }, '"1"', own);
  expect(saved.body.data).toMatchObject({ teamName: "새벽반", password: "4821", revision: 2 });
  expect(saved.headers.get("etag")).toBe('"2"');
  const stale = await edit(dotori, { teamName: "아침반" }, '"1"', own);
  expect(said(stale)).toBe(refusal("stale-revision"));
  expect(stale.body.data).toMatchObject({ teamName: "새벽반", revision: 2 });
  expect(stale.headers.get("etag")).toBe('"2"');
  const any = await edit(dotori, { teamName: "아침반", password: "1111" }, "*", own);
  expect(any.body.data).toMatchObject({ teamName: "아침반", password: "1111", revision: 3 });
});

it("deletes a team with everything in it", async () => {
  const doomed = await site.team(dotori);
  const form = { teamId: String(doomed), articleTitle: "글", articleBody: "<p>글</p>" };
  const { articleId } = (await dotori.ask("POST", "/v1/articles", { form })).body.data;
  expect(said(await remove(dotori, doomed))).toBe("200 팀 삭제가 성공했습니다.");
  expect(said(await teamPage(site, doomed))).toBe(refusal("team-not-found"));
  expect((await dotori.ask("GET", `/v1/articles/${doomed}/my-page`)).body.data.content).toEqual([]);
  expect(said(await dotori.ask("DELETE", `/v1/articles/${articleId}`))).toBe(
    "404 존재 하지 않는 게시글 입니다.",
  );
});
