import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { join, type Person, type RoleChange, roleChanges, type Site, said, startSite } from "./site.ts";

let site: Site;
let dotori: Person;
let bamtol: Person;
let hodu: Person;
let janmul: Person;
let outsider: Person;
let teamId: number;

beforeAll(async () => {
  site = await startSite();
  dotori = await site.person("도토리");
  bamtol = await site.person("밤톨");
  hodu = await site.person("호두");
  janmul = await site.person("잔물");
  outsider = await site.person("바깥");
});
afterAll(() => site.close());
beforeEach(async () => {
  teamId = await site.team(dotori);
  for (const person of [bamtol, hodu, janmul]) await join(person, teamId);
});

const changes = Object.keys(roleChanges) as RoleChange[];
const change = (what: RoleChange, by: Person, body: unknown, team = teamId) =>
  by.ask(roleChanges[what][0], `/v1/teams/${team}/${roleChanges[what][1]}`, { json: body });
const on = (person: Pick<Person, "uuid">, reason?: string) => ({
  memberInfo: person.uuid,
  ...(reason === undefined ? {} : { reason }),
});
const rolesIn = async () =>
  (await site
    .query<{ id: string; role: string }>(
      "SELECT member_id AS id, role FROM team_members WHERE team_id = $1 ORDER BY joined_position",
      [teamId],
    )
    .then((rows) => rows.map(({ role }) => role))) as string[];
const history = async (query = "", by = dotori) =>
  (await by.ask("GET", `/v1/teams/${teamId}/role-history${query}`)).body.data;

const noManager = "400 팀의 매니저가 옳지 않습니다.";
const noTeam = "404 팀이 존재하지 않습니다.";
const nobody = { memberInfo: "00000000-0000-4000-8000-000000000000" };

describe("changes of roles", () => {
  it("are accepted with these texts and these effects", async () => {
    expect(said(await change("promote", dotori, on(bamtol)))).toEqual("200 팀장 등록 성공");
    expect(await rolesIn()).toEqual(["MANAGER", "MANAGER", "MEMBER", "MEMBER"]);
    expect(said(await change("demote", bamtol, on(dotori)))).toEqual("200 팀장 강등 성공");
    expect(await rolesIn()).toEqual(["MEMBER", "MANAGER", "MEMBER", "MEMBER"]);
    expect(said(await change("delegate", bamtol, on(dotori)))).toEqual("200 팀장 위임 성공");
    expect(await rolesIn()).toEqual(["MANAGER", "MEMBER", "MEMBER", "MEMBER"]);
    const kicked = await change("kick", dotori, on(bamtol));
    expect(said(kicked)).toEqual("200 팀원 내보내기 성공");
    expect(kicked.body.data).toBeNull();
    expect(await rolesIn()).toEqual(["MANAGER", "MEMBER", "MEMBER"]);
  });

  const noMember = "404 존재하지 않는 유저입니다. 유저를 찾을 수 없습니다.";
  it.each(changes)("%s: is refused in order", async (what) => {
    const invalid = await change(what, bamtol, { memberInfo: " ", reason: "가".repeat(101) }, 999_999);
    expect(invalid.body).toMatchObject({
      status: "fail",
      data: { memberInfo: "회원 정보는 필수입니다.", reason: "글자 수를 초과했습니다." },
    });
    expect((await change(what, bamtol, {})).body.data).toEqual({ memberInfo: "회원 정보는 필수입니다." });
    const refusals: [Person, unknown, string, number?][] = [
      [bamtol, { memberInfo: 5 }, "400 요청 형식이 올바르지 않습니다."],
      [outsider, nobody, noTeam, 999_999],
      [bamtol, on(bamtol), noManager],
      [outsider, on(outsider), noManager],
      [dotori, on(dotori), "400 자기 자신에게는 할 수 없습니다."],
      [dotori, nobody, noMember],
      [dotori, { memberInfo: "누구" }, noMember],
      [dotori, on(outsider), "400 팀의 멤버가 아닙니다."],
    ];
    for (const [by, body, refusal, team] of refusals)
      expect(said(await change(what, by, body, team))).toBe(refusal);
  });

  it("are refused by the role of the target", async () => {
    expect(said(await change("demote", dotori, on(hodu)))).toEqual("400 팀의 방장이 아닙니다.");
    await change("promote", dotori, on(bamtol));
    await change("promote", dotori, on(hodu));
    for (const what of ["promote", "delegate"] as const)
      expect(said(await change(what, dotori, on(bamtol)))).toEqual("400 이미 팀장 입니다.");
    expect(said(await change("promote", dotori, on(janmul)))).toEqual(
      "400 방장은 최대 3명까지만 지정할 수 있습니다.",
    );
    expect((await change("delegate", dotori, on(janmul))).status).toBe(200);
    expect(await rolesIn()).toEqual(["MEMBER", "MANAGER", "MANAGER", "MANAGER"]);
    expect((await change("kick", bamtol, on(hodu))).status).toBe(200);
  });

  it("take a uuid in capital letters, and nobody's who has withdrawn", async () => {
    expect((await change("promote", dotori, { memberInfo: bamtol.uuid.toUpperCase() })).status).toBe(200);
    const gone = await site.person("떠남");
    await join(gone, teamId);
    await gone.ask("DELETE", "/v1/members");
    expect((await change("kick", dotori, on(gone))).status).toBe(404);
  });
});

