import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { announce, countOf, inboxOf, notificationSettler, postSubject, setKinds } from "./inboxes.ts";
import { recruiting } from "./recruiting.ts";
import { changeRole, join, ownSite, type Person } from "./site.ts";

/** spec/notifications.md §11.2: the events of each kind, its recipients, texts and links. */

const [site, dotori, bamtol, hodu, janmul, mute] = ownSite("도토리", "밤톨", "호두", "잔물", "조용이");
const { posted, apply, invite, set, remove, applicationOf } = recruiting(site);
let settled: () => Promise<void>;
/** 도토리 and 밤톨 manage it; 호두 and 조용이 are members. */
let teamId: number;
const people = () => ({ dotori, bamtol, hodu, janmul, mute });
type Name = keyof ReturnType<typeof people>;
type Told = [kind: string, text: string, link: string | null, note?: string];

const off = { inbox: false, push: false, mail: false };
const mutable = [
  ...["SUBJECT_POSTED", "ANNOUNCEMENT_CHANGED", "NEW_MEMBER", "ARTICLE_POSTED", "ENTRY_PASSWORD_CHANGED"],
  ...["APPLICATION_SUBMITTED", "APPLICATION_ACCEPTED", "APPLICATION_REMOVED"],
  ...["RECRUITMENT_CLOSED", "RECRUITMENT_DELETED", "MENTION", "COMMENT", "REPLY", "REVIEW_ASKED"],
];

beforeAll(async () => {
  settled = await notificationSettler(site);
  expect((await setKinds(mute, ...mutable.map((kind) => ({ ...off, kind })))).status).toBe(200);
});
beforeEach(async () => {
  teamId = await site.team(dotori, { teamName: "새벽네시반" });
  for (const person of [bamtol, hodu, mute]) await join(person, teamId);
  await changeRole("promote", dotori, teamId, bamtol);
  await settled();
});

/** Expects these notifications of an action, and none for other members. */
async function expectTold(action: () => Promise<unknown>, expected: Partial<Record<Name, Told[]>>) {
  const all = Object.entries(people()) as [Name, Person][];
  const before = new Map(
    await Promise.all(all.map(async ([name, person]) => [name, (await countOf(person)).latest] as const)),
  );
  await action();
  await settled();
  const told: Partial<Record<Name, Told[]>> = {};
  for (const [name, person] of all) {
    const { content } = await inboxOf(person);
    const news = content.filter(({ number }) => number > (before.get(name) ?? 0));
    if (news.length > 0)
      told[name] = news.map(
        ({ kind, text, link, note }) => [kind, text, link, ...(note ? [note] : [])] as Told,
      );
  }
  expect(told).toEqual(expected);
}
const page = () => `/team-dashboard/${teamId}`;
const ok = async (asking: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await asking;
  if (status >= 300) throw new Error(JSON.stringify(body));
};

