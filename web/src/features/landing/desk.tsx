import { Avatars, Person } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/cx.ts";
import { DarkCode, prefixSums } from "./dark-code.tsx";
import styles from "./desk.module.css";
import { MonthPicture } from "./month-picture.tsx";

/** Decoration: a calendar, an article and some code on a desk. */
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
