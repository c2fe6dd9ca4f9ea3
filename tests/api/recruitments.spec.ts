import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { jpeg } from "#tests/support/pictures";
import { recruitFields, recruiting } from "./recruiting.ts";
import { type Answer, join, ownSite, type Person, refusal, said } from "./site.ts";
import { differencesIn } from "./verify-read-models.ts";

const [site, dotori, bamtol, hodu, janmul] = ownSite("도토리", "밤톨", "호두", "잣물");
const on = recruiting(site);

const fail = (data: Record<string, string>) => ({
  status: 400,
  body: { status: "fail", code: 400, message: "유효성 검사를 통과하지 못했습니다.", data },
});
const unknown = "404 팀 모집글이 존재하지 않습니다.";
const notTheAuthor = "403 팀 모집글 작성자가 아닙니다.";
const noApplication = "404 팀 지원글이 존재하지 않습니다.";
const noMember = "404 존재하지 않는 유저입니다. 유저를 찾을 수 없습니다.";
const stranger = { uuid: randomUUID() };
const picture = async () => new Blob([new Uint8Array(await jpeg())]);

// Runs first, while the site has no other recruitment.
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
      bodyIsShortened: false,
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
  expect(said(await site.ask("GET", "/v1/recruitments?page=-1"))).toBe(refusal("malformed"));
});

