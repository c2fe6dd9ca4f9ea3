import { Avatars, Person } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/cx.ts";
import { DarkCode, prefixSums } from "./dark-code.tsx";
import styles from "./desk.module.css";
import monthPictureStyles from "./month-picture.module.css";

/** The product on a table: a calendar, an article, some code. Decoration. */
export const Desk = () => (
  <div className={styles.desk} aria-hidden="true">
    <div className={cx(styles.piece, styles.article)}>
      <Person name="재귀펭귄" sub="오늘 21:07" size={32} />
      <b>방향까지 상태에 넣으니 풀렸어요</b>
      <p>같은 칸이라도 어느 쪽을 보고 들어왔는지에 따라 다음 비용이 달라지니까…</p>
    </div>
    <div className={cx(styles.piece, styles.calendar)}>
      <MonthPicture />
    </div>
    <div className={cx(styles.piece, styles.code)}>
      <div className={styles.dark}>
        <DarkCode code={prefixSums} />
      </div>
    </div>
    <div className={cx(styles.piece, styles.live)}>
      <Avatars people={[{ name: "밤샘코더" }, { name: "서은" }, { name: "초코라떼" }]} label="" />
      지금 함께 풀고 있어요
    </div>
  </div>
);

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

/** A month of practice, as the team page shows it. */
const MonthPicture = () => (
  <div className={monthPictureStyles.month}>
    <span className={monthPictureStyles.name}>2025년 12월</span>
    <span className={cx(monthPictureStyles.day, monthPictureStyles.void)} />
    {days.map((day) => (
      <span key={day} className={cx(monthPictureStyles.day, day === today && monthPictureStyles.now)}>
        {day}
        {marks[day] && <span className={cx(monthPictureStyles.mark, monthPictureStyles[marks[day]])} />}
      </span>
    ))}
  </div>
);
