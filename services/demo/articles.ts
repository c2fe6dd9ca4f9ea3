import { type DemoText, p } from "./problems.ts";

const strong = (text: string) => `<p dir="ltr"><strong class="editor-text-bold">${text}</strong></p>`;
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function code(language: string, text: string): string {
  const lines = text.trim().split("\n");
  const gutter = lines.map((_, index) => index + 1).join("\n");
  return `<pre class="codeblock" spellcheck="false" data-gutter="${gutter}" data-highlight-language="${language}">${lines.map(escaped).join("<br>")}</pre>`;
}

/** Articles as members would write them after an evening of practice; written for the demo. */
export const demoArticles: readonly DemoText[] = [
  {
    title: "방향까지 상태에 넣으니 풀렸어요",
    problems: [{ provider: "programmers", number: "67259", title: "", url: null }],
    body:
      strong("문제 유형") +
      p(
        "격자 그래프, 0-1 BFS. 칸만 보고 방문 처리를 했다가 예제 3에서 틀렸어요. 같은 칸이라도 어느 방향으로 들어왔는지에 따라 다음 비용이 다릅니다.",
      ) +
      strong("풀이 방법 도출") +
      p("상태를 (행, 열, 방향)으로 두고 직진은 비용 0, 회전은 비용 1로 덱에 넣었습니다.") +
      strong("시간 복잡도") +
      p("상태가 4NM개라서 O(NM)입니다.") +
      code(
        "python",
        `from collections import deque

MOVES = [(-1, 0), (0, 1), (1, 0), (0, -1)]

def min_turns(grid, start, goal):
    rows, cols = len(grid), len(grid[0])
    seen = set()
    queue = deque((*start, d, 0) for d in range(4))
    while queue:
        r, c, d, turns = queue.popleft()
        if (r, c) == goal:
            return turns
        if (r, c, d) in seen:
            continue
        seen.add((r, c, d))
        for nd in range(4):
            nr, nc = r + MOVES[nd][0], c + MOVES[nd][1]
            if 0 <= nr < rows and 0 <= nc < cols and grid[nr][nc] != "#":
                state = (nr, nc, nd, turns + (nd != d))
                queue.appendleft(state) if nd == d else queue.append(state)
    return -1`,
      ),
  },
  {
    title: "우선순위 큐에 음수를 넣는 이유",
    body:
      p(
        "파이썬 heapq는 최소 힙이라 가장 넓은 구간부터 꺼내려면 길이에 음수를 붙여야 합니다. 같은 길이일 때 번호가 작은 쪽이 먼저 나오도록 (−길이, 시작) 순서로 넣었어요.",
      ) +
      code(
        "python",
        `import heapq

def seat_of(k, m):
    heap = [(-m, 1, m)]
    for _ in range(k):
        length, left, right = heapq.heappop(heap)
        middle = (left + right) // 2
        heapq.heappush(heap, (-(middle - left), left, middle - 1))
        heapq.heappush(heap, (-(right - middle), middle + 1, right))
    return middle`,
      ) +
      p("처음과 끝 자리는 따로 처리해야 해요. 이것 때문에 한 시간을 썼습니다."),
  },
  {
    title: "최소 신장 트리, 유니온 파인드로 정리",
    problems: [{ provider: "boj", number: "17472", title: "", url: null }],
    body:
      p(
        "섬에 번호를 붙이고, 네 방향으로 바다를 건너며 만나는 다른 섬까지의 거리를 간선으로 모았습니다. 그다음은 크루스칼 그대로예요.",
      ) +
      code(
        "java",
        `static int find(int[] parent, int x) {
    if (parent[x] == x) return x;
    return parent[x] = find(parent, parent[x]);
}

static boolean union(int[] parent, int a, int b) {
    int x = find(parent, a);
    int y = find(parent, b);
    if (x == y) return false;
    parent[y] = x;
    return true;
}`,
      ) +
      `<ul><li value="1" class="editor-listitem" dir="ltr">길이 1짜리 다리를 빼는 걸 잊지 말 것</li><li value="2" class="editor-listitem" dir="ltr">섬이 하나뿐이면 0</li></ul>`,
  },
  {
    title: "틀린 줄 알았는데 출력 형식이었다",
    body:
      p(
        "로직은 첫 시도에 맞았는데 마지막 줄에 공백이 하나 더 붙어서 세 번을 틀렸습니다. 제출하기 전에 예제를 눈으로만 보지 말고 파일로 비교하기로 했어요.",
      ) +
      strong("오늘 배운 것") +
      `<ol start="1"><li value="1" class="editor-listitem" dir="ltr">join으로 한 번에 출력하기</li><li value="2" class="editor-listitem" dir="ltr">입력이 많으면 sys.stdin 쓰기</li><li value="3" class="editor-listitem" dir="ltr">반례를 세 개는 직접 만들어 보기</li></ol>`,
  },
  {
    title: "회의실 문제, 힙 없이 풀어 봤어요",
    problems: [{ provider: "leetcode", number: "meeting-rooms-ii", title: "", url: null }],
    body:
      p(
        "시작 시각과 끝 시각을 따로 정렬하고 두 포인터로 훑으면 힙이 없어도 됩니다. 시작이 끝보다 이르면 방을 하나 늘리고, 아니면 끝 포인터를 옮겨요.",
      ) +
      code(
        "cpp",
        `int rooms(vector<int> starts, vector<int> ends) {
    sort(starts.begin(), starts.end());
    sort(ends.begin(), ends.end());
    int need = 0, best = 0;
    for (size_t i = 0, j = 0; i < starts.size();) {
        if (starts[i] < ends[j]) { ++need; ++i; best = max(best, need); }
        else { --need; ++j; }
    }
    return best;
}`,
      ) +
      p("정렬이 O(N log N), 훑기가 O(N)입니다."),
  },
  {
    title: "트리의 지름이 왜 두 번이면 되는지",
    problems: [{ provider: "boj", number: "1967", title: "", url: null }],
    body:
      p(
        "지름의 한 끝을 A, 다른 끝을 B라고 합시다. 아무 정점 X에서 가장 먼 정점이 A도 B도 아니라면, X에서 그 정점으로 가는 길이 지름보다 길거나 지름과 만나지 않아야 하는데 둘 다 모순이에요.",
      ) +
      p("그림으로 그려 보면 훨씬 쉽습니다. 재귀 대신 스택을 쓴 덕분에 깊이 제한에도 안 걸렸습니다.") +
      `<blockquote class="editor-quote" dir="ltr">증명까지 적어 두니 다음에는 외우지 않아도 될 것 같아요.</blockquote>`,
  },
  {
    title: "누적 합 질의, 인덱스 실수 줄이기",
    body:
      p("배열을 한 줄씩 크게 잡고 0행과 0열을 비워 두면 경계 조건이 사라집니다.") +
      code(
        "javascript",
        `const sum = Array.from({ length: n + 1 }, () => new Array(m + 1).fill(0));
for (let r = 1; r <= n; r += 1)
  for (let c = 1; c <= m; c += 1)
    sum[r][c] = field[r - 1][c - 1] + sum[r - 1][c] + sum[r][c - 1] - sum[r - 1][c - 1];

const area = (r1, c1, r2, c2) =>
  sum[r2][c2] - sum[r1 - 1][c2] - sum[r2][c1 - 1] + sum[r1 - 1][c1 - 1];`,
      ),
  },
  {
    title: "복습: 지난주 DP를 다시 풀고",
    body:
      p(
        "점화식을 먼저 말로 적고 나서 코드를 썼더니 20분 만에 끝났습니다. 지난주에는 두 시간이 걸렸던 문제예요.",
      ) +
      `<ul><li role="checkbox" aria-checked="true" value="1" class="editor-listitem editor-listitem-checked" dir="ltr">상태를 한 문장으로 쓰기</li><li role="checkbox" aria-checked="true" value="2" class="editor-listitem editor-listitem-checked" dir="ltr">가장 작은 경우 손으로 풀기</li><li role="checkbox" aria-checked="false" value="3" class="editor-listitem editor-listitem-unchecked" dir="ltr">메모리 줄이기는 다음에</li></ul>`,
  },
];

/** Ends of the titles of articles that begin like an earlier one. */
const ends = ["", " · 다른 풀이", " · 더 짧게", " · 느린 버전", " · 첫 시도", " · 그림으로"];

/** The article with a number below 48, each with a title of its own. */
export function demoArticle(number: number): DemoText {
  const article = demoArticles[number % demoArticles.length] as DemoText;
  return { ...article, title: article.title + ends[Math.floor(number / demoArticles.length)] };
}
