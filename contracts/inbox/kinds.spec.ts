import { describe, expect, it } from "vitest";
import { isLocked, type NotificationKind, notificationKinds } from "./api.ts";
import { type Channels, kinds, type SentenceFacts, sentenceParts, sentenceText } from "./kinds.ts";

const one: SentenceFacts = { count: 1, others: 0, day: "2025-12-11", change: null };
const changeOf = (kind: NotificationKind) => (kind === "WRITE_REMINDER" ? "01:59" : null);
const three = { ...one, count: 3, others: 2 };
const names = { team: "새벽네시반", actor: "서은", title: "평일 아침 코테 스터디" };
const [on, noPush, noMail, inboxOnly, off]: Channels[] = [
  { inbox: true, push: true, mail: true },
  { inbox: true, push: false, mail: true },
  { inbox: true, push: true, mail: false },
  { inbox: true, push: false, mail: false },
  { inbox: false, push: false, mail: false },
];
const page = "/team-dashboard/12";
const thread = `${page}?date=2025-12-11&article=301&thread=9001`;
const detail = "/team-recruit/detail/5";

/** The table of spec/notifications.md §2: sentences for one and several, link, right, channels, collapsing. */
const table: Record<
  NotificationKind,
  [
    sentence: string,
    several: string,
    link: string,
    right: string,
    channels: Channels | undefined,
    target?: string,
  ]
> = {
  SUBJECT_POSTED: [
    "내 팀 새벽네시반에 12월 11일 문제가 올라왔어요.",
    "내 팀 새벽네시반에 문제 3개가 올라왔어요.",
    `${page}?date=2025-12-11&show=subject`,
    "member",
    on,
    "teamId",
  ],
  ANNOUNCEMENT_CHANGED: [
    "내 팀 새벽네시반의 공지가 바뀌었어요.",
    "내 팀 새벽네시반의 공지가 바뀌었어요.",
    page,
    "member",
    on,
    "teamId",
  ],
  NEW_MEMBER: [
    "서은님이 내 팀 새벽네시반의 새 팀원이 되었어요.",
    "서은님 외 2명이 내 팀 새벽네시반의 새 팀원이 되었어요.",
    page,
    "member",
    noPush,
    "teamId",
  ],
  ARTICLE_POSTED: [
    "서은님이 내 팀 새벽네시반에 글을 올렸어요.",
    "서은님 외 2명이 내 팀 새벽네시반에 글을 올렸어요.",
    `${page}?date=2025-12-11&article=301`,
    "member",
    off,
    "teamId",
  ],
  MENTION: ["서은님이 의견에서 나를 언급했어요.", "서은님이 의견에서 나를 언급했어요.", thread, "member", on],
  COMMENT: [
    "서은님이 내 글에 의견을 남겼어요.",
    "서은님 외 2명이 내 글에 의견을 남겼어요.",
    thread,
    "member",
    on,
    "articleId",
  ],
  REPLY: [
    "서은님이 내가 참여한 의견에 답글을 남겼어요.",
    "서은님 외 2명이 내가 참여한 의견에 답글을 남겼어요.",
    thread,
    "member",
    on,
    "threadId",
  ],
  REVIEW_ASKED: [
    "서은님의 글에 내 리뷰가 필요해요.",
    "서은님의 글에 내 리뷰가 필요해요.",
    `${page}?date=2025-12-11&article=301`,
    "member",
    on,
  ],
  WRITE_REMINDER: [
    "내 팀 새벽네시반의 오늘 글은 01:59까지 쓸 수 있어요.",
    "내 팀 새벽네시반의 오늘 글은 01:59까지 쓸 수 있어요.",
    "/posting/12",
    "member",
    noMail,
  ],
  DISCORD_STOPPED: [
    "내 팀 새벽네시반의 Discord 연결이 끊겼어요.",
    "내 팀 새벽네시반의 Discord 연결이 끊겼어요.",
    "/team-setting/promise/12",
    "manager",
    on,
  ],
  APPLICATION_SUBMITTED: [
    "내 모집글 평일 아침 코테 스터디에 서은님이 가입을 신청했어요.",
    "내 모집글 평일 아침 코테 스터디에 서은님 외 2명이 가입을 신청했어요.",
    detail,
    "recruiter",
    on,
    "recruitmentId",
  ],
  APPLICATION_ACCEPTED: [
    "내 가입 신청이 받아들여져 새벽네시반의 팀원이 되었어요.",
    "내 가입 신청이 받아들여져 새벽네시반의 팀원이 되었어요.",
    page,
    "self",
    on,
  ],
  APPLICATION_REMOVED: [
    "내가 신청한 모집글 평일 아침 코테 스터디의 가입 신청이 받아들여지지 않았어요.",
    "내가 신청한 모집글 평일 아침 코테 스터디의 가입 신청이 받아들여지지 않았어요.",
    detail,
    "self",
    on,
  ],
  RECRUITMENT_CLOSED: [
    "내가 신청한 모집글 평일 아침 코테 스터디의 모집이 끝났어요.",
    "내가 신청한 모집글 평일 아침 코테 스터디의 모집이 끝났어요.",
    detail,
    "self",
    noPush,
  ],
  RECRUITMENT_DELETED: [
    "내가 신청한 모집글이 삭제되었어요.",
    "내가 신청한 모집글이 삭제되었어요.",
    "/team-recruit/list",
    "self",
    noPush,
  ],
  ROLE_CHANGED: ["", "", page, "self", on, "teamId"],
  KICKED: [
    "서은님이 나를 새벽네시반 팀에서 내보냈어요.",
    "서은님이 나를 새벽네시반 팀에서 내보냈어요.",
    page,
    "self",
    on,
  ],
  ENTRY_PASSWORD_CHANGED: [
    "내가 방장인 새벽네시반의 입장 비밀번호가 바뀌었어요.",
    "내가 방장인 새벽네시반의 입장 비밀번호가 바뀌었어요.",
    "/team-setting/team/12",
    "manager",
    inboxOnly,
  ],
  TEAM_DELETED: [
    "내가 속한 새벽네시반 팀이 삭제되었어요.",
    "내가 속한 새벽네시반 팀이 삭제되었어요.",
    "/team-list",
    "self",
    on,
  ],
};

