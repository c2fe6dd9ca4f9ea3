import { codeHtml } from "../code-html.ts";
import { bullets, heading, numbers, paragraph, strong } from "./markup.ts";

const slow = `
def answer_slow(numbers, questions):
    result = []
    for left, right in questions:
        result.append(sum(numbers[left - 1:right]))
    return result
`;

const fast = `
import sys

input = sys.stdin.readline
n, m = map(int, input().split())
numbers = list(map(int, input().split()))

# total[i]는 앞에서부터 i개를 더한 값
total = [0] * (n + 1)
for i in range(n):
    total[i + 1] = total[i] + numbers[i]

for _ in range(m):
    left, right = map(int, input().split())
    print(total[right] - total[left - 1])
`;

export const prefixSumPost = [
  heading("문제 요약"),
  paragraph(
    "하루하루의 방문자 수가 적힌 배열이 있고, “며칠부터 며칠까지 모두 몇 명이 왔나요?”라는 질문이 최대 10만 번 들어온다. 배열의 길이도 최대 10만이라 질문마다 처음부터 더하면 시간이 모자라겠다는 생각이 먼저 들었다.",
  ),
  heading("첫 번째 접근: 그대로 더하기"),
  paragraph(
    "일단 맞는 답부터 만들어 보자는 마음으로 구간을 잘라서 더했다. 예제는 전부 통과했지만 제출하니 예상대로 시간 초과가 났다.",
  ),
  codeHtml("python", slow),
  paragraph(
    `질문 하나에 최대 N번을 더하니 전체는 ${strong("O(N × M)")}, 최악의 경우 100억 번의 덧셈이다. 파이썬으로는 어림도 없다.`,
  ),
  heading("두 번째 접근: 누적 합"),
  paragraph(
    "같은 칸을 몇 번이고 다시 더하고 있다는 점이 낭비였다. 앞에서부터 더한 값을 한 번만 적어 두면 구간의 합은 뺄셈 한 번으로 나온다.",
  ),
  numbers(
    "total[0]을 0으로 두고, total[i]에 앞의 i개를 더한 값을 적는다.",
    "left부터 right까지의 합은 total[right] - total[left - 1]이다.",
    "total[0]이 있어서 left가 1일 때도 따로 처리하지 않아도 된다.",
  ),
  codeHtml("python", fast),
  heading("시간 복잡도"),
  bullets(
    "누적 합을 만드는 데 O(N), 질문 하나에 O(1)",
    "전체는 O(N + M)이라 10만씩 들어와도 여유가 있다.",
    "메모리는 배열을 하나 더 쓰는 만큼, O(N)이 든다.",
  ),
  heading("돌아보기"),
  paragraph(
    "인덱스를 0부터 셀지 1부터 셀지 정하지 않고 시작했다가 한 칸씩 어긋나서 20분을 헤맸다. 다음에는 손으로 세 칸짜리 배열을 먼저 그려 보고 시작해야겠다. 입력이 많을 때는 sys.stdin.readline을 쓰는 것도 잊지 말자!",
  ),
].join("");