describe("notifications of a team", () => {
  it("SUBJECT_POSTED", async () => {
    const told: Told = [
      ...(["SUBJECT_POSTED", "내 팀 새벽네시반에 12월 11일 문제가 올라왔어요."] as const),
      `${page()}?date=2025-12-11&show=subject`,
    ];
    await expectTold(() => ok(postSubject(dotori, teamId)), { bamtol: [told], hodu: [told] });
    const two: Told = [
      ...(["SUBJECT_POSTED", "내 팀 새벽네시반에 문제 2개가 올라왔어요."] as const),
      `${page()}?date=2025-12-12&show=subject`,
    ];
    await expectTold(() => ok(postSubject(bamtol, teamId, "2025-12-12")), {
      dotori: [["SUBJECT_POSTED", "내 팀 새벽네시반에 12월 12일 문제가 올라왔어요.", two[2]]],
      hodu: [two],
    });
  });

  it("ANNOUNCEMENT_CHANGED, but not one that is emptied", async () => {
    const told: Told = ["ANNOUNCEMENT_CHANGED", "내 팀 새벽네시반의 공지가 바뀌었어요.", page()];
    await expectTold(() => ok(announce(bamtol, teamId, "내일은 쉬어요")), { dotori: [told], hodu: [told] });
    await expectTold(() => ok(announce(bamtol, teamId, "")), {});
  });

  it("NEW_MEMBER to earlier members", async () => {
    const told: Told = ["NEW_MEMBER", "잔물님이 내 팀 새벽네시반의 새 팀원이 되었어요.", page()];
    const all = { dotori: [told], bamtol: [told], hodu: [told] };
    // Their notifications of the earlier members collapse within ten minutes.
    for (const person of [dotori, bamtol, hodu])
      await ok(person.ask("POST", "/v1/notifications/read-all", { json: { upTo: 1000 } }));
    await expectTold(() => ok(join(janmul, teamId)), all);
  });

  it("ARTICLE_POSTED to members who have switched it on", async () => {
    await setKinds(hodu, { kind: "ARTICLE_POSTED", inbox: true, push: false, mail: false });
    let articleId = 0;
    const post = async () => {
      const form = { teamId: String(teamId), articleTitle: "풀이", articleBody: "<p>글</p>" };
      articleId = (await bamtol.ask("POST", "/v1/articles", { form })).body.data.articleId;
    };
    const link = () => `${page()}?date=${site.today()}&article=${articleId}`;
    await post();
    await settled();
    const { content } = await inboxOf(hodu);
    const text = "밤톨님이 내 팀 새벽네시반에 글을 올렸어요.";
    expect(content[0]).toMatchObject({ kind: "ARTICLE_POSTED", text, link: link(), count: 1 });
    for (const other of [dotori, bamtol, mute])
      expect((await inboxOf(other)).content.map(({ kind }) => kind)).not.toContain("ARTICLE_POSTED");
    await ok(bamtol.ask("DELETE", `/v1/articles/${articleId}`));
    expect((await inboxOf(hodu)).content[0]).toMatchObject({ text, link: null });
    await setKinds(hodu, { kind: "ARTICLE_POSTED", ...off });
  });
});

