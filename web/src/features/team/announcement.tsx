import { type ReactNode, type Ref, useId } from "react";
import arrival from "#web/ui/arrival.module.css";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./announcement.module.css";

/** A `banner` keeps its text when it unfolds; an `editor` leaves the text to the form below it. */
export type AnnouncementLook = "banner" | "editor";

interface AnnouncementProps {
  readonly text: string;
  readonly look?: AnnouncementLook | undefined;
  readonly isOpen: boolean;
  readonly hasArrived: boolean;
  readonly line: Ref<HTMLButtonElement>;
  readonly onToggle: () => void;
  /** Hidden by itself while the box is folded. */
  readonly children?: ReactNode;
}

/** The announcement in one line; a click unfolds it, for managers together with the form below it. */
export function Announcement(props: AnnouncementProps) {
  const { text, look = "banner", isOpen, hasArrived, line, onToggle, children } = props;
  const id = useId();
  const isEditor = look === "editor";
  return (
    <section
      className={cx(styles.announcement, isEditor && styles.editor, hasArrived && arrival.arrived)}
      aria-label="공지"
    >
      <button
        ref={line}
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={children ? id : undefined}
        onClick={onToggle}
      >
        <span className={styles.mark}>
          <Icon name="megaphone" />
        </span>
        <span className={styles.label}>{isEditor ? "공지" : "Team announcement"}</span>
        <span className={cx(styles.text, !text && styles.empty)}>
          {!(isEditor && isOpen) && (text || "공지가 등록되지 않았습니다.")}
        </span>
        <Icon name="down" className={styles.fold} />
      </button>
      <div id={id}>{children}</div>
    </section>
  );
}