describe("leaving", () => {
  const leave = (person: Pick<Person, "ask">, team = teamId) =>
    person.ask("DELETE", `/v1/teams/${team}/members/me`);
  it("is refused in order and ends the membership alone", async () => {
    expect(said(await leave(outsider, 999_999))).toEqual(noTeam);
    expect(said(await leave(outsider))).toEqual("400 팀의 멤버가 아닙니다.");
    expect(said(await leave(dotori))).toEqual("400 방장은 팀을 나갈 수 없습니다.");
    await bamtol.ask("POST", "/v1/articles", {
      form: { teamId: String(teamId), articleTitle: "남는 글", articleBody: "<p>글</p>" },
    });
    expect(said(await leave(bamtol))).toEqual("200 팀을 성공적으로 탈퇴했습니다.");
    expect(said(await leave(bamtol))).toEqual("400 팀의 멤버가 아닙니다.");
    const day = await site.ask("GET", `/v1/articles/${teamId}/by-date?date=${site.today()}`);
    expect(day.body.data.content).toMatchObject([{ articleTitle: "남는 글", memberName: "밤톨" }]);
    const mine = (await bamtol.ask("GET", "/v1/teams/my-page")).body.data as { teamId: number }[];
    expect(mine.map((team) => team.teamId)).not.toContain(teamId);
  });
});

