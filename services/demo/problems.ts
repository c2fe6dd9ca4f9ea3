import type { Problem } from "#contracts/problems";
import type { Category } from "#contracts/subject/api";

export interface DemoText {
  readonly title: string;
  readonly problems?: readonly Problem[];
  /** HTML of the allow-list. */
  readonly body: string;
}

export const p = (text: string) => `<p dir="ltr">${text}</p>`;
export const bullets = (...items: string[]) =>
  `<ul>${items.map((item, index) => `<li value="${index + 1}" class="editor-listitem" dir="ltr">${item}</li>`).join("")}</ul>`;

/** Problems of the day, newest last; written for the demo. */
export const demoProblems: readonly (DemoText & { readonly category: Category })[] = [
  {
    title: "계단마다 다른 과일",
    category: "코딩 테스트",
    body:
      p(
        "계단이 N칸 있고 칸마다 과일이 하나씩 놓여 있습니다. 한 번에 한 칸 또는 두 칸을 오르며 밟은 칸의 과일을 모두 담을 때, 마지막 칸에서 담을 수 있는 단맛의 합이 가장 큰 값을 구해 보세요.",
      ) +
      bullets("1 ≤ N ≤ 100,000", "단맛은 음수일 수 있습니다.", "세 칸을 연달아 밟으면 바구니가 쏟아집니다."),
  },
  {
    title: "도서관 좌석 배정",
    category: "코딩 테스트",
    body:
      p(
        "좌석은 한 줄로 M개입니다. 먼저 온 사람부터 이미 앉은 사람들과의 거리가 가장 먼 자리를 고르고, 같은 거리라면 번호가 작은 자리에 앉습니다. K번째 사람이 앉는 좌석 번호를 출력하세요.",
      ) + bullets("1 ≤ K ≤ M ≤ 200,000", "우선순위 큐로 구간을 관리해 보세요."),
  },
  {
    title: "지난주에 막혔던 문제 다시 풀기",
    category: "스터디 복습",
    body:
      p(
        "지난주 문제 가운데 시간 안에 못 푼 문제를 하나 골라 처음부터 다시 풀어 봅니다. 그때의 풀이를 보지 않고 시작하는 것이 규칙이에요.",
      ) + bullets("어디에서 막혔는지 한 줄", "이번에는 어떻게 시작했는지 한 줄", "바뀐 코드와 시간 복잡도"),
  },
  {
    title: "섬을 잇는 다리",
    problems: [{ provider: "boj", number: "17472", title: "다리 만들기 2", url: null }],
    category: "코딩 테스트",
    body:
      p(
        "N×M 격자에서 상하좌우로 이어진 땅은 한 섬입니다. 모든 섬을 잇는 다리 길이의 합이 가장 작은 값을 구하세요. 다리는 가로나 세로로만 놓고 길이는 2 이상입니다.",
      ) +
      bullets(
        "섬 번호는 BFS로 붙입니다.",
        "간선을 모은 다음 최소 신장 트리를 만듭니다.",
        "이을 수 없으면 -1을 출력합니다.",
      ),
  },
  {
    title: "이분 탐색 미리 읽어 오기",
    category: "스터디 예습",
    body:
      p("금요일에는 매개변수 탐색을 다룹니다. 아래 물음에 답을 적어 오세요.") +
      bullets(
        "답이 될 수 있는 값의 범위는 어떻게 정하나요?",
        "경계에서 무한 반복이 생기는 까닭은?",
        "lower_bound와 upper_bound의 차이",
      ),
  },
  {
    title: "겹치는 회의실",
    problems: [{ provider: "leetcode", number: "meeting-rooms-ii", title: "Meeting Rooms II", url: null }],
    category: "코딩 테스트",
    body:
      p(
        "회의 N개의 시작과 끝이 주어질 때, 회의실이 몇 개 있으면 모두 열 수 있을까요? 끝나는 시각과 시작하는 시각이 같으면 같은 방을 이어서 쓸 수 있습니다.",
      ) + bullets("1 ≤ N ≤ 200,000", "정렬한 다음 힙 하나면 충분합니다."),
  },
  {
    title: "서로의 풀이 읽기",
    category: "스터디",
    body:
      p(
        "오늘은 새 문제 없이 다른 팀원의 글을 하나 골라 읽고, 더 짧게 쓸 수 있는 부분이나 놓친 반례를 찾아 글로 남겨 주세요.",
      ) + p("칭찬도 하나는 꼭!"),
  },
  {
    title: "물류 창고 로봇의 방향 전환",
    problems: [{ provider: "programmers", number: "67259", title: "경주로 건설", url: null }],
    category: "코딩 테스트",
    body:
      p(
        "가로 M, 세로 N칸 창고에서 로봇이 짐을 나릅니다. 앞으로 가는 데에는 배터리가 들지 않지만 방향을 90도 바꿀 때마다 1이 듭니다. 출발 칸에서 도착 칸까지 가는 데 필요한 가장 적은 배터리를 구하세요.",
      ) +
      bullets(
        "1 ≤ N, M ≤ 1,000",
        "#은 선반이라 지나갈 수 없습니다.",
        "처음 바라보는 방향은 마음대로 정합니다.",
        "도착할 수 없으면 -1을 출력합니다.",
      ),
  },
  {
    title: "문자열 압축과 누적 합",
    problems: [{ provider: "programmers", number: "60057", title: "문자열 압축", url: null }],
    category: "코딩 테스트",
    body:
      p(
        "문자열을 같은 길이 조각으로 잘라 이어지는 같은 조각을 (횟수)(조각)으로 줄일 때 가장 짧은 길이를 구하세요. 두 번째 문제는 2차원 누적 합으로 M×N 밭의 수확량 질의 10만 개에 답하는 것입니다.",
      ) + bullets("첫 문제는 길이 1,000 이하라서 완전 탐색", "둘째 문제는 질의마다 O(1)"),
  },
  {
    title: "트리의 지름 두 번",
    problems: [{ provider: "boj", number: "1967", title: "트리의 지름", url: null }],
    category: "코딩 테스트",
    body:
      p(
        "가중치가 있는 트리에서 가장 먼 두 정점의 거리를 구합니다. 아무 정점에서 가장 먼 정점 A를 찾고, A에서 가장 먼 정점까지의 거리를 구하면 됩니다. 왜 그런지도 함께 적어 주세요.",
      ) + bullets("정점 100,000개", "재귀 깊이를 조심하세요."),
  },
];
