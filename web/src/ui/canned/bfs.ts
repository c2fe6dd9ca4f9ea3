import { codeHtml } from "../code-html.ts";
import { bullets, heading, paragraph, strong } from "./markup.ts";

const bfs = `
from collections import deque

def reachable(graph, start):
    seen = {start}
    queue = deque([start])
    while queue:
        now = queue.popleft()
        for near in graph[now]:
            if near not in seen:
                seen.add(near)  # 넣을 때 표시한다
                queue.append(near)
    return len(seen) - 1
`;

const dfs = `
def visit(graph, now, seen):
    seen.add(now)
    for near in graph[now]:
        if near not in seen:
            visit(graph, near, seen)
    return len(seen) - 1
`;

export const bfsPost = [
  heading("문제 요약"),
  paragraph(
    `사무실의 컴퓨터들이 선으로 이어져 있고, 1번 컴퓨터에서 시작해서 선을 따라 닿을 수 있는 컴퓨터가 ${strong("몇 대인지")} 세는 문제다. 1번 자신은 세지 않는다.`,
  ),
  heading("접근"),
  paragraph(
    "선은 양쪽으로 통하니 방향 없는 그래프다. 인접 리스트로 저장할 때 두 방향을 모두 넣어야 하는데, 한쪽만 넣어서 첫 번째 제출은 틀렸다. 최단 거리를 묻는 것이 아니라 닿는지만 보면 되므로 BFS와 DFS 어느 쪽이든 괜찮다. 오늘은 연습 삼아 두 가지로 모두 풀어 보았다.",
  ),
  heading("BFS로 풀기"),
  codeHtml("python", bfs),
  paragraph(
    "방문 표시는 큐에서 꺼낼 때가 아니라 넣을 때 해야 한다. 꺼낼 때 표시하면 같은 컴퓨터가 큐에 여러 번 들어가서, 답은 맞아도 선이 많을 때 느려진다.",
  ),
  heading("DFS로 풀기"),
  codeHtml("python", dfs),
  paragraph(
    "재귀라서 코드가 짧고 읽기 편하다. 다만 컴퓨터가 한 줄로 길게 이어져 있으면 재귀 깊이 제한에 걸릴 수 있으니 sys.setrecursionlimit을 함께 적어 두자.",
  ),
  heading("시간 복잡도"),
  bullets(
    "모든 컴퓨터를 한 번씩, 모든 선을 두 번씩 보므로 O(V + E)",
    "인접 행렬로 저장하면 O(V²)이 되니 선이 적을 때는 손해다.",
  ),
  heading("느낀 점"),
  paragraph(
    "처음 그래프를 배울 때는 BFS와 DFS가 전혀 다른 것처럼 보였는데, 나란히 적고 보니 ‘다음에 볼 것’을 큐에서 꺼내느냐 스택에서 꺼내느냐의 차이였다. 내일은 격자에서 같은 문제를 풀어 볼 생각이다.",
  ),
].join("");
