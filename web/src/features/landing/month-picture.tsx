import { cx } from "#web/ui/cx.ts";
import styles from "./month-picture.module.css";

type Mark = "test" | "review" | "preview" | "study";

const marks: Readonly<Record<number, Mark>> = {
  1: "test",
  2: "test",
  3: "preview",
  4: "test",
  5: "review",
  8: "test",
  9: "test",
  10: "study",
  11: "test",
  12: "review",
  15: "preview",
  16: "test",
  17: "test",
  18: "review",
  22: "test",
  23: "test",
  24: "study",
};
const today = 11;
const days = Array.from({ length: 31 }, (_, index) => index + 1);

/** A month of articles, as the team page shows it. */
export const MonthPicture = ({ small = false }) => (
  <div className={cx(styles.month, small && styles.small)}>
    <span className={styles.name}>2025년 12월</span>
    <span className={cx(styles.day, styles.void)} />
    {days.map((day) => (
      <span key={day} className={cx(styles.day, day === today && styles.now)}>
        {day}
        {marks[day] && <span className={cx(styles.mark, styles[marks[day]])} />}
      </span>
    ))}
  </div>
);
