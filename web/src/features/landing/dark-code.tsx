import { cx } from "#web/ui/cx.ts";
import type { CodeSample } from "./code-samples.ts";
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
