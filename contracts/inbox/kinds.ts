import type { NotificationGroup, NotificationKind, SentencePart } from "./api.ts";

/** The right needed to see a notification: `recruiter` is the writer of the recruitment or a manager of its team. */
export const notificationRights = ["member", "manager", "recruiter", "self"] as const;
type NotificationRight = (typeof notificationRights)[number];

export interface Channels {
  readonly inbox: boolean;
  readonly push: boolean;
  readonly mail: boolean;
}

/** What a sentence depends on besides the names in it. */
export interface SentenceFacts {
  /** Number of source events, for NEW_MEMBER of new members. */
  readonly count: number;
  /** Number of different actors beyond the newest. */
  readonly others: number;
  /** `yyyy-MM-dd` */
  readonly day: string | null;
  readonly change: string | null;
}

interface LinkFacts {
  readonly teamId: number | null;
  readonly recruitmentId: number | null;
  readonly articleId: number | null;
  readonly threadId: number | null;
  readonly day: string | null;
}

interface KindRow {
  readonly group: NotificationGroup;
  readonly label: string;
  readonly hint?: string;
  readonly right: NotificationRight;
  /** Default channels. */
  readonly channels: Channels;
  /** Notifications with the same value of this field collapse; if absent, they never do. */
  readonly target?: "teamId" | "recruitmentId" | "articleId" | "threadId";
  /** The sentence with placeholders for names in braces (spec/notifications.md §2). */
  readonly sentence: (facts: SentenceFacts) => string;
  /** What must still exist for the link to be shown; `link` is called only then. */
  readonly leadsTo?: "team" | "recruitment" | "article" | "thread";
  readonly link: (facts: LinkFacts) => string;
}

const everywhere: Channels = { inbox: true, push: true, mail: true };
const noPush: Channels = { inbox: true, push: false, mail: true };
const noMail: Channels = { inbox: true, push: true, mail: false };
const inboxOnly: Channels = { inbox: true, push: false, mail: false };
const nowhere: Channels = { inbox: false, push: false, mail: false };

/** `12월 11일` */
const koreanDay = (day: string | null) => {
  const [, month, date] = (day ?? "").split("-");
  return `${Number(month)}월 ${Number(date)}일`;
};
const actorsOf = ({ others }: SentenceFacts) => (others > 0 ? `{이름}님 외 ${others}명이` : "{이름}님이");

const teamPage = {
  leadsTo: "team",
  link: ({ teamId }: LinkFacts) => `/team-dashboard/${teamId}`,
} as const;
const recruitmentPage = {
  leadsTo: "recruitment",
  link: ({ recruitmentId }: LinkFacts) => `/team-recruit/detail/${recruitmentId}`,
} as const;
const ofTeam = { group: "TEAM", right: "member", target: "teamId" } as const;
const ofThread = {
  group: "TEAM",
  right: "member",
  channels: everywhere,
  leadsTo: "thread",
  link: ({ teamId, day, articleId, threadId }: LinkFacts) =>
    `/team-dashboard/${teamId}?date=${day}&article=${articleId}&thread=${threadId}`,
} as const;
const answers = "내 글의 의견과 답글";
const articlePage = {
  leadsTo: "article",
  link: ({ teamId, day, articleId }: LinkFacts) =>
    `/team-dashboard/${teamId}?date=${day}&article=${articleId}`,
} as const;
const ofApplicant = { group: "RECRUIT", right: "self" } as const;
const ofAccount = { group: "ACCOUNT", right: "self", channels: everywhere } as const;
const answered = {
  label: "내 신청의 결과",
  hint: "수락되거나 받아들여지지 않았을 때",
  channels: everywhere,
} as const;
const ended = { label: "신청한 모집글의 마감·삭제", channels: noPush } as const;

const roleSentences: Readonly<Record<string, string>> = {
  CO_MANAGER: "{이름}님이 나를 {팀}의 공동 방장으로 지정했어요.",
  DELEGATED: "{이름}님이 {팀}의 방장을 나에게 위임했어요.",
  DEMOTED: "{이름}님이 나를 {팀}의 일반 회원으로 변경했어요.",
  SUCCEEDED: "내가 {팀}의 방장을 이어받았어요.",
};

/**
 * Every kind of notification (spec/notifications.md §2). A new kind needs its name in api.ts, a row here and its
 * recipients in services/inbox/recipients.ts.
 */
