import type { Category } from "#contracts/subject/api";
import type { Topic } from "#contracts/team/api";
import { demoArticles } from "../../demo/articles.ts";

const nouns = ["도토리", "밤톨", "호두", "잣송이", "솔방울", "다람쥐", "참새", "고라니", "수달", "너구리"];
const algorithms = [
  "그래프",
  "누적 합",
  "이분 탐색",
  "동적 계획법",
  "유니온 파인드",
  "투 포인터",
  "세그먼트 트리",
];
const pick = (of: readonly string[], n: number) => of[n % of.length] as string;
const p = (text: string) => `<p dir="ltr">${text}</p>`;

export const memberText = (n: number) => ({
  name: `${pick(nouns, n)}${n % 100_000}`,
  explain: `${pick(algorithms, n)} 공부 중이에요`,
});

export const teamText = (n: number): { name: string; explain: string; topic: Topic } => ({
  name: `${pick(nouns, n)}반${n % 10_000}`,
  explain: `${pick(algorithms, n)}부터 차근차근 풀어요`,
  topic: n % 2 === 0 ? "코딩테스트" : "스터디",
});

export const problemText = (n: number): { title: string; body: string; category: Category } => ({
  title: `오늘의 문제: ${pick(algorithms, n)}`,
  body: p(`${pick(algorithms, n)} 문제를 하나 골라 풀고, 시간 복잡도와 함께 풀이를 남겨 주세요.`),
  category: "코딩 테스트",
});

export const articleText = (n: number) => ({
  title: `${pick(algorithms, n)} 풀이 ${n}`,
  body:
    p(
      `${pick(algorithms, n)} 문제였습니다. 처음에는 모든 경우를 다 보는 방법을 떠올렸지만 시간 안에 끝나지 않았어요.`,
    ) +
    p("입력의 크기를 다시 보고 정렬한 뒤 한 번만 훑는 방법으로 바꾸었더니 통과했습니다.") +
    p("시간 복잡도는 O(N log N), 공간 복잡도는 O(N)입니다. 내일은 같은 유형을 하나 더 풀어 볼 생각이에요."),
});

/** As long as articles with code are. */
export function longArticleText(n: number) {
  const { title, body } = articleText(n);
  return { title, body: body + (demoArticles[n % demoArticles.length]?.body ?? "") };
}

export const recruitmentText = (n: number) => ({
  title: `${pick(algorithms, n)} 같이 풀 사람`,
  body: p("평일 저녁에 한 문제씩 풀고 서로 읽어 줘요."),
  contact: "https://open.example/study",
});