describe("notifications of a discussion", () => {
  let articleId: number;
  beforeEach(async () => {
    const form = { teamId: String(teamId), articleTitle: "풀이", articleBody: "<p>글</p>" };
    articleId = (await bamtol.ask("POST", "/v1/articles", { form })).body.data.articleId;
  });
  /** Returns the id of the comment. */
  const comment = async (writer: Person, text: string, threadId?: number): Promise<number> => {
    const json = { text, ...(threadId && { threadId }) };
    const { status, body } = await writer.ask("POST", `/v1/articles/${articleId}/comments`, { json });
    expect(status).toBe(201);
    return body.data.commentId;
  };
  const at = () => `${page()}?date=${site.today()}&article=${articleId}`;
  const thread = (threadId: number) => `${at()}&thread=${threadId}`;
  const latest = async (person: Person) => {
    const [first] = (await inboxOf(person)).content;
    return first && [first.kind, first.text, first.link, first.count];
  };

  it("COMMENT to the article's author, REPLY to the writers of the thread, of each comment one", async () => {
    const before = (await countOf(bamtol)).latest;
    const root = await comment(hodu, "여기가 궁금해요");
    await settled();
    expect(await latest(bamtol)).toEqual(["COMMENT", "호두님이 내 글에 의견을 남겼어요.", thread(root), 1]);
    await expectTold(() => comment(dotori, "저도요", root), {
      bamtol: [["COMMENT", "도토리님 외 1명이 내 글에 의견을 남겼어요.", thread(root)]],
      hodu: [["REPLY", "도토리님이 내가 참여한 의견에 답글을 남겼어요.", thread(root)]],
    });
    await expectTold(() => comment(bamtol, "고쳤어요", root), {
      dotori: [["REPLY", "밤톨님이 내가 참여한 의견에 답글을 남겼어요.", thread(root)]],
      hodu: [["REPLY", "밤톨님 외 1명이 내가 참여한 의견에 답글을 남겼어요.", thread(root)]],
    });
    // Of a member who is named already, the newest thread is read from its source.
    const other = await comment(dotori, "다른 이야기");
    await settled();
    expect(await latest(bamtol)).toEqual([
      ...["COMMENT", "도토리님 외 1명이 내 글에 의견을 남겼어요.", thread(other), 3],
    ]);
    expect((await countOf(bamtol)).latest).toBe(before + 2);
    await ok(dotori.ask("DELETE", `/v1/articles/${articleId}/comments/${other}`, { json: {} }));
    expect((await latest(bamtol))?.[2]).toBeNull();
    await ok(bamtol.ask("DELETE", `/v1/articles/${articleId}`));
    expect(await latest(hodu)).toEqual([
      ...["REPLY", "밤톨님 외 1명이 내가 참여한 의견에 답글을 남겼어요.", null, 2],
    ]);
  });

  it("MENTION instead of the other kinds, of an edit to those whom it names first, and to present members only", async () => {
    const mention = ({ uuid }: Person) => `@{${uuid}}`;
    let root = 0;
    const told = (): Told => ["MENTION", "호두님이 의견에서 나를 언급했어요.", thread(root)];
    const before = (await countOf(bamtol)).latest;
    root = await comment(hodu, `${mention(bamtol)} ${mention(janmul)} 봐 주세요`);
    await settled();
    expect(await latest(bamtol)).toEqual([...told(), 1]);
    expect((await countOf(bamtol)).latest).toBe(before + 1);
    const edit = (text: string) =>
      ok(hodu.ask("PUT", `/v1/articles/${articleId}/comments/${root}`, { json: { text } }));
    const text = `${mention(bamtol)} ${mention(dotori)} ${mention(hodu)}`;
    await expectTold(() => edit(text), { dotori: [told()] });
    await expectTold(() => edit(`${text}!`), {});
  });

  it("REVIEW_ASKED to the reviewer of a team that asks for reviews", async () => {
    const options = { reviewPartner: true, solveFirst: false };
    await ok(dotori.ask("PUT", `/v1/teams/${teamId}/discussion-options`, { json: options }));
    const post = async () => {
      const form = { teamId: String(teamId), articleTitle: "풀이", articleBody: "<p>글</p>" };
      articleId = (await hodu.ask("POST", "/v1/articles", { form })).body.data.articleId;
      await vi.waitFor(async () =>
        expect((await site.storedEvents()).map(({ stream }) => stream)).toContain(`discussion-${articleId}`),
      );
    };
    await post();
    await settled();
    expect(await latest(bamtol)).toEqual(["REVIEW_ASKED", "호두님의 글에 내 리뷰가 필요해요.", at(), 1]);
    expect((await latest(dotori))?.[0]).not.toBe("REVIEW_ASKED");
  });

  it("none to members who have muted them", async () => {
    const root = await comment(mute, "제 의견이에요");
    await settled();
    await expectTold(() => comment(hodu, `@{${mute.uuid}}`, root), {
      bamtol: [["COMMENT", "호두님 외 1명이 내 글에 의견을 남겼어요.", thread(root)]],
    });
    await expectTold(() => comment(dotori, "답글", root), {
      bamtol: [["COMMENT", "도토리님 외 2명이 내 글에 의견을 남겼어요.", thread(root)]],
      hodu: [["REPLY", "도토리님이 내가 참여한 의견에 답글을 남겼어요.", thread(root)]],
    });
  });
});

