import { cx } from "#web/ui/cx.ts";
import styles from "./dark-code.module.css";

/** A few lines of code that stay dark in both themes. */
export const DarkCode = ({ code, large = false }: { code: CodeSample; large?: boolean }) => (
  <pre className={cx(styles.code, large && styles.large)}>
    {code.map((words, line) => (
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

/** A piece of code: plain, or of a kind that has a colour. */
type Word =
  | string
  | readonly [kind: "keyword" | "function" | "number" | "operator" | "string" | "comment", text: string];
type CodeSample = readonly (readonly Word[])[];

const k = (text: string): Word => ["keyword", text];
const f = (text: string): Word => ["function", text];
const n = (text: string): Word => ["number", text];
const o = (text: string): Word => ["operator", text];
const s = (text: string): Word => ["string", text];

/** Prefix sums. */
export const prefixSums: CodeSample = [
  ["prefix ", o("="), " [", n("0"), "]"],
  [k("for"), " x ", k("in"), " nums:"],
  ["    prefix.", f("append"), "(prefix[", o("-"), n("1"), "] ", o("+"), " x)"],
  [" "],
  [k("def"), " ", f("range_sum"), "(l, r):"],
  ["    ", k("return"), " prefix[r] ", o("-"), " prefix[l ", o("-"), " ", n("1"), "]"],
];

/** In how many ways a stair is climbed. */
export const climb: CodeSample = [
  [k("def"), " ", f("climb"), "(n):"],
  ["    a, b ", o("="), " ", n("1"), ", ", n("1")],
  ["    ", k("for"), " _ ", k("in"), " ", f("range"), "(n):"],
  ["        a, b ", o("="), " b, a ", o("+"), " b"],
  ["    ", k("return"), " a"],
];

/** Prints 알고모임. */
export const together: CodeSample = [
  [k("from"), " collections ", k("import"), " deque"],
  [" "],
  [
    "letters ",
    o("="),
    " ",
    f("deque"),
    "([",
    s('"모"'),
    ", ",
    s('"임"'),
    ", ",
    s('"알"'),
    ", ",
    s('"고"'),
    "])",
  ],
  [["comment", "# 혼자면 제자리, 함께면 한 바퀴"]],
  ["letters.", f("rotate"), "(", n("2"), ")"],
  [f("print"), "(", s('""'), ".", f("join"), "(letters))"],
];
