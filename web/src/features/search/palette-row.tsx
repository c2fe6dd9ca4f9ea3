import { type MouseEvent, memo } from "react";
import { ProblemChips } from "#web/features/team/problem-chips.tsx";
import { highlighted } from "#web/lib/search/highlight.ts";
import { cx } from "#web/ui/cx.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { TeamPicture } from "#web/ui/team-picture.tsx";
import type { SearchEntry } from "./entries.ts";
import styles from "./palette.module.css";

interface RowProps {
  readonly id: string;
  /** null for the row that expands its group. */
  readonly entry: SearchEntry | null;
  readonly total: number;
  readonly query: string;
  readonly isActive: boolean;
  readonly onHover: () => void;
  readonly onOpen: (inNewTab: boolean) => void;
}

/** One option of the palette. */
export function PaletteRow({ id, entry, total, query, isActive, onHover, onOpen }: RowProps) {
  const press = (event: MouseEvent) => onOpen(event.ctrlKey || event.metaKey);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the combobox has the focus
    <div
      id={id}
      role="option"
      className={cx(styles.row, entry === null && styles.more)}
      aria-selected={isActive}
      onPointerMove={isActive ? undefined : onHover}
      // Keeps the focus in the search field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={press}
    >
      {entry === null ? (
        <>
          <span>모두 보기</span>
          <span className={styles.end}>
            {total}
            <HiddenText>개</HiddenText>
          </span>
        </>
      ) : (
        <Texts entry={entry} query={query} />
      )}
    </div>
  );
}

const Texts = memo(({ entry, query }: { entry: SearchEntry; query: string }) => (
  <>
    {entry.team ? (
      <TeamPicture {...entry.team} width={32} />
    ) : (
      <span className={styles.icon}>
        <Icon name={entry.icon} size="small" />
      </span>
    )}
    <span className={styles.words}>
      <b>
        <Marked text={entry.title} query={query} />
      </b>
      {entry.detail && (
        <small>
          <Marked text={entry.detail} query={query} />
        </small>
      )}
      {entry.context && (
        <small>
          <Marked text={entry.context} query={query} />
        </small>
      )}
    </span>
    <span className={styles.end}>
      {entry.found && (
        <span className={styles.chips}>
          <ProblemChips problems={entry.found.problems} asText />
        </span>
      )}
      {entry.found?.category && <Tag category={entry.found.category} />}
    </span>
  </>
));

const Marked = ({ text, query }: { text: string; query: string }) =>
  highlighted(text, query).map(({ text: segment, isMatch }, index) =>
    isMatch ? <mark key={index}>{segment}</mark> : <span key={index}>{segment}</span>,
  );