describe("notifications of a recruitment", () => {
  let recruitmentId: number;
  beforeEach(async () => {
    recruitmentId = await posted(dotori, { teamRecruitTitle: "아침 스터디", teamId: String(teamId) });
  });
  const detail = () => `/team-recruit/detail/${recruitmentId}`;

  it("APPLICATION_SUBMITTED to its writer and the managers of its team", async () => {
    const told: Told = [
      "APPLICATION_SUBMITTED",
      "내 모집글 아침 스터디에 잔물님이 가입을 신청했어요.",
      detail(),
    ];
    await expectTold(() => ok(apply(janmul, recruitmentId)), { dotori: [told], bamtol: [told] });
    const stranger = await site.person("서은");
    const two: Told = [told[0], "내 모집글 아침 스터디에 서은님 외 1명이 가입을 신청했어요.", told[2]];
    await expectTold(() => ok(apply(stranger, recruitmentId)), { dotori: [two], bamtol: [two] });
  });

  it("APPLICATION_ACCEPTED, and NEW_MEMBER to the others", async () => {
    await ok(apply(janmul, recruitmentId));
    await settled();
    for (const person of [bamtol, hodu])
      await ok(person.ask("POST", "/v1/notifications/read-all", { json: { upTo: 1000 } }));
    const told: Told = ["NEW_MEMBER", "잔물님이 내 팀 새벽네시반의 새 팀원이 되었어요.", page()];
    await expectTold(() => ok(invite(dotori, teamId, recruitmentId, [janmul])), {
      janmul: [["APPLICATION_ACCEPTED", "내 가입 신청이 받아들여져 새벽네시반의 팀원이 되었어요.", page()]],
      bamtol: [told],
      hodu: [told],
    });
  });

  it("no APPLICATION_ACCEPTED to an applicant who joins by password", async () => {
    await ok(apply(janmul, recruitmentId));
    await ok(join(janmul, teamId));
    await settled();
    const { content } = await inboxOf(janmul, "?group=recruit");
    expect(content.filter(({ team }) => team?.teamId === teamId)).toEqual([]);
  });

  it("APPLICATION_REMOVED", async () => {
    await ok(apply(janmul, recruitmentId));
    const applyId = await applicationOf(janmul, recruitmentId);
    await settled();
    await expectTold(() => ok(dotori.ask("DELETE", `/v1/apply/${applyId}`)), {
      janmul: [
        [
          "APPLICATION_REMOVED",
          "내가 신청한 모집글 아침 스터디의 가입 신청이 받아들여지지 않았어요.",
          detail(),
        ],
      ],
    });
  });

  it("RECRUITMENT_CLOSED and RECRUITMENT_DELETED to applicants; the writer's notifications of it are removed", async () => {
    await ok(apply(janmul, recruitmentId));
    await settled();
    const closed: Told = [
      ...(["RECRUITMENT_CLOSED", "내가 신청한 모집글 아침 스터디의 모집이 끝났어요."] as const),
      detail(),
    ];
    await expectTold(() => ok(set(dotori, recruitmentId, false)), { janmul: [closed] });
    await expectTold(() => ok(remove(dotori, recruitmentId)), {
      janmul: [["RECRUITMENT_DELETED", "내가 신청한 모집글이 삭제되었어요.", "/team-recruit/list"]],
    });
    const [, before] = (await inboxOf(janmul)).content;
    expect([before?.text, before?.link]).toEqual([
      "내가 신청한 모집글 삭제된 모집글의 모집이 끝났어요.",
      null,
    ]);
    const ofWriter = await inboxOf(dotori, "?group=recruit");
    expect(ofWriter.content.map(({ link }) => link)).not.toContain(detail());
  });
});

