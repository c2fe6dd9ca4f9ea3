import type { Looks } from "./drawings.ts";

/** Handles of the development provider; those without a name have a profile from the demo. */
export const people: readonly {
  readonly handle: string;
  readonly name?: string;
  readonly explain?: string;
  readonly looks: Looks;
}[] = [
  { handle: "dotori", looks: { ground: "#ffe3a8", skin: "#ff9d5c", isRound: true } },
  { handle: "bamtol", looks: { ground: "#e2e4ff", skin: "#8488ec", isRound: false } },
  { handle: "hodu", looks: { ground: "#ffe4ee", skin: "#f58fc2", isRound: true } },
  { handle: "solbangul", looks: { ground: "#d8f3e6", skin: "#4fbf8f", isRound: false } },
  {
    handle: "joyakdol",
    name: "조약돌",
    explain: "틀린 문제를 다시 푸는 걸 좋아해요",
    looks: { ground: "#dff4ff", skin: "#5cb8ea", isRound: true },
  },
  {
    handle: "eunhaeng",
    name: "은행잎",
    explain: "비전공자의 첫 알고리즘 스터디예요",
    looks: { ground: "#fff0cf", skin: "#f2b632", isRound: false },
  },
];

/** Pictures for the demo's teams, each changed by its manager. */
export const demoCovers = [
  { name: "새벽네시반", manager: "dotori", cover: "dawn" },
  { name: "그래프탐험대", manager: "bamtol", cover: "graph" },
  { name: "퇴근후두문제", manager: "hodu", cover: "night" },
] as const;

/** Teams beside the demo's, so that a page of the directory is full; the first of `people` founds it. */
export const moreTeams = [
  {
    name: "이분탐색중",
    explain: "절반씩 줄여 나가는 매개 변수 탐색 모임이에요.",
    topic: "코딩테스트",
    memberLimit: 10,
    cover: "half",
    people: ["eunhaeng", "hodu"],
  },
  {
    name: "디피는처음이라",
    explain: "점화식이 무서운 사람들의 동적 계획법 입문. 질문 환영!",
    topic: "스터디",
    memberLimit: 12,
    cover: "steps",
    people: ["joyakdol", "dotori", "solbangul", "eunhaeng", "bamtol"],
  },
  {
    name: "하루한문제",
    explain: "평일에 한 문제씩. 대단하지 않아도 꾸준한 사람들이 모였어요.",
    topic: "코딩테스트",
    memberLimit: 15,
    cover: "bars",
    people: ["solbangul", "joyakdol", "bamtol", "hodu"],
  },
] as const;
