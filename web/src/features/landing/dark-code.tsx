import { cx } from "#web/ui/cx.ts";
import styles from "./dark-code.module.css";

/** Highlighted Python code, dark in both themes. */
export const DarkCode = ({ code, large = false }: { code: string; large?: boolean }) => (
  <pre className={cx(styles.code, large && styles.large)}>
    {code.split("\n").map((line, at) => (
      <span key={at} className={styles.line}>
        {line === "" ? " " : wordsOf(line)}
      </span>
    ))}
  </pre>
);

const token =
  /(?<comment>#.*)|(?<string>"[^"]*")|(?<number>\d+)|(?<keyword>\b(?:from|import|for|in|def|return)\b)|(?<function>\w+(?=\())|(?<operator>[-+=])/g;

function wordsOf(line: string) {
  const words = [];
  let end = 0;
  for (const found of line.matchAll(token)) {
    const kind = Object.entries(found.groups ?? {}).find(([, text]) => text !== undefined)?.[0] ?? "";
    words.push(
      line.slice(end, found.index),
      <span key={found.index} className={styles[kind]}>
        {found[0]}
      </span>,
    );
    end = found.index + found[0].length;
  }
  return [...words, line.slice(end)];
}

export const prefixSums = `prefix = [0]
for x in nums:
    prefix.append(prefix[-1] + x)

def range_sum(l, r):
    return prefix[r] - prefix[l - 1]`;

/** Counts the ways to climb a staircase. */
export const climb = `def climb(n):
    a, b = 1, 1
    for _ in range(n):
        a, b = b, a + b
    return a`;

/** Prints 알고모임. */
export const together = `from collections import deque

letters = deque(["모", "임", "알", "고"])
# 혼자면 제자리, 함께면 한 바퀴
letters.rotate(2)
print("".join(letters))`;