describe("lists of people and teams", () => {
  it("members: managers first, then by join time, for managers only", async () => {
    await change("promote", dotori, on(hodu));
    const members = (person: Person, team = teamId) => person.ask("GET", `/v1/teams/${team}/members`);
    expect((await members(dotori)).body.data).toEqual(
      [dotori, hodu, bamtol, janmul].map((person) => ({
        uuid: person.uuid,
        memberName: person.name,
        memberExplain: "매일 한 문제",
        imageUrl: "/images/default/member.png",
        registerDate: site.today(),
        isTeamManager: person === dotori || person === hodu,
      })),
    );
    expect(said(await members(dotori, 999_999))).toEqual(noTeam);
    expect(said(await members(bamtol))).toEqual(noManager);
    expect(said(await members(outsider))).toEqual(noManager);
  });

  it("my teams: latest joined first, with role and local time", async () => {
    const later = await site.team(hodu);
    await join(bamtol, later);
    const { data } = (await bamtol.ask("GET", "/v1/teams/my-page")).body;
    expect(data.slice(0, 2)).toEqual([
      { teamId: later, teamName: "아침반", teamManager: false, registerDate: expect.any(String) },
      { teamId, teamName: "아침반", teamManager: false, registerDate: expect.any(String) },
    ]);
    expect(data[0].registerDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect((await outsider.ask("GET", "/v1/teams/my-page")).body.data).toEqual([]);
  });
});

describe("the role history", () => {
  it("tells newest first who did what to whom, from which role to which, and why", async () => {
    await change("promote", dotori, on(bamtol, "  새 학기라 역할을 나눠요  "));
    await change("kick", bamtol, on(hodu));
    await change("delegate", dotori, on(janmul, ""));
    const { content, page } = await history("?page=0", janmul);
    expect(page).toEqual({ size: 20, number: 0, totalElements: 7, totalPages: 1 });
    const person = ({ uuid, name }: Person) => ({ uuid, memberName: name });
    const entry = (
      action: string,
      actor: Person,
      target: Person,
      before: string | null,
      after: string | null,
    ) => ({
      entryId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/),
      action,
      actor: person(actor),
      target: person(target),
      before,
      after,
      reason: action === "CO_MANAGER_ADDED" ? "새 학기라 역할을 나눠요" : null,
      position: expect.any(String),
    });
    expect(content).toEqual([
      entry("MANAGER_DELEGATED", dotori, janmul, "MEMBER", "MANAGER"),
      entry("KICKED", bamtol, hodu, "MEMBER", null),
      entry("CO_MANAGER_ADDED", dotori, bamtol, "MEMBER", "MANAGER"),
      entry("JOINED", janmul, janmul, null, "MEMBER"),
      entry("JOINED", hodu, hodu, null, "MEMBER"),
      entry("JOINED", bamtol, bamtol, null, "MEMBER"),
      entry("CREATED", dotori, dotori, null, "MANAGER"),
    ]);
    const positions = content.map(({ position }: { position: string }) => position);
    expect([...positions].sort().reverse()).toEqual(positions);
  });

  it("is paged, and entries stay what they are", async () => {
    const before = (await history()).content;
    await change("promote", dotori, on(bamtol));
    const after = (await history()).content;
    expect(after.slice(1)).toEqual(before);
    const second = await history("?page=1&size=2");
    expect(second).toEqual({
      content: after.slice(2, 4),
      page: { size: 2, number: 1, totalElements: 5, totalPages: 3 },
    });
  });

  it("of one member holds what was done by and to them", async () => {
    await change("promote", dotori, on(bamtol));
    await change("kick", bamtol, on(hodu));
    const actions = async (member: string) =>
      (await history(`?member=${member}`)).content.map(({ action }: { action: string }) => action);
    expect(await actions(bamtol.uuid)).toEqual(["KICKED", "CO_MANAGER_ADDED", "JOINED"]);
    expect(await actions(hodu.uuid.toUpperCase())).toEqual(["KICKED", "JOINED"]);
    expect((await history(`?member=${nobody.memberInfo}`)).page.totalElements).toBe(0);
    expect((await history("?member=")).page.totalElements).toBe(6);
    const malformed = await dotori.ask("GET", `/v1/teams/${teamId}/role-history?member=누구`);
    expect(said(malformed)).toEqual("400 요청 형식이 올바르지 않습니다.");
  });

  it("is refused in order", async () => {
    const ask = (person: Person, path: string) => person.ask("GET", path);
    expect(said(await ask(outsider, "/v1/teams/999999/role-history"))).toEqual(noTeam);
    expect(said(await ask(bamtol, `/v1/teams/${teamId}/role-history`))).toEqual(noManager);
    expect(said(await ask(dotori, `/v1/teams/${teamId}/role-history?page=-1`))).toEqual(
      "400 요청 형식이 올바르지 않습니다.",
    );
  });
});
