import styles from "./dark-code.module.css";

type Word = string | readonly [kind: "keyword" | "function" | "number" | "operator", text: string];

const lines: readonly (readonly Word[])[] = [
  ["prefix ", ["operator", "="], " [", ["number", "0"], "]"],
  [["keyword", "for"], " x ", ["keyword", "in"], " nums:"],
  [
    "    prefix.",
    ["function", "append"],
    "(prefix[",
    ["operator", "-"],
    ["number", "1"],
    "] ",
    ["operator", "+"],
    " x)",
  ],
  [" "],
  [["keyword", "def"], " ", ["function", "range_sum"], "(l, r):"],
  [
    "    ",
    ["keyword", "return"],
    " prefix[r] ",
    ["operator", "-"],
    " prefix[l ",
    ["operator", "-"],
    " ",
    ["number", "1"],
    "]",
  ],
];

/** A few lines that stay dark in both themes. */
export const DarkCode = () => (
  <pre className={styles.code}>
    {lines.map((words, line) => (
      <span key={line} className={styles.line}>
        {words.map((word, at) =>
          typeof word === "string" ? (
            word
          ) : (
            <span key={at} className={styles[word[0]]}>
              {word[1]}
            </span>
          ),
        )}
      </span>
    ))}
  </pre>
);
