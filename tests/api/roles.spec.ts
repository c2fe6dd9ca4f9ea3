import { beforeEach, describe, expect, it } from "vitest";
import { join, ownSite, type Person, type RoleChange, refusal, roleChanges, said } from "./site.ts";

const [site, dotori, bamtol, hodu, janmul, outsider] = ownSite("도토리", "밤톨", "호두", "잔물", "바깥");
let teamId: number;
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

const noTeam = "404 팀이 존재하지 않습니다.";
const unknown = { memberInfo: "00000000-0000-4000-8000-000000000000" };

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
      [outsider, unknown, noTeam, 999_999],
      [dotori, unknown, noMember],
      [dotori, { memberInfo: "누구" }, noMember],
      [dotori, on(outsider), "400 팀의 멤버가 아닙니다."],
    ];
    for (const [by, body, refusal, team] of refusals)
      expect(said(await change(what, by, body, team))).toBe(refusal);
  });

  it("accept a uuid in capital letters, but not a withdrawn member's", async () => {
    expect((await change("promote", dotori, { memberInfo: bamtol.uuid.toUpperCase() })).status).toBe(200);
    const gone = await site.person("떠남");
    await join(gone, teamId);
    await gone.ask("DELETE", "/v1/members");
    expect(said(await change("kick", dotori, on(gone)))).toBe(refusal("member-not-found"));
  });
});

describe("the role history", () => {
  it("lists changes newest first: actor, member, former and new role, and reason", async () => {
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
      invitedBy: null,
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

  it("of one member is filtered by a uuid, in capital letters too", async () => {
    const of = (member: string) => dotori.ask("GET", `/v1/teams/${teamId}/role-history?member=${member}`);
    expect((await of(hodu.uuid.toUpperCase())).body.data.content).toMatchObject([{ action: "JOINED" }]);
    expect((await of("")).body.data.page.totalElements).toBe(4);
    expect(said(await of("누구"))).toEqual("400 요청 형식이 올바르지 않습니다.");
  });
});