/** Each request also has the faults of those below it: the response names the first in the order of the contract. */
describe("refusals, in checking order", () => {
  const unknownId = 99_999;
  const notManager = "400 팀의 매니저가 옳지 않습니다.";
  const noApplicant = "400 모집글의 신청자가 아닙니다.";
  const full = "400 현재 팀의 최대 인원을 넘었습니다.";
  const joinedAlready = "400 이미 팀에 가입했습니다.";
  const scene = { team: 0, other: 0, foreign: 0, own: 0, free: 0, stopped: 0, application: 0 };
  const member = {} as Person;
  const ofTeam = (teamId: number) => ({ teamId: String(teamId) });
  const edit = (person: Person, id: number, form: Record<string, string>, ifMatch = '"7"') =>
    person.ask("PUT", `/v1/recruitments/${id}`, { form, headers: { "if-match": ifMatch } });
  const onApplication = (method: string, person: Person, id: number, teamApplyBody?: string) =>
    person.ask(method, `/v1/apply/${id}`, method === "PATCH" ? { json: { teamApplyBody } } : {});
  const create = (person: Person, id: number, people: { uuid: string }[]) =>
    on.createTeam(person, id, people, { memberLimit: "2" });
  beforeAll(async () => {
    Object.assign(member, await site.person("팀원"));
    scene.team = await site.team(dotori, { memberLimit: "3" });
    scene.other = await site.team(dotori);
    scene.foreign = await site.team(janmul);
    await join(member, scene.team);
    scene.own = await on.posted(dotori, ofTeam(scene.team));
    scene.free = await on.posted(dotori);
    scene.stopped = await on.posted(dotori, ofTeam(scene.other));
    await join(janmul, scene.other);
    for (const person of [bamtol, hodu])
      for (const id of [scene.own, scene.free, scene.stopped]) await on.apply(person, id);
    scene.application = await on.applicationOf(bamtol, scene.own);
    await on.set(dotori, scene.stopped, false);
  });
  const rows: readonly [string, string, () => Promise<Answer>][] = [
    ["post: team id", "400 요청 형식이 올바르지 않습니다.", () => on.post(dotori, { teamId: "열둘" })],
    ["post: team", "404 팀이 존재하지 않습니다.", () => on.post(dotori, ofTeam(unknownId))],
    ["post: membership", "400 팀의 멤버가 아닙니다.", () => on.post(bamtol, ofTeam(scene.team))],
    ["post: manager", notManager, () => on.post(member, ofTeam(scene.team))],
    ["post: one a team", "400 이미 작성된 모집글이 존재합니다.", () => on.post(dotori, ofTeam(scene.team))],
    ["edit: recruitment", unknown, () => edit(dotori, unknownId, recruitFields)],
    ["edit: author", notTheAuthor, () => edit(bamtol, scene.own, recruitFields)],
    ["stop: recruitment", unknown, () => on.set(dotori, unknownId, false)],
    ["stop: author", notTheAuthor, () => on.set(bamtol, scene.own, false)],
    ["delete: author", notTheAuthor, () => on.remove(hodu, scene.own)],
    ["apply: recruitment", unknown, () => on.apply(bamtol, unknownId)],
    ["apply: author", "400 본인의 모집글에는 신청할 수 없습니다.", () => on.apply(dotori, scene.stopped)],
    ["apply: membership", joinedAlready, () => on.apply(janmul, scene.stopped)],
    ["apply: stopped", "400 현재 모집 중이지 않습니다.", () => on.apply(bamtol, scene.stopped)],
    ["apply: once", "400 이미 신청한 모집글입니다.", () => on.apply(bamtol, scene.own)],
    ["edit application: unknown", noApplication, () => onApplication("PATCH", bamtol, unknownId, "글")],
    [
      "edit application: applicant",
      "403 팀 지원글을 수정할 권한이 없습니다.",
      () => onApplication("PATCH", dotori, scene.application, "글"),
    ],
    ["delete application: unknown", noApplication, () => onApplication("DELETE", bamtol, unknownId)],
    [
      "delete application: author",
      "403 팀 지원글을 삭제할 권한이 없습니다.",
      () => onApplication("DELETE", hodu, scene.application),
    ],
    ["create team: recruitment", unknown, () => create(dotori, unknownId, [stranger])],
    ["create team: author", notTheAuthor, () => create(bamtol, scene.free, [stranger])],
    ["create team: members", noMember, () => create(dotori, scene.free, [stranger, janmul])],
    ["create team: applicants", noApplicant, () => create(dotori, scene.free, [bamtol, janmul])],
    ["create team: seats", full, () => create(dotori, scene.free, [bamtol, hodu])],
    ["invite: recruitment", unknown, () => on.invite(dotori, unknownId, unknownId, [stranger])],
    ["invite: author", notTheAuthor, () => on.invite(member, unknownId, scene.own, [stranger])],
    [
      "invite: team",
      "404 팀이 존재하지 않습니다.",
      () => on.invite(dotori, unknownId, scene.own, [stranger]),
    ],
    ["invite: manager", notManager, () => on.invite(dotori, scene.foreign, scene.own, [stranger])],
    [
      "invite: its team",
      "400 모집글의 팀이 아닙니다.",
      () => on.invite(dotori, scene.other, scene.own, [stranger]),
    ],
    ["invite: members", noMember, () => on.invite(dotori, scene.team, scene.own, [stranger, member])],
    ["invite: joined", joinedAlready, () => on.invite(dotori, scene.team, scene.own, [janmul, member])],
    ["invite: applicants", noApplicant, () => on.invite(dotori, scene.team, scene.own, [bamtol, janmul])],
    ["invite: seats", full, () => on.invite(dotori, scene.team, scene.own, [bamtol, hodu])],
  ];
  it.each(rows)("%s: %s", async (_, expected, call) => {
    const before = await site.eventCount();
    expect(said(await call())).toBe(expected);
    expect(await site.eventCount()).toBe(before);
  });

  it("responds to a stale edit with the current state", async () => {
    const refused = await edit(dotori, scene.own, recruitFields);
    expect(said(refused)).toEqual("412 다른 곳에서 먼저 수정되었습니다.");
    expect(refused.headers.get("etag")).toBe('"1"');
    expect(refused.body.data).toEqual((await on.detail(scene.own, dotori)).body.data);
  });

  it("accepts applications again after they were withdrawn, or removed by the author", async () => {
    for (const person of [bamtol, dotori]) {
      const application = await on.applicationOf(bamtol, scene.own);
      expect(said(await onApplication("PATCH", bamtol, application, `글 ${application}`))).toEqual(
        "200 팀 지원글이 성공적으로 수정되었습니다.",
      );
      expect(said(await onApplication("DELETE", person, application))).toEqual(
        "200 팀 지원글이 성공적으로 삭제되었습니다.",
      );
      expect((await on.apply(bamtol, scene.own)).status).toBe(201);
    }
  });

  const tooLong = "글자 수를 초과했습니다.";
  const texts = {
    teamRecruitTitle: "팀 모집글 제목은 필수요소입니다",
    teamRecruitBody: "팀 모집글 내용은 필수요소입니다",
    chatUrl: "연락 방법은 필수요소입니다",
  };
  const noText = { teamApplyBody: "팀 지원글 내용은 필수 요소입니다." };
  const invitation = {
    teamId: "팀이 존재하지 않습니다.",
    recruitId: "모집글이 존재하지 않습니다.",
    memberUuids: "지원한 사람이 없습니다.",
  };
  const asked = (method: string, path: string, json: object) => () => bamtol.ask(method, path, { json });
  it.each<[string, () => Promise<Answer>, Record<string, string>]>([
    [
      "blank recruitment",
      () => on.post(dotori, { teamRecruitTitle: " ", teamRecruitBody: "<p><br></p>", chatUrl: "" }),
      texts,
    ],
    ["empty recruitment", () => dotori.ask("POST", "/v1/recruitments", { form: {} }), texts],
    [
      "long recruitment",
      () => on.post(dotori, { teamRecruitTitle: "가".repeat(51), chatUrl: "가".repeat(201) }),
      { teamRecruitTitle: tooLong, chatUrl: tooLong },
    ],
    [
      "blank edit",
      () => edit(bamtol, unknownId, { teamRecruitTitle: "", teamRecruitBody: "<p></p>" }),
      { teamRecruitTitle: texts.teamRecruitTitle, teamRecruitBody: texts.teamRecruitBody },
    ],
    ...[undefined, null, "false", 0].map((value): [string, () => Promise<Answer>, Record<string, string>] => [
      `state ${value}`,
      () => on.set(bamtol, unknownId, value),
      { isRecruiting: "모집 상태는 필수요소입니다" },
    ]),
    [
      "empty application",
      asked("POST", "/v1/apply", {}),
      { recruitmentId: "모집글이 존재하지 않습니다.", ...noText },
    ],
    ["blank application", asked("POST", "/v1/apply", { recruitmentId: 1, teamApplyBody: " \n " }), noText],
    [
      "long application",
      asked("POST", "/v1/apply", { recruitmentId: 1, teamApplyBody: "가".repeat(301) }),
      { teamApplyBody: tooLong },
    ],
    ["empty edit of an application", asked("PATCH", "/v1/apply/99999", {}), noText],
    ["empty invitation", asked("POST", "/v1/recruitments/invite", {}), invitation],
    [
      "blank invitation",
      asked("POST", "/v1/recruitments/invite", { teamId: "", recruitId: null, memberUuids: [] }),
      invitation,
    ],
  ])("names failing fields before anything else: %s", async (_, call, fields) => {
    expect(await call()).toMatchObject(fail(fields));
  });

  it("accepts texts of the maximum length, and every form of no team", async () => {
    const long = { teamRecruitTitle: "가".repeat(50), chatUrl: "가".repeat(200) };
    for (const form of [long, { teamId: "" }, { teamId: "null" }])
      expect((await on.post(dotori, form)).status).toBe(201);
    expect((await on.apply(bamtol, await on.posted(dotori), "👨‍👩‍👧".repeat(300))).status).toBe(201);
  });
});