export const kinds: Readonly<Record<NotificationKind, KindRow>> = {
  SUBJECT_POSTED: {
    ...ofTeam,
    label: "새 문제",
    channels: everywhere,
    sentence: ({ count, day }) =>
      count > 1
        ? `내 팀 {팀}에 문제 ${count}개가 올라왔어요.`
        : `내 팀 {팀}에 ${koreanDay(day)} 문제가 올라왔어요.`,
    leadsTo: "team",
    link: ({ teamId, day }) => `/team-dashboard/${teamId}?date=${day}&show=subject`,
  },
  ANNOUNCEMENT_CHANGED: {
    ...ofTeam,
    ...teamPage,
    label: "공지 변경",
    channels: everywhere,
    sentence: () => "내 팀 {팀}의 공지가 바뀌었어요.",
  },
  NEW_MEMBER: {
    ...ofTeam,
    ...teamPage,
    label: "새 팀원",
    channels: noPush,
    sentence: (facts) => `${actorsOf(facts)} 내 팀 {팀}의 새 팀원이 되었어요.`,
  },
  ARTICLE_POSTED: {
    ...ofTeam,
    ...articlePage,
    label: "팀원의 새 글",
    hint: "글이 올라올 때마다 알려요",
    channels: nowhere,
    sentence: (facts) => `${actorsOf(facts)} 내 팀 {팀}에 글을 올렸어요.`,
  },
  MENTION: {
    ...ofThread,
    label: "나를 언급한 의견",
    sentence: () => "{이름}님이 의견에서 나를 언급했어요.",
  },
  COMMENT: {
    ...ofThread,
    target: "articleId",
    label: answers,
    sentence: (facts) => `${actorsOf(facts)} 내 글에 의견을 남겼어요.`,
  },
  REPLY: {
    ...ofThread,
    target: "threadId",
    label: answers,
    sentence: (facts) => `${actorsOf(facts)} 내가 참여한 의견에 답글을 남겼어요.`,
  },
  REVIEW_ASKED: {
    ...articlePage,
    group: "TEAM",
    right: "member",
    channels: everywhere,
    label: "내가 맡은 리뷰",
    sentence: () => "{이름}님의 글에 내 리뷰가 필요해요.",
  },
  WRITE_REMINDER: {
    group: "TEAM",
    right: "member",
    label: "마감 전 알림",
    channels: noMail,
    sentence: ({ change }) => `내 팀 {팀}의 오늘 글은 ${change}까지 쓸 수 있어요.`,
    leadsTo: "team",
    link: ({ teamId }) => `/posting/${teamId}`,
  },
  DISCORD_STOPPED: {
    group: "TEAM",
    right: "manager",
    channels: everywhere,
    label: "Discord 연결 끊김",
    sentence: () => "내 팀 {팀}의 Discord 연결이 끊겼어요.",
    leadsTo: "team",
    link: ({ teamId }) => `/team-setting/promise/${teamId}`,
  },
  APPLICATION_SUBMITTED: {
    ...recruitmentPage,
    group: "RECRUIT",
    right: "recruiter",
    target: "recruitmentId",
    label: "내 모집글에 온 신청",
    channels: everywhere,
    sentence: (facts) => `내 모집글 {제목}에 ${actorsOf(facts)} 가입을 신청했어요.`,
  },
  APPLICATION_ACCEPTED: {
    ...ofApplicant,
    ...answered,
    ...teamPage,
    sentence: () => "내 가입 신청이 받아들여져 {팀}의 팀원이 되었어요.",
  },
  APPLICATION_REMOVED: {
    ...ofApplicant,
    ...answered,
    ...recruitmentPage,
    sentence: () => "내가 신청한 모집글 {제목}의 가입 신청이 받아들여지지 않았어요.",
  },
  RECRUITMENT_CLOSED: {
    ...ofApplicant,
    ...ended,
    ...recruitmentPage,
    sentence: () => "내가 신청한 모집글 {제목}의 모집이 끝났어요.",
  },
  RECRUITMENT_DELETED: {
    ...ofApplicant,
    ...ended,
    sentence: () => "내가 신청한 모집글이 삭제되었어요.",
    link: () => "/team-recruit/list",
  },
  ROLE_CHANGED: {
    ...ofAccount,
    ...teamPage,
    target: "teamId",
    label: "내 역할 변경",
    hint: "사유가 있으면 함께 보여요",
    sentence: ({ change }) => roleSentences[change ?? ""] ?? "",
  },
  KICKED: {
    ...ofAccount,
    ...teamPage,
    label: "팀에서 내보내짐",
    sentence: () => "{이름}님이 나를 {팀} 팀에서 내보냈어요.",
  },
  ENTRY_PASSWORD_CHANGED: {
    group: "ACCOUNT",
    right: "manager",
    label: "입장 비밀번호 변경",
    hint: "내가 방장인 팀만, 비밀번호는 담지 않아요",
    channels: inboxOnly,
    sentence: () => "내가 방장인 {팀}의 입장 비밀번호가 바뀌었어요.",
    leadsTo: "team",
    link: ({ teamId }) => `/team-setting/team/${teamId}`,
  },
  TEAM_DELETED: {
    ...ofAccount,
    label: "팀 삭제",
    sentence: () => "내가 속한 {팀} 팀이 삭제되었어요.",
    link: () => "/team-list",
  },
};

/** Values of the placeholders of a sentence. In push and mail the title is omitted with the preceding space. */
interface SentenceNames {
  readonly team: string;
  readonly actor: string;
  readonly title?: string;
}

/** The sentence of a notification in parts. */
export function sentenceParts(
  kind: NotificationKind,
  facts: SentenceFacts,
  { team, actor, title }: SentenceNames,
): SentencePart[] {
  const names: Readonly<Record<string, string>> = { "{팀}": team, "{이름}": actor, "{제목}": title ?? "" };
  const template = kinds[kind].sentence(facts);
  const sentence = title === undefined ? template.replace(" {제목}", "") : template;
  return sentence
    .split(/(\{[^}]+\})/)
    .filter((text) => text !== "")
    .map((text) => {
      const name = names[text];
      return name === undefined ? { text } : { text: name, strong: true };
    });
}

export const sentenceText = (parts: readonly SentencePart[]): string =>
  parts.map(({ text }) => text).join("");
