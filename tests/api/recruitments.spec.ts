import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jpeg } from "#tests/support/pictures";
import { recruitFields, recruiting } from "./recruiting.ts";
import { changeRole, join, type Person, type Site, said, startSite } from "./site.ts";
import { differencesIn } from "./verify-read-models.ts";

let site: Site;
let dotori: Person;
let bamtol: Person;
let hodu: Person;
let janmul: Person;
let on: ReturnType<typeof recruiting>;

beforeAll(async () => {
  site = await startSite();
  on = recruiting(site);
  [dotori, bamtol, hodu, janmul] = [
    await site.person("도토리"),
    await site.person("밤톨"),
    await site.person("호두"),
    await site.person("잣물"),
  ];
});
afterAll(() => site.close());

const fail = (data: Record<string, string>) => ({
  status: 400,
  body: { status: "fail", code: 400, message: "유효성 검사를 통과하지 못했습니다.", data },
});
const unknown = "404 팀 모집글이 존재하지 않습니다.";
const notTheAuthor = "403 팀 모집글 작성자가 아닙니다.";
const noMember = "404 존재하지 않는 유저입니다. 유저를 찾을 수 없습니다.";
const nobody = { uuid: randomUUID() };
const picture = async () => new Blob([new Uint8Array(await jpeg())]);

