import { codeHtml } from "../code-html.ts";
import { bullets, heading, numbers, paragraph, strong } from "./markup.ts";

const triangle = `
public class Triangle {
    static int best(int[][] rows) {
        int last = rows.length - 1;
        int[] sum = rows[last].clone();
        // 아래 줄에서 위로 올라오면서 더 큰 쪽을 고른다
        for (int i = last - 1; i >= 0; i--) {
            for (int j = 0; j <= i; j++) {
                sum[j] = rows[i][j] + Math.max(sum[j], sum[j + 1]);
            }
        }
        return sum[0];
    }

    public static void main(String[] args) {
        int[][] rows = { { 7 }, { 3, 8 }, { 8, 1, 0 }, { 2, 7, 4, 4 } };
        System.out.println(best(rows)); // 27
    }
}
`;

const example = [
  heading("함께 보는 예제: 숫자 삼각형"),
  paragraph(
    "맨 위에서 시작해 한 줄씩 내려가면서 왼쪽 아래나 오른쪽 아래의 수를 고를 때, 고른 수의 합이 가장 커지는 길을 찾습니다. 위에서부터 모든 길을 따라가면 줄이 늘어날 때마다 길이 두 배가 되지만, 아래에서 위로 올라오면 칸마다 한 번만 고르면 됩니다.",
  ),
  codeHtml("java", triangle),
  paragraph(
    "sum[j]는 그 칸에서 바닥까지 내려갔을 때 얻을 수 있는 가장 큰 합입니다. 한 줄짜리 배열을 덮어써도 되는 까닭은, 왼쪽부터 채우면 아직 필요한 오른쪽 값이 그대로 남아 있기 때문입니다. 직접 손으로 표를 채워 보면 금방 이해돼요.",
  ),
].join("");

const notice = (hello: string, problems: readonly string[], hints: readonly string[], bye: string) =>
  [
    heading("📢 오늘의 문제"),
    paragraph(hello),
    numbers(...problems),
    heading("힌트"),
    bullets(...hints),
    example,
    heading("제출 방법"),
    paragraph(bye),
  ].join("");

/** Three notices of a team's day; they may resemble one another (spec/ui.md §19.1). */
export const noticePosts: readonly string[] = [
  notice(
    "안녕하세요! 이번 주 주제는 다이나믹 프로그래밍입니다. 오늘은 몸풀기로 두 문제를 준비했어요. 30분 안에 풀리지 않으면 힌트를 보셔도 괜찮습니다.",
    [
      `${strong("계단 오르기")}: 한 번에 한 칸이나 두 칸씩 오를 수 있을 때, n번째 칸에 오르는 방법의 수를 구하세요.`,
      `${strong("동전 바꾸기")}: 동전의 종류가 주어질 때 금액 k를 만드는 가장 적은 동전의 수를 구하세요. 만들 수 없으면 -1입니다.`,
    ],
    [
      "계단은 마지막에 한 칸을 올랐는지 두 칸을 올랐는지로 나누어 보세요.",
      "동전은 작은 금액부터 표를 채워 나가면 됩니다.",
    ],
    "오늘 밤 11시 59분까지 각자의 풀이를 글로 남겨 주세요. 풀지 못했더라도 어디까지 생각했는지 적어 주시면 함께 이야기할 수 있어요!",
  ),
  notice(
    "어제 남겨 주신 풀이들 잘 읽었습니다. 점화식을 말로 설명해 주신 글이 특히 좋았어요. 오늘은 2차원 표를 쓰는 문제 두 개입니다.",
    [
      `${strong("격자 길 찾기")}: 오른쪽과 아래로만 움직여서 막힌 칸을 피해 도착하는 길의 수를 구하세요.`,
      `${strong("가장 긴 공통 부분열")}: 두 문자열에 순서대로 들어 있는 가장 긴 공통 부분열의 길이를 구하세요.`,
    ],
    [
      "첫 줄과 첫 칸을 먼저 채우면 나머지가 쉬워집니다.",
      "두 문자열의 마지막 글자가 같을 때와 다를 때를 나누어 생각해 보세요.",
    ],
    "풀이에는 표를 어떻게 채웠는지 그림이나 글로 꼭 남겨 주세요. 내일 저녁 모임에서 두 분의 풀이를 함께 읽겠습니다.",
  ),
  notice(
    "벌써 금요일이네요. 오늘은 이번 주를 정리하는 문제 두 개를 가져왔습니다. 어렵게 느껴지면 한 문제만 풀어도 좋아요.",
    [
      `${strong("배낭 채우기")}: 무게와 가치가 정해진 물건들을 골라, 버틸 수 있는 무게 안에서 가치의 합을 가장 크게 만드세요.`,
      `${strong("연속 합")}: 이어진 수들을 골라 더할 때 얻을 수 있는 가장 큰 합을 구하세요. 적어도 하나는 골라야 합니다.`,
    ],
    [
      "배낭은 무게를 큰 쪽에서 작은 쪽으로 훑으면 배열 하나로 충분합니다.",
      "연속 합은 ‘이 수에서 끝나는 가장 큰 합’을 구해 보세요.",
    ],
    "주말 동안 천천히 풀고 일요일 밤까지 올려 주세요. 이번 주에 새로 알게 된 점을 한 줄씩 덧붙여 주시면 더 좋습니다. 한 주 동안 고생 많으셨어요!",
  ),
];
