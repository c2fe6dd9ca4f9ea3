import { addressOf, type ProblemReference, problemLabel } from "#contracts/problems";
import { cx } from "#web/ui/cx.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./problem-chips.module.css";

const archived = "문제 사이트가 문을 닫아 번호로만 남겨요";

/**
 * The references of a problem or an article as links to their sites (spec/daily-use.md rules 35, 36). `asText` renders
 * them without links, for use in a button.
 */
export const ProblemChips = ({
  problems,
  asText = false,
}: {
  problems: readonly ProblemReference[];
  asText?: boolean;
}) =>
  problems.length > 0 && (
    <span className={styles.chips}>
      {problems.map((problem, index) => (
        <Chip
          key={`${index} ${problemLabel(problem)}`}
          problem={problem}
          address={asText ? null : addressOf(problem)}
        />
      ))}
    </span>
  );

function Chip({ problem, address }: { problem: ProblemReference; address: string | null }) {
  const isArchived = problem.provider === "boj";
  const title = isArchived ? archived : (problem.title ?? "") || undefined;
  if (address === null)
    return (
      <span className={cx(styles.chip, isArchived && styles.archived)} title={title}>
        <span className={styles.label}>{problemLabel(problem)}</span>
      </span>
    );
  return (
    <a
      className={cx(styles.chip, styles.link)}
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={title}
    >
      <span className={styles.label}>{problemLabel(problem)}</span>
      <HiddenText>(새 탭)</HiddenText>
      <Icon name="external" size="small" />
    </a>
  );
}