describe("notifications of the account", () => {
  it("ROLE_CHANGED by promotion, delegation, demotion and succession, with the reason", async () => {
    await expectTold(() => ok(changeRole("promote", dotori, teamId, mute, "부탁해요")), {
      mute: [["ROLE_CHANGED", "도토리님이 나를 새벽네시반의 공동 방장으로 지정했어요.", page(), "부탁해요"]],
    });
    await expectTold(() => ok(changeRole("demote", bamtol, teamId, mute)), {
      mute: [["ROLE_CHANGED", "밤톨님이 나를 새벽네시반의 일반 회원으로 변경했어요.", page()]],
    });
    await expectTold(() => ok(changeRole("delegate", dotori, teamId, hodu)), {
      hodu: [["ROLE_CHANGED", "도토리님이 새벽네시반의 방장을 나에게 위임했어요.", page()]],
    });
    const leader = await site.person("떠날이");
    const team = await site.team(leader, { teamName: "남은반" });
    await join(hodu, team);
    await settled();
    await expectTold(() => ok(leader.ask("DELETE", "/v1/members")), {
      hodu: [["ROLE_CHANGED", "내가 남은반의 방장을 이어받았어요.", `/team-dashboard/${team}`]],
    });
  });

  it("KICKED, also to members who have muted all other kinds; their notifications of the team are removed", async () => {
    await ok(announce(dotori, teamId, "공지"));
    await settled();
    await expectTold(() => ok(changeRole("kick", bamtol, teamId, hodu, "연락이 끊겼어요")), {
      hodu: [["KICKED", "밤톨님이 나를 새벽네시반 팀에서 내보냈어요.", page(), "연락이 끊겼어요"]],
    });
    const left = (await inboxOf(hodu)).content.filter(({ team }) => team?.teamId === teamId);
    expect(left.map(({ kind }) => kind)).toEqual(["KICKED"]);
  });

  it("ENTRY_PASSWORD_CHANGED to the other managers; a demoted manager no longer sees it", async () => {
    const text = "내가 방장인 새벽네시반의 입장 비밀번호가 바뀌었어요.";
    const change = () => dotori.ask("PUT", `/v1/teams/${teamId}`, { form: { password: "1357" } });
    await expectTold(() => ok(change()), {
      bamtol: [["ENTRY_PASSWORD_CHANGED", text, `/team-setting/team/${teamId}`]],
    });
    await ok(changeRole("demote", dotori, teamId, bamtol));
    expect((await inboxOf(bamtol)).content.map((each) => each.text)).not.toContain(text);
  });

  it("TEAM_DELETED with the last name; other notifications of the team are removed", async () => {
    await ok(dotori.ask("PUT", `/v1/teams/${teamId}`, { form: { teamName: "마지막반" } }));
    await ok(announce(dotori, teamId, "공지"));
    await settled();
    const told: Told = ["TEAM_DELETED", "내가 속한 마지막반 팀이 삭제되었어요.", "/team-list"];
    await expectTold(() => ok(dotori.ask("DELETE", `/v1/teams/${teamId}`)), {
      bamtol: [told],
      hodu: [told],
      mute: [told],
    });
    const { content } = await inboxOf(hodu);
    expect(content.map(({ text }) => text)).not.toContain("내 팀 마지막반의 공지가 바뀌었어요.");
    expect(content.map(({ text }) => text)).not.toContain("내 팀 삭제된 팀의 공지가 바뀌었어요.");
  });
});

describe("a member who has muted", () => {
  it("kinds of a recruitment gets none of them, as its writer and as an applicant", async () => {
    const own = await posted(mute);
    await expectTold(() => ok(apply(janmul, own)), {});
    const admitting = await site.team(dotori, { teamName: "다른반" });
    const linked = await posted(dotori, { teamId: String(admitting) });
    const closing = await posted(dotori);
    const removing = await posted(dotori);
    for (const id of [linked, closing, removing]) await ok(apply(mute, id));
    await settled();
    const applyId = await applicationOf(mute, removing);
    await expectTold(() => ok(dotori.ask("DELETE", `/v1/apply/${applyId}`)), {});
    await expectTold(() => ok(invite(dotori, admitting, linked, [mute])), {});
    await expectTold(() => ok(set(dotori, closing, false)), {});
    await expectTold(() => ok(remove(dotori, closing)), {});
  });

  it("ENTRY_PASSWORD_CHANGED gets none as a manager, and still gets ROLE_CHANGED", async () => {
    await expectTold(() => ok(changeRole("promote", dotori, teamId, mute)), {
      mute: [["ROLE_CHANGED", "도토리님이 나를 새벽네시반의 공동 방장으로 지정했어요.", page()]],
    });
    const change = () => dotori.ask("PUT", `/v1/teams/${teamId}`, { form: { password: "1357" } });
    await expectTold(() => ok(change()), {
      bamtol: [
        [
          "ENTRY_PASSWORD_CHANGED",
          "내가 방장인 새벽네시반의 입장 비밀번호가 바뀌었어요.",
          `/team-setting/team/${teamId}`,
        ],
      ],
    });
  });
});
