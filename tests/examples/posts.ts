import type { ArticleEvent } from "#contracts/article/events";
import type { MemberEvent } from "#contracts/member/events";
import type { SubjectEvent } from "#contracts/subject/events";
import { dotori } from "./people.ts";

/** 도토리 signs up and completes the profile. */
export const signedUp = (memberId: string = dotori): MemberEvent => ({
  type: "MemberSignedUp",
  data: { memberId, providerId: "kakao-1" },
});
export const completed = (
  memberId: string = dotori,
  name: string | null = "도토리",
  imageUrl: string | null = null,
): MemberEvent => ({
  type: "ProfileCompleted",
  data: { memberId, name, explain: name && "그래프 공부 중", imageUrl },
});
export const profileChanged: MemberEvent = {
  type: "ProfileChanged",
  data: { memberId: dotori, name: "도토리", explain: "최단 경로 공부 중", imageUrl: null },
};
export const withdrawn = (memberId: string = dotori): MemberEvent => ({
  type: "MemberWithdrawn",
  data: { memberId },
});

const boj = { provider: "boj" as const, number: "1260" };
const hash = { provider: "programmers" as const, number: "42576", title: "완주하지 못한 선수", url: null };

const articlePlace = { articleId: 301, teamId: 12, authorId: dotori, date: "2025-09-03" };

export const posted = (
  over: Partial<Extract<ArticleEvent, { type: "ArticlePosted" }>["data"]> = {},
): ArticleEvent => ({
  type: "ArticlePosted",
  data: {
    ...articlePlace,
    title: "정렬 풀이",
    body: "<p>병합</p>",
    imageUrl: null,
    revision: 1,
    problems: [boj],
    ...over,
  },
});
const editedData = {
  ...articlePlace,
  title: "정렬 풀이 2",
  body: "<p>퀵</p>",
  imageUrl: "/images/7c/7cf1.jpg",
  revision: 2,
  problems: [boj, { provider: "codeforces" as const, number: "4A" }],
};
export const edited: ArticleEvent = { type: "ArticleEdited", data: editedData };
/** As it is read once the author's key is gone. */
export const editedWithoutKey: ArticleEvent = {
  type: "ArticleEdited",
  data: { ...editedData, title: null, body: null },
};
export const deleted: ArticleEvent = { type: "ArticleDeleted", data: articlePlace };

const subjectPlace = { subjectId: 77, teamId: 12, date: "2025-09-03" };

export const subjectPosted = (
  over: Partial<Extract<SubjectEvent, { type: "SubjectPosted" }>["data"]> = {},
): SubjectEvent => ({
  type: "SubjectPosted",
  data: {
    ...subjectPlace,
    category: "코딩 테스트",
    title: "오늘의 두 문제",
    body: "<p>1번</p>",
    imageUrl: null,
    revision: 1,
    problems: [hash],
    authorId: dotori,
    ...over,
  },
});
export const subjectEdited: SubjectEvent = {
  type: "SubjectEdited",
  data: {
    ...subjectPlace,
    category: "스터디 복습",
    title: "세 문제",
    body: "<p>2번</p>",
    imageUrl: null,
    revision: 2,
    problems: [
      hash,
      { provider: "own", number: "", title: "직접 낸 문제", url: "https://problems.example/1" },
    ],
    editorId: dotori,
  },
};
export const subjectDeleted: SubjectEvent = { type: "SubjectDeleted", data: subjectPlace };
