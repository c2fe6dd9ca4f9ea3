import { codeHtml } from "../code-html.ts";
import { bullets, heading, numbers, paragraph, strong } from "./markup.ts";

const code = `
def count_ways(n):
    # ways[k]는 k를 1, 2, 3의 합으로 나타내는 방법의 수
    ways = [0] * (max(n, 3) + 1)
    ways[1], ways[2], ways[3] = 1, 2, 4
    for k in range(4, n + 1):
        ways[k] = ways[k - 1] + ways[k - 2] + ways[k - 3]
    return ways[n]


for _ in range(int(input())):
    print(count_ways(int(input())))
`;

export const dynamicPost = [
  heading("문제 유형"),
  paragraph(
    `다이나믹 프로그래밍. 정수 n을 1, 2, 3의 합으로 나타내는 ${strong("방법의 수")}를 구한다. 순서가 다르면 다른 방법으로 센다.`,
  ),
  heading("풀이 방법 도출"),
  paragraph(
    "처음에는 재귀로 모든 경우를 만들어 보려고 했다. n이 5만 넘어가도 종이에 다 적기가 힘들어서, 작은 수부터 답만 적어 보기로 했다.",
  ),
  bullets(
    "1 → 1가지 (1)",
    "2 → 2가지 (1+1, 2)",
    "3 → 4가지 (1+1+1, 1+2, 2+1, 3)",
    "4 → 7가지. 1 + 2 + 4 = 7!",
  ),
  paragraph("규칙이 보여서 왜 그런지 따져 보았다. 4를 만드는 식을 ‘마지막에 더한 수’로 나누면 딱 세 종류다."),
  numbers(
    "마지막이 1이면 앞부분은 3을 만드는 방법과 같다.",
    "마지막이 2이면 앞부분은 2를 만드는 방법과 같다.",
    "마지막이 3이면 앞부분은 1을 만드는 방법과 같다.",
  ),
  paragraph(
    "세 종류는 서로 겹치지 않고 빠지는 것도 없으니 그대로 더하면 된다. 그래서 점화식은 ways[k] = ways[k-1] + ways[k-2] + ways[k-3]이다.",
  ),
  heading("시간 복잡도"),
  paragraph("n까지 한 번만 훑으면 되니 O(n). 재귀로 같은 값을 계속 다시 구할 때와는 비교가 되지 않는다."),
  heading("핵심 코드 삽입 및 설명"),
  codeHtml("python", code),
  paragraph(
    "n이 1이나 2일 때 배열이 짧아서 런타임 에러가 났다. 초깃값을 세 개 넣어야 하니 배열은 적어도 네 칸이어야 한다. 질문이 여러 번 들어오면 표를 한 번만 만들어 두고 꺼내 쓰는 편이 더 좋겠다.",
  ),
  heading("오늘의 한 줄"),
  paragraph("점화식이 안 보일 때는 ‘마지막 한 수’를 고정하고 나머지를 바라보자."),
].join("");