it.each(notificationKinds)("%s has the sentence, link, right and channels of the specification", (kind) => {
  const [sentence, several, link, right, channels, target] = table[kind];
  const say = (facts: SentenceFacts) =>
    sentenceText(sentenceParts(kind, { ...facts, change: changeOf(kind) }, names));
  expect([say(one), say(three)]).toEqual([sentence, several]);
  const row = kinds[kind];
  expect(row.link({ teamId: 12, recruitmentId: 5, articleId: 301, threadId: 9001, day: "2025-12-11" })).toBe(
    link,
  );
  expect([row.right, row.channels, row.target]).toEqual([right, channels, target]);
});

it.each([
  ["CO_MANAGER", "서은님이 나를 새벽네시반의 공동 방장으로 지정했어요."],
  ["DELEGATED", "서은님이 새벽네시반의 방장을 나에게 위임했어요."],
  ["DEMOTED", "서은님이 나를 새벽네시반의 일반 회원으로 변경했어요."],
  ["SUCCEEDED", "내가 새벽네시반의 방장을 이어받았어요."],
])("ROLE_CHANGED by %s", (change, sentence) => {
  expect(sentenceText(sentenceParts("ROLE_CHANGED", { ...one, change }, names))).toBe(sentence);
});

describe("sentenceParts", () => {
  it("marks exactly the names as strong", () => {
    const facts = { ...one, count: 2, others: 1 };
    expect(sentenceParts("APPLICATION_SUBMITTED", facts, names)).toEqual([
      { text: "내 모집글 " },
      { text: "평일 아침 코테 스터디", strong: true },
      { text: "에 " },
      { text: "서은", strong: true },
      { text: "님 외 1명이 가입을 신청했어요." },
    ]);
  });

  it("does not interpret braces in a name", () => {
    const parts = sentenceParts("NEW_MEMBER", one, { ...names, actor: "{팀}" });
    expect(sentenceText(parts)).toBe("{팀}님이 내 팀 새벽네시반의 새 팀원이 되었어요.");
  });

  it("omits a title with the preceding space where members' texts must not be sent", () => {
    const { team, actor } = names;
    const say = (kind: NotificationKind) => sentenceText(sentenceParts(kind, one, { team, actor }));
    expect(say("APPLICATION_SUBMITTED")).toBe("내 모집글에 서은님이 가입을 신청했어요.");
    expect(say("RECRUITMENT_CLOSED")).toBe("내가 신청한 모집글의 모집이 끝났어요.");
  });
});

it("labels, hints and locks match the settings", () => {
  const rows = notificationKinds.map((kind) => {
    const { group, label, hint } = kinds[kind];
    return [group, label, hint, isLocked(kind) || undefined].filter((each) => each !== undefined);
  });
  expect(rows).toEqual([
    ["TEAM", "새 문제"],
    ["TEAM", "공지 변경"],
    ["TEAM", "새 팀원"],
    ["TEAM", "팀원의 새 글", "글이 올라올 때마다 알려요"],
    ["TEAM", "나를 언급한 의견"],
    ["TEAM", "내 글의 의견과 답글"],
    ["TEAM", "내 글의 의견과 답글"],
    ["TEAM", "내가 맡은 리뷰"],
    ["TEAM", "마감 전 알림"],
    ["TEAM", "Discord 연결 끊김"],
    ["RECRUIT", "내 모집글에 온 신청"],
    ["RECRUIT", "내 신청의 결과", "수락되거나 받아들여지지 않았을 때"],
    ["RECRUIT", "내 신청의 결과", "수락되거나 받아들여지지 않았을 때"],
    ["RECRUIT", "신청한 모집글의 마감·삭제"],
    ["RECRUIT", "신청한 모집글의 마감·삭제"],
    ["ACCOUNT", "내 역할 변경", "사유가 있으면 함께 보여요", true],
    ["ACCOUNT", "팀에서 내보내짐", true],
    ["ACCOUNT", "입장 비밀번호 변경", "내가 방장인 팀만, 비밀번호는 담지 않아요"],
    ["ACCOUNT", "팀 삭제", true],
  ]);
});
