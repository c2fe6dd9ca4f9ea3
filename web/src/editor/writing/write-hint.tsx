import styles from "./write-screen.module.css";

const shortcuts = [
  ["#", "제목"],
  ["-", "목록"],
  ["- [ ]", "할 일"],
  ["```", "코드"],
] as const;

/** One line about Markdown and pasted code. */
export const WriteHint = () => (
  <span className={styles.hint}>
    {shortcuts.map(([typed, meaning]) => (
      <span key={typed}>
        <kbd>{typed}</kbd> {meaning}
      </span>
    ))}
    <span>복사한 코드를 붙여 넣으면 코드 블록이 돼요.</span>
  </span>
);
