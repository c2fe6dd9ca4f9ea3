import type { ReactNode } from "react";
import type { Category } from "#contracts/subject/api";
import { cx } from "./cx.ts";
import styles from "./tag.module.css";
import { lacking } from "./wrong-fields.ts";

const tones: Readonly<Record<string, string | undefined>> = {
  "코딩 테스트": styles.test,
  코딩테스트: styles.test,
  "스터디 예습": styles.preview,
  스터디: styles.study,
} satisfies Partial<Record<Category | "코딩테스트", string | undefined>>;

/** A category or topic as tint, word and dot in its product colour (spec/ui.md §2). */
export const Tag = ({
  category,
  className,
  children = category,
}: {
  category: string;
  className?: string | undefined;
  children?: ReactNode;
}) => (
  <span className={cx(styles.tag, tones[category], className)}>
    <span>{children}</span>
  </span>
);

/** The same as a toggle button. */
export const TagToggle = ({
  category,
  pressed,
  lacks = false,
  onPick,
}: {
  category: string;
  pressed: boolean;
  /** Whether a required choice is missing. */
  lacks?: boolean;
  onPick: () => void;
}) => (
  <button
    type="button"
    className={cx(styles.tag, styles.pick, tones[category])}
    aria-pressed={pressed}
    {...lacking(lacks)}
    onClick={onPick}
  >
    {category}
  </button>
);