// First, while the site has no other recruitment.
it("lists recruiting ones first, then the newest, in pages and by state", async () => {
  const ids: number[] = [];
  for (let n = 0; n < 7; n += 1) ids.push(await on.posted(dotori, { teamRecruitTitle: `글 ${n}` }));
  await on.set(dotori, ids[6] as number, false);
  await on.set(dotori, ids[0] as number, false);
  const list = async (query: string) => {
    const { body } = await site.ask("GET", `/v1/recruitments${query}`);
    const { content, page } = body.data;
    const placed = content.map((each: { teamRecruitId: number }) => ids.indexOf(each.teamRecruitId));
    return { ids: placed, page, message: body.message, first: content[0] };
  };
  expect(await list("")).toEqual({
    ids: [5, 4, 3, 2, 1],
    page: { size: 5, number: 0, totalElements: 7, totalPages: 2 },
    message: "팀 모집글이 성공적으로 조회되었습니다.",
    first: {
      teamRecruitId: ids[5],
      teamRecruitTitle: "글 5",
      teamRecruitBody: recruitFields.teamRecruitBody,
      memberNickName: "도토리",
      isRecruiting: true,
      teamId: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
  });
  for (const [query, wanted] of [
    ["?status=all&page=1&size=5", [6, 0]],
    ["?status=open&size=3", [5, 4, 3]],
    ["?status=closed", [6, 0]],
    ["?status=whatever", [5, 4, 3, 2, 1]],
    ["?page=9", []],
  ] as const)
    expect((await list(query)).ids, query).toEqual(wanted);
  expect((await list("?status=closed")).page.totalPages).toBe(1);
  expect((await site.ask("GET", "/v1/recruitments?page=-1")).status).toBe(400);
});

describe("writing a recruitment", () => {
  it("shows it at once, recruiting and without a team", async () => {
    const posted = await on.post(dotori, {
      teamRecruitBody: '<p>함께</p><p><img src="blob:x" alt="이미지"></p><script>x()</script>',
      image: await picture(),
    });
    expect(posted).toMatchObject({
      status: 201,
      body: {
        status: "success",
        code: 201,
        message: "팀 모집글이 성공적으로 생성되었습니다.",
        data: { teamRecruitId: expect.any(Number) },
      },
    });
    const id = posted.body.data.teamRecruitId;
    const detail = await on.detail(id);
    expect(detail.status).toBe(200);
    expect(detail.headers.get("etag")).toBe('"1"');
    expect(detail.body).toEqual({
      status: "success",
      code: 200,
      message: null,
      data: {
        teamRecruitId: id,
        recruitId: id,
        teamId: null,
        teamRecruitTitle: recruitFields.teamRecruitTitle,
        teamRecruitBody: '<p>함께</p><p><img src="?" alt="이미지"></p>',
        chatUrl: recruitFields.chatUrl,
        imageUrl: expect.stringMatching(/^\/images\/..\/.+\.jpg$/),
        isRecruiting: true,
        memberNickName: "도토리",
        isAuthor: false,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        teamApplyResponses: [],
        teamMemberUuids: [],
        revision: 1,
      },
    });
    expect((await on.detail(id, dotori)).body.data.isAuthor).toBe(true);
    expect((await fetch(site.origin + detail.body.data.imageUrl)).status).toBe(200);
  });

  it("names every failing field at once", async () => {
    const blank = { teamRecruitTitle: " ", teamRecruitBody: "<p><br></p>", chatUrl: "" };
    expect(await on.post(dotori, blank)).toMatchObject(
      fail({
        teamRecruitTitle: "팀 모집글 제목은 필수요소입니다",
        teamRecruitBody: "팀 모집글 내용은 필수요소입니다",
        chatUrl: "연락 방법은 필수요소입니다",
      }),
    );
    const long = { teamRecruitTitle: "가".repeat(51), chatUrl: "가".repeat(201) };
    expect(await on.post(dotori, long)).toMatchObject(
      fail({ teamRecruitTitle: "글자 수를 초과했습니다.", chatUrl: "글자 수를 초과했습니다." }),
    );
    expect(
      (await on.post(dotori, { teamRecruitTitle: "가".repeat(50), chatUrl: "가".repeat(200) })).status,
    ).toBe(201);
    expect(await dotori.ask("POST", "/v1/recruitments", { form: {} })).toMatchObject(
      fail({
        teamRecruitTitle: "팀 모집글 제목은 필수요소입니다",
        teamRecruitBody: "팀 모집글 내용은 필수요소입니다",
        chatUrl: "연락 방법은 필수요소입니다",
      }),
    );
  });

  it("takes a team of none in every form, and any number of recruitments without one", async () => {
    for (const teamId of ["", "null"]) expect((await on.post(dotori, { teamId })).status).toBe(201);
    expect(said(await on.post(dotori, { teamId: "열둘" }))).toEqual("400 요청 형식이 올바르지 않습니다.");
  });

  it("is for managers where there is a team, one for each team, refused in order", async () => {
    const teamId = await site.team(dotori);
    const form = { teamId: String(teamId) };
    expect(said(await on.post(dotori, { teamId: "99999" }))).toEqual("404 팀이 존재하지 않습니다.");
    expect(said(await on.post(bamtol, form))).toEqual("400 팀의 멤버가 아닙니다.");
    await join(bamtol, teamId);
    expect(said(await on.post(bamtol, form))).toEqual("400 팀의 매니저가 옳지 않습니다.");
    const id = await on.posted(dotori, form);
    expect(await on.team(teamId)).toMatchObject({ teamRecruitId: id });
    expect((await on.detail(id)).body.data.teamId).toBe(teamId);
    expect(said(await on.post(dotori, form))).toEqual("400 이미 작성된 모집글이 존재합니다.");
    // Once it is gone there is room for another one.
    expect((await on.remove(dotori, id)).status).toBe(200);
    expect(await on.team(teamId)).toMatchObject({ teamRecruitId: null });
    expect((await on.post(dotori, form)).status).toBe(201);
  });
});

describe("editing", () => {
  it("keeps what is absent and counts revisions", async () => {
    const id = await on.posted(dotori);
    const edited = await dotori.ask("PUT", `/v1/recruitments/${id}`, {
      form: { teamRecruitTitle: "저녁 스터디" },
      headers: { "if-match": '"1"' },
    });
    expect(edited.body).toMatchObject({
      code: 200,
      message: "팀 모집글이 성공적으로 수정되었습니다.",
      data: { teamRecruitId: id, recruitId: id },
    });
    expect(edited.headers.get("etag")).toBe('"2"');
    expect((await on.detail(id)).body.data).toMatchObject({
      teamRecruitTitle: "저녁 스터디",
      teamRecruitBody: recruitFields.teamRecruitBody,
      chatUrl: recruitFields.chatUrl,
      revision: 2,
    });
  });

  it("drops the picture with its place", async () => {
    const id = (await on.post(dotori, { teamRecruitBody: '<p><img src="?"></p>', image: await picture() }))
      .body.data.teamRecruitId;
    const put = (teamRecruitBody: string) =>
      dotori.ask("PUT", `/v1/recruitments/${id}`, { form: { teamRecruitBody } });
    await put('<p>새 글</p><p><img src="?"></p>');
    expect((await on.detail(id)).body.data.imageUrl).not.toBeNull();
    await put("<p>글만</p>");
    expect((await on.detail(id)).body.data.imageUrl).toBeNull();
  });

  it("refuses what is blank, unknown, of somebody else or stale, in order", async () => {
    const id = await on.posted(dotori);
    const put = (person: Person, path: number, form: Record<string, string>, headers = {}) =>
      person.ask("PUT", `/v1/recruitments/${path}`, { form, headers });
    expect(await put(dotori, id, { teamRecruitTitle: "", teamRecruitBody: "<p></p>" })).toMatchObject(
      fail({
        teamRecruitTitle: "팀 모집글 제목은 필수요소입니다",
        teamRecruitBody: "팀 모집글 내용은 필수요소입니다",
      }),
    );
    const form = { teamRecruitTitle: "제목" };
    const stale = { "if-match": '"7"' };
    expect(said(await put(dotori, 99999, form, stale))).toEqual(unknown);
    expect(said(await put(bamtol, id, form, stale))).toEqual(notTheAuthor);
    const refused = await put(dotori, id, form, stale);
    expect(said(refused)).toEqual("412 다른 곳에서 먼저 수정되었습니다.");
    expect(refused.headers.get("etag")).toBe('"1"');
    expect(refused.body.data).toEqual((await on.detail(id, dotori)).body.data);
  });

  it("is the right of the linked team's managers, too", async () => {
    const teamId = await site.team(dotori);
    const id = await on.posted(dotori, { teamId: String(teamId) });
    await join(bamtol, teamId);
    const put = () => bamtol.ask("PUT", `/v1/recruitments/${id}`, { form: { teamRecruitTitle: "함께" } });
    expect(said(await put())).toEqual(notTheAuthor);
    await changeRole("promote", dotori, teamId, bamtol);
    expect((await put()).status).toBe(200);
    expect((await on.detail(id, bamtol)).body.data).toMatchObject({
      isAuthor: true,
      memberNickName: "도토리",
    });
    expect((await on.set(bamtol, id, false)).status).toBe(200);
    expect((await on.remove(bamtol, id)).status).toBe(200);
  });
});

describe("stopping and resuming", () => {
  it("says what the body says, also twice, and keeps the applications", async () => {
    const id = await on.posted(dotori);
    await on.apply(bamtol, id);
    const stopped = await on.set(dotori, id, false);
    expect(stopped.body).toEqual({
      status: "success",
      code: 200,
      message: "팀 모집글 상태가 성공적으로 변경되었습니다.",
      data: null,
    });
    const events = await site.eventCount();
    expect((await on.set(dotori, id, false)).status).toBe(200);
    expect(await site.eventCount()).toBe(events);
    expect(await on.waiting(id)).toEqual([]);
    expect(await on.waiting(id, hodu)).toEqual([]);
    expect(await on.waiting(id, bamtol)).toEqual(["밤톨"]);
    const seen = (await on.detail(id, dotori)).body.data;
    expect(seen).toMatchObject({ isRecruiting: false, teamMemberUuids: [bamtol.uuid] });
    await on.set(dotori, id, true);
    expect(await on.waiting(id)).toEqual(["밤톨"]);
  });

  it("refuses what is no boolean, unknown or of somebody else", async () => {
    const id = await on.posted(dotori);
    const failed = fail({ isRecruiting: "모집 상태는 필수요소입니다" });
    for (const value of [undefined, null, "false", 0]) {
      expect(await on.set(dotori, id, value)).toMatchObject(failed);
    }
    expect(said(await on.set(dotori, 99999, false))).toEqual(unknown);
    expect(said(await on.set(bamtol, id, false))).toEqual(notTheAuthor);
    expect((await site.ask("PATCH", `/v1/recruitments/${id}`, { json: {} })).status).toBe(401);
  });
});

describe("deleting", () => {
  it("takes the applications along and leaves the team", async () => {
    const teamId = await site.team(dotori);
    const id = await on.posted(dotori, { teamId: String(teamId) });
    await on.apply(bamtol, id);
    const application = await on.applicationOf(bamtol, id);
    expect(said(await on.remove(hodu, id))).toEqual(notTheAuthor);
    expect(said(await on.remove(dotori, id))).toEqual("200 팀 모집글이 성공적으로 삭제되었습니다.");
    expect(said(await on.detail(id))).toEqual(unknown);
    expect(said(await on.remove(dotori, id))).toEqual(unknown);
    expect(await on.team(teamId)).toMatchObject({ teamRecruitId: null });
    expect(said(await bamtol.ask("DELETE", `/v1/apply/${application}`))).toEqual(
      "404 팀 지원글이 존재하지 않습니다.",
    );
    expect((await on.mine(bamtol))[0]).toMatchObject({ state: "deleted", teamRecruitTitle: null });
  });

  it("happens with the team", async () => {
    const teamId = await site.team(dotori);
    const id = await on.posted(dotori, { teamId: String(teamId) });
    await on.apply(bamtol, id);
    await dotori.ask("DELETE", `/v1/teams/${teamId}`);
    expect(said(await on.detail(id))).toEqual(unknown);
    expect(said(await on.apply(hodu, id))).toEqual(unknown);
  });
});

describe("applying", () => {
  it("takes an application once, with names for everybody and texts for two", async () => {
    const id = await on.posted(dotori);
    const applied = await on.apply(bamtol, String(id), "첫째 줄\r\n둘째 줄 ");
    expect(applied.body).toEqual({
      status: "success",
      code: 201,
      message: "팀 지원글이 성공적으로 생성되었습니다.",
      data: null,
    });
    await on.apply(hodu, id, "호두의 글");
    const shown = async (person: Pick<Person, "ask">) =>
      (await on.detail(id, person)).body.data.teamApplyResponses.map(
        ({ memberName, teamApplyBody, isMyApply }: Record<string, unknown>) => [
          memberName,
          teamApplyBody,
          isMyApply,
        ],
      );
    const text = "첫째 줄\n둘째 줄 ";
    expect(await shown(site)).toEqual([
      ["호두", null, false],
      ["밤톨", null, false],
    ]);
    expect(await shown(bamtol)).toEqual([
      ["밤톨", text, true],
      ["호두", null, false],
    ]);
    expect(await shown(dotori)).toEqual([
      ["호두", "호두의 글", false],
      ["밤톨", text, false],
    ]);
    expect((await on.detail(id, dotori)).body.data.teamMemberUuids).toEqual([hodu.uuid, bamtol.uuid]);
    expect((await on.detail(id, bamtol)).body.data.teamMemberUuids).toEqual([]);
  });

  it("validates", async () => {
    const ask = (json: object) => bamtol.ask("POST", "/v1/apply", { json });
    expect(await ask({})).toMatchObject(
      fail({
        recruitmentId: "모집글이 존재하지 않습니다.",
        teamApplyBody: "팀 지원글 내용은 필수 요소입니다.",
      }),
    );
    const blank = fail({ teamApplyBody: "팀 지원글 내용은 필수 요소입니다." });
    expect(await ask({ recruitmentId: 1, teamApplyBody: " \n " })).toMatchObject(blank);
    expect(await ask({ recruitmentId: 1, teamApplyBody: "가".repeat(301) })).toMatchObject(
      fail({ teamApplyBody: "글자 수를 초과했습니다." }),
    );
    expect(said(await ask({ recruitmentId: {}, teamApplyBody: "a" }))).toEqual(
      "400 요청 형식이 올바르지 않습니다.",
    );
    const id = await on.posted(dotori);
    expect((await ask({ recruitmentId: id, teamApplyBody: "👨‍👩‍👧".repeat(300) })).status).toBe(201);
  });

  it("refuses in order", async () => {
    const teamId = await site.team(dotori);
    const id = await on.posted(dotori, { teamId: String(teamId) });
    await join(janmul, teamId);
    expect(said(await on.apply(bamtol, 99999))).toEqual(unknown);
    await on.apply(bamtol, id);
    await on.set(dotori, id, false);
    expect(said(await on.apply(dotori, id))).toEqual("400 본인의 모집글에는 신청할 수 없습니다.");
    expect(said(await on.apply(janmul, id))).toEqual("400 이미 팀에 가입했습니다.");
    expect(said(await on.apply(bamtol, id))).toEqual("400 현재 모집 중이지 않습니다.");
    await on.set(dotori, id, true);
    expect(said(await on.apply(bamtol, id))).toEqual("400 이미 신청한 모집글입니다.");
    expect(
      (await site.ask("POST", "/v1/apply", { json: { recruitmentId: id, teamApplyBody: "a" } })).status,
    ).toBe(401);
  });
});

describe("one's application", () => {
  it("can be edited by the applicant alone", async () => {
    const id = await on.posted(dotori);
    await on.apply(bamtol, id);
    const application = await on.applicationOf(bamtol, id);
    const edit = (person: Person, path: number, teamApplyBody?: string) =>
      person.ask("PATCH", `/v1/apply/${path}`, { json: { teamApplyBody } });
    expect(await edit(bamtol, application)).toMatchObject(
      fail({ teamApplyBody: "팀 지원글 내용은 필수 요소입니다." }),
    );
    expect(said(await edit(bamtol, 99999, "글"))).toEqual("404 팀 지원글이 존재하지 않습니다.");
    for (const other of [dotori, hodu])
      expect(said(await edit(other, application, "글"))).toEqual("403 팀 지원글을 수정할 권한이 없습니다.");
    expect(said(await edit(bamtol, application, "고친 글"))).toEqual(
      "200 팀 지원글이 성공적으로 수정되었습니다.",
    );
    expect((await on.detail(id, dotori)).body.data.teamApplyResponses[0].teamApplyBody).toBe("고친 글");
    await on.set(dotori, id, false);
    expect((await edit(bamtol, application, "닫힌 뒤에도")).status).toBe(200);
  });

  it("can be taken back by the applicant and removed by authors, and then be made again", async () => {
    const id = await on.posted(dotori);
    const remove = (person: Person, path: number) => person.ask("DELETE", `/v1/apply/${path}`);
    await on.apply(bamtol, id);
    const first = await on.applicationOf(bamtol, id);
    expect(said(await remove(hodu, first))).toEqual("403 팀 지원글을 삭제할 권한이 없습니다.");
    expect(said(await remove(bamtol, first))).toEqual("200 팀 지원글이 성공적으로 삭제되었습니다.");
    expect(said(await remove(bamtol, first))).toEqual("404 팀 지원글이 존재하지 않습니다.");
    expect((await on.apply(bamtol, id)).status).toBe(201);
    const second = await on.applicationOf(bamtol, id);
    expect((await remove(dotori, second)).status).toBe(200);
    expect(await on.waiting(id, bamtol)).toEqual([]);
    expect((await on.apply(bamtol, id)).status).toBe(201);
  });

  it("is listed with what became of it, last changed first", async () => {
    const person = await site.person("지원자");
    const [kept, stopped, removed, accepted] = [
      await on.posted(dotori, { teamRecruitTitle: "기다림" }),
      await on.posted(dotori, { teamRecruitTitle: "멈춤" }),
      await on.posted(dotori, { teamRecruitTitle: "거절" }),
      await on.posted(dotori, { teamRecruitTitle: "수락" }),
    ];
    for (const id of [kept, stopped, removed, accepted]) await on.apply(person, id);
    await on.set(dotori, stopped, false);
    await dotori.ask("DELETE", `/v1/apply/${await on.applicationOf(person, removed)}`);
    const teamId = (await on.createTeam(dotori, accepted, [person])).body.data.teamId;
    const listed = await on.mine(person);
    expect(listed.map((each: Record<string, unknown>) => [each["teamRecruitTitle"], each["state"]])).toEqual([
      ["수락", "accepted"],
      ["거절", "removed"],
      ["멈춤", "closed"],
      ["기다림", "pending"],
    ]);
    expect(listed[0]).toMatchObject({ recruitmentId: accepted, teamId, teamApplyBody: "지원합니다" });
    expect(listed[3].changedAt).toBe(listed[3].appliedAt);
    expect(listed[0].changedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/);
    expect((await site.ask("GET", "/v1/apply/mine")).status).toBe(401);
    expect((await site.ask("GET", "/v1/apply/9")).status).toBe(405);
  });
});

describe("a team from applicants", () => {
  it("takes those named, links the recruitment and leaves the others waiting", async () => {
    const id = await on.posted(dotori);
    for (const person of [bamtol, hodu, janmul]) await on.apply(person, id);
    const key = { "idempotency-key": randomUUID() };
    const form = {
      teamName: "새벽반",
      topic: "스터디",
      memberLimit: "5",
      password: "0000",
      teamRecruitId: String(id),
      teamMemberUuids: [bamtol.uuid, hodu.uuid, bamtol.uuid.toUpperCase()],
    };
    const created = await dotori.ask("POST", "/v1/teams", { form, headers: key });
    expect(created.status).toBe(201);
    const { teamId } = created.body.data;
    expect(await on.team(teamId)).toMatchObject({
      teamRecruitId: id,
      memberCount: 3,
      members: [{ memberName: "도토리" }, { memberName: "밤톨" }, { memberName: "호두" }],
    });
    expect((await on.detail(id)).body.data).toMatchObject({ teamId, isRecruiting: true });
    expect(await on.waiting(id)).toEqual(["잣물"]);
    const again = await dotori.ask("POST", "/v1/teams", { form, headers: key });
    expect(again.body).toEqual(created.body);
    expect(said(await on.createTeam(dotori, id, [janmul]))).toEqual("400 이미 팀이 있는 모집글입니다.");
    const history = await dotori.ask("GET", `/v1/teams/${teamId}/role-history`);
    expect(history.body.data.content.map((entry: { action: string }) => entry.action)).toEqual([
      "INVITED",
      "INVITED",
      "CREATED",
    ]);
  });

  it("refuses in order and then has changed nothing", async () => {
    const id = await on.posted(dotori);
    await on.apply(bamtol, id);
    await on.apply(hodu, id);
    const refusals: [Person, number, { uuid: string }[], string][] = [
      [dotori, 99999, [nobody], unknown],
      [bamtol, id, [nobody], notTheAuthor],
      [dotori, id, [nobody, janmul], noMember],
      [dotori, id, [bamtol, janmul], "400 모집글의 신청자가 아닙니다."],
      [dotori, id, [bamtol, hodu], "400 현재 팀의 최대 인원을 넘었습니다."],
    ];
    for (const [person, recruitment, people, refusal] of refusals)
      expect(said(await on.createTeam(person, recruitment, people, { memberLimit: "2" }))).toBe(refusal);
    expect((await on.createTeam(dotori, id, [], { memberLimit: "1" })).status).toBe(201);
    expect(await on.waiting(id)).toEqual(["호두", "밤톨"]);
  });
});

describe("inviting applicants", () => {
  it("takes all named into the team and keeps the recruiting state", async () => {
    const teamId = await site.team(dotori);
    const id = await on.posted(dotori, { teamId: String(teamId) });
    for (const person of [bamtol, hodu, janmul]) await on.apply(person, id);
    await on.set(dotori, id, false);
    const invited = await on.invite(dotori, teamId, id, [hodu, bamtol]);
    expect(invited.body).toEqual({
      status: "success",
      code: 200,
      message: "성공적으로 팀에 초대하였습니다.",
      data: null,
    });
    expect(await on.team(teamId)).toMatchObject({ memberCount: 3 });
    expect((await on.detail(id, dotori)).body.data).toMatchObject({
      isRecruiting: false,
      teamMemberUuids: [janmul.uuid],
    });
    expect((await on.mine(bamtol))[0]).toMatchObject({ state: "accepted", teamId });
  });

  it("validates", async () => {
    const ask = (json: object) => dotori.ask("POST", "/v1/recruitments/invite", { json });
    const texts = {
      teamId: "팀이 존재하지 않습니다.",
      recruitId: "모집글이 존재하지 않습니다.",
      memberUuids: "지원한 사람이 없습니다.",
    };
    expect(await ask({})).toMatchObject(fail(texts));
    expect(await ask({ teamId: "", recruitId: null, memberUuids: [] })).toMatchObject(fail(texts));
    expect(said(await ask({ teamId: 1, recruitId: 1, memberUuids: "x" }))).toEqual(
      "400 요청 형식이 올바르지 않습니다.",
    );
  });

  it("refuses in order, all or nothing", async () => {
    const teamId = await site.team(dotori, { memberLimit: "3" });
    const other = await site.team(dotori);
    const foreign = await site.team(janmul);
    const id = await on.posted(dotori, { teamId: String(teamId) });
    const late = await site.person("늦은이");
    for (const person of [bamtol, hodu, late]) await on.apply(person, id);
    const member = await site.person("팀원");
    await join(member, teamId);
    const refusals: [Person, number, number, { uuid: string }[], string][] = [
      [dotori, 99999, 99999, [nobody], unknown],
      [member, 99999, id, [nobody], notTheAuthor],
      [dotori, 99999, id, [nobody], "404 팀이 존재하지 않습니다."],
      [dotori, foreign, id, [nobody], "400 팀의 매니저가 옳지 않습니다."],
      [dotori, other, id, [nobody], "400 모집글의 팀이 아닙니다."],
      [dotori, teamId, id, [nobody, member, janmul], noMember],
      [dotori, teamId, id, [janmul, member], "400 이미 팀에 가입했습니다."],
      [dotori, teamId, id, [bamtol, janmul], "400 모집글의 신청자가 아닙니다."],
      [dotori, teamId, id, [bamtol, hodu], "400 현재 팀의 최대 인원을 넘었습니다."],
    ];
    for (const [person, team, recruitment, people, refusal] of refusals)
      expect(said(await on.invite(person, team, recruitment, people))).toBe(refusal);
    expect(await on.team(teamId)).toMatchObject({ memberCount: 2 });
    expect((await on.waiting(id)).length).toBe(3);
    expect((await on.invite(dotori, teamId, id, [late])).status).toBe(200);
  });

  it("refuses names that are none, and takes uuids in capital letters", async () => {
    const teamId = await site.team(dotori);
    const id = await on.posted(dotori, { teamId: String(teamId) });
    await on.apply(bamtol, id);
    for (const uuid of ["\u0000", "\ud83d", "밤톨", "a".repeat(100_000)]) {
      expect(said(await on.invite(dotori, teamId, id, [{ uuid }]))).toEqual(noMember);
      expect(said(await on.createTeam(dotori, await on.posted(dotori), [{ uuid }]))).toEqual(noMember);
    }
    const json = { teamId: String(teamId), recruitId: String(id), memberUuids: [bamtol.uuid.toUpperCase()] };
    expect((await dotori.ask("POST", "/v1/recruitments/invite", { json })).status).toBe(200);
    expect((await on.team(teamId)).memberCount).toBe(2);
  });

  it("is nothing for a writer who is no manager any more", async () => {
    const teamId = await site.team(dotori);
    const id = await on.posted(dotori, { teamId: String(teamId) });
    await on.apply(hodu, id);
    await join(bamtol, teamId);
    await changeRole("promote", dotori, teamId, bamtol);
    await changeRole("demote", bamtol, teamId, dotori);
    expect(said(await on.invite(dotori, teamId, id, [hodu]))).toEqual("400 팀의 매니저가 옳지 않습니다.");
    expect((await on.set(dotori, id, false)).status).toBe(200);
    expect((await on.invite(bamtol, teamId, id, [hodu])).status).toBe(200);
  });
});

it("counts an application as accepted when its writer joins by password", async () => {
  const teamId = await site.team(dotori);
  const id = await on.posted(dotori, { teamId: String(teamId) });
  await on.apply(bamtol, id);
  await on.apply(hodu, id);
  await join(bamtol, teamId);
  expect(await on.waiting(id)).toEqual(["호두"]);
  expect((await on.mine(bamtol))[0]).toMatchObject({ state: "accepted", teamId });
});

it("removes recruitments and applications of those who withdraw, and keeps no text of theirs", async () => {
  const leaving = await site.person("떠날이");
  const teamId = await site.team(leaving);
  await join(bamtol, teamId);
  const own = await on.posted(leaving, { teamId: String(teamId) });
  await on.apply(hodu, own);
  const other = await on.posted(dotori);
  await on.apply(leaving, other, "떠날이의 글");
  expect((await leaving.ask("DELETE", "/v1/members")).status).toBe(200);
  expect(said(await on.detail(own))).toEqual(unknown);
  expect(await on.team(teamId)).toMatchObject({ teamRecruitId: null });
  expect(await on.waiting(other, dotori)).toEqual([]);
  expect((await on.mine(hodu))[0]).toMatchObject({ recruitmentId: own, state: "deleted" });
  expect(
    (await site.query("SELECT 1 FROM my_applications WHERE applicant_id = $1", [leaving.uuid])).length,
  ).toBe(0);
  expect((await on.post(bamtol, { teamId: String(teamId) })).status).toBe(201);
});

it("has read models that equal ones built anew", async () => {
  expect(await differencesIn(site.databaseUrl, undefined, site.logSettings)).toEqual([]);
});