describe("writing a recruitment", () => {
  it("shows it immediately, recruiting and without a team", async () => {
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
});

describe("editing", () => {
  it("keeps absent fields and counts revisions", async () => {
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
});

describe("stopping and resuming", () => {
  it("sets the state of the body, also repeatedly, and keeps the applications", async () => {
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
});

describe("deleting", () => {
  it("removes the applications and keeps the team", async () => {
    const teamId = await site.team(dotori);
    const id = await on.posted(dotori, { teamId: String(teamId) });
    await on.apply(bamtol, id);
    const application = await on.applicationOf(bamtol, id);
    expect(said(await on.remove(dotori, id))).toEqual("200 팀 모집글이 성공적으로 삭제되었습니다.");
    expect(said(await on.detail(id))).toEqual(unknown);
    expect(said(await on.remove(dotori, id))).toEqual(unknown);
    expect(await on.team(teamId)).toMatchObject({ teamRecruitId: null });
    expect(said(await bamtol.ask("DELETE", `/v1/apply/${application}`))).toEqual(noApplication);
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
  it("accepts an application once, with names for all and texts for author and applicant", async () => {
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
});

describe("a page of applications", () => {
  const scene = { teamId: 0, id: 0, people: [] as Person[] };
  beforeAll(async () => {
    scene.teamId = await site.team(dotori, { memberLimit: "4" });
    await join(janmul, scene.teamId);
    scene.id = await on.posted(dotori, { teamId: String(scene.teamId) });
    for (const name of ["Kim 하나", "kim 둘", "이셋", "kim 넷", "이다섯"]) {
      const person = await site.person(name);
      scene.people.push(person);
      await on.apply(person, scene.id, `${name}의 글`);
    }
  });
  const read = async (person: Pick<Person, "ask">, query: string) =>
    (await person.ask("GET", `/v1/recruitments/${scene.id}${query}`)).body.data;
  const shown = async (person: Pick<Person, "ask">, query: string) => {
    const { teamApplyResponses, applicationList } = await read(person, query);
    const names = teamApplyResponses.map(({ memberName }: { memberName: string }) => memberName);
    return { names, ...applicationList.page };
  };

  it("contains the newest with their texts, for an author with uuids, and leaves the whole list as it was", async () => {
    const uuids = scene.people.map(({ uuid }) => uuid).toReversed();
    const { teamApplyResponses, teamMemberUuids, applicationList } = await read(dotori, "?applications=2");
    expect(teamApplyResponses).toEqual([
      {
        teamApplyId: expect.any(Number),
        teamApplyBody: "이다섯의 글",
        memberName: "이다섯",
        memberImage: "/images/default/member.png",
        isMyApply: false,
        memberUuid: uuids[0],
      },
      expect.objectContaining({ teamApplyBody: "kim 넷의 글", memberUuid: uuids[1] }),
    ]);
    expect(teamMemberUuids).toEqual(uuids);
    const page = { size: 2, number: 0, totalElements: 5, totalPages: 3 };
    expect(applicationList).toEqual({ page, total: 5, seats: 2 });
    const whole = await read(dotori, "");
    expect(whole.teamApplyResponses).toHaveLength(5);
    expect(whole).not.toHaveProperty("applicationList");
    expect(whole.teamApplyResponses[0]).not.toHaveProperty("memberUuid");
    expect((await read(dotori, "?applications=0")).teamApplyResponses).toHaveLength(5);
    expect((await read(dotori, "?applications=99")).applicationList.page.size).toBe(50);
  });

  it("is the last one beyond the end, and finds names in any case; the uuids stay those of all", async () => {
    const end = { size: 2, number: 2, totalElements: 5, totalPages: 3 };
    expect(await shown(dotori, "?applications=2&page=9")).toEqual({ names: ["Kim 하나"], ...end });
    const found = { size: 2, number: 1, totalElements: 3, totalPages: 2 };
    expect(await shown(dotori, "?applications=2&page=1&name=%20KIM")).toEqual({
      names: ["Kim 하나"],
      ...found,
    });
    const nobody = await read(dotori, "?applications=2&page=1&name=없는이");
    expect(nobody.applicationList).toMatchObject({ page: { number: 0, totalElements: 0 }, total: 5 });
    expect(nobody.teamMemberUuids).toHaveLength(5);
  });

  it("hides from others what the whole list hides, and shows an applicant the own one on every page", async () => {
    const [first] = scene.people as [Person];
    expect((await shown(first, "?applications=2&page=1&name=이")).names).toEqual([
      "Kim 하나",
      "이다섯",
      "이셋",
    ]);
    for (const person of [site, first, hodu]) {
      const { teamApplyResponses, teamMemberUuids } = await read(person, "?applications=50");
      const texts = teamApplyResponses.map(
        ({ teamApplyBody }: { teamApplyBody: string | null }) => teamApplyBody,
      );
      expect(texts.filter((text: string | null) => text !== null)).toEqual(
        person === first ? ["Kim 하나의 글"] : [],
      );
      expect(teamMemberUuids).toEqual([]);
      expect(JSON.stringify(teamApplyResponses)).not.toContain("memberUuid");
    }
    await on.set(dotori, scene.id, false);
    const closed = async (person: Pick<Person, "ask">) => {
      const { teamApplyResponses, applicationList } = await read(person, "?applications=2");
      return [teamApplyResponses.length, applicationList.total, applicationList.page.totalElements];
    };
    expect(await closed(site)).toEqual([0, 0, 0]);
    expect(await closed(first)).toEqual([1, 1, 0]);
    expect(await closed(dotori)).toEqual([2, 5, 5]);
    await on.set(dotori, scene.id, true);
  });

  it("loses those who are admitted by one command, and their seats; one too many admits nobody", async () => {
    const [one, two, three] = scene.people as [Person, Person, Person];
    expect(said(await on.invite(dotori, scene.teamId, scene.id, [one, two, three]))).toBe(
      "400 현재 팀의 최대 인원을 넘었습니다.",
    );
    await on.invite(dotori, scene.teamId, scene.id, [two, three]);
    const left = await read(dotori, "?applications=20");
    expect(left.applicationList).toMatchObject({ total: 3, seats: 0 });
    expect(left.teamMemberUuids).not.toContain(two.uuid);
  });
});

describe("an own application", () => {
  it("is listed with its outcome, last changed first", async () => {
    const person = await site.person("지원자");
    const kept = await on.posted(dotori, { teamRecruitTitle: "기다림" });
    const stopped = await on.posted(dotori, { teamRecruitTitle: "멈춤" });
    const removed = await on.posted(dotori, { teamRecruitTitle: "거절" });
    const accepted = await on.posted(dotori, { teamRecruitTitle: "수락" });
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
    expect(said(await site.ask("GET", "/v1/apply/mine"))).toBe(refusal("unauthenticated"));
    expect(said(await site.ask("GET", "/v1/apply/9"))).toBe(refusal("wrong-method"));
  });
});

it("shows whether the membership of an accepted application lasts, otherwise when and why it ended", async () => {
  const person = await site.person("지나간이");
  const id = await on.posted(dotori);
  await on.apply(person, id);
  expect((await on.mine(person))[0]).toMatchObject({ membership: null, endedAt: null, reason: null });
  const { teamId } = (await on.createTeam(dotori, id, [person])).body.data;
  const since = async () => {
    const { membership, endedAt, reason } = (await on.mine(person))[0];
    return [membership, endedAt?.slice(0, 4) ?? null, reason];
  };
  const year = String(new Date().getFullYear());
  expect(await since()).toEqual(["member", null, null]);
  await dotori.ask("DELETE", `/v1/recruitments/${id}`);
  const json = { memberInfo: person.uuid, reason: "연락이 닿지 않아요" };
  expect((await dotori.ask("POST", `/v1/teams/${teamId}/remove/team-member`, { json })).status).toBe(200);
  expect(await since()).toEqual(["kicked", year, "연락이 닿지 않아요"]);
  await join(person, teamId);
  expect(await since()).toEqual(["member", null, null]);
  await person.ask("DELETE", `/v1/teams/${teamId}/members/me`);
  expect(await since()).toEqual(["left", year, null]);
  await dotori.ask("DELETE", `/v1/teams/${teamId}`);
  expect(await since()).toEqual([null, null, null]);
});

describe("a team from applicants", () => {
  it("admits the named applicants, links the recruitment and keeps the others pending", async () => {
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
});

describe("inviting applicants", () => {
  it("admits all named applicants to the team and keeps the recruiting state", async () => {
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

  it("refuses invalid names, and accepts uuids in capital letters", async () => {
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

it("has read models that equal ones rebuilt", async () => {
  expect(await differencesIn(site.databaseUrl, undefined, site.logSettings)).toEqual([]);
});
