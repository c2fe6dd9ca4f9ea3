import { bullets, p } from "./problems.ts";

const h3 = (text: string) => `<h3 dir="ltr">${text}</h3>`;

interface DemoRecruitment {
  readonly title: string;
  readonly body: string;
  readonly contact: string;
  /** Index of the writer among the demo's members. */
  readonly author: number;
  /** Index of the team among the demo's teams; null without one. */
  readonly team: number | null;
  readonly applications: readonly {
    readonly person: number;
    readonly hoursAgo: number;
    readonly text: string;
  }[];
  readonly daysAgo: number;
}

/** What people looking for people would write; written for the demo. */
export const demoRecruitments: readonly DemoRecruitment[] = [
  {
    title: "그래프만 넉 주, 두 분 더 모십니다",
    author: 1,
    team: 1,
    daysAgo: 4,
    contact: "https://open.example/graph-four-weeks",
    applications: [
      {
        person: 2,
        hoursAgo: 3,
        text: "BFS는 손에 익었는데 최소 신장 트리는 아직이에요. 넉 주 동안 함께 파 보고 싶습니다.",
      },
    ],
    body:
      h3("이렇게 공부해요") +
      bullets(
        "월·수·금 저녁 9시까지 한 문제",
        "토요일 아침에 서로의 풀이 읽기",
        "막히면 30분 고민하고 질문 올리기",
      ) +
      h3("이런 분이면 좋겠어요") +
      p("BFS와 DFS를 한 번쯤 짜 보셨고, 풀이를 글로 남기는 걸 꺼리지 않는 분이면 충분합니다."),
  },
  {
    title: "주말 아침 두 시간, 함께 모의 테스트 보실 분",
    author: 3,
    team: null,
    daysAgo: 2,
    contact: "weekend-mock@open.example",
    applications: [
      {
        person: 0,
        hoursAgo: 43,
        text: "토요일마다 혼자 시간 재고 풀고 있었어요. 함께 보면 덜 느슨해질 것 같아 지원합니다!",
      },
      {
        person: 2,
        hoursAgo: 38,
        text: "파이썬으로 풉니다. 끝나고 서로 풀이 설명하는 시간이 있으면 좋겠어요.",
      },
    ],
    body:
      h3("무엇을 하나요") +
      p("토요일 아침 8시에 모여 세 문제를 두 시간 동안 풀고, 남은 30분은 한 사람씩 풀이를 설명해요.") +
      h3("모집 인원") +
      p("네 명이 모이면 팀을 만들어 시작합니다. 언어는 무엇이든 좋아요."),
  },
];
