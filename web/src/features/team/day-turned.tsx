import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import styles from "./articles.module.css";

/** Tells that midnight has passed on an open page: the day changes only on request (spec/daily-use.md §9). */
export const DayTurned = ({ onToday }: { onToday: () => void }) => (
  <Notice className={styles.turned}>
    날이 바뀌었어요
    <Button look="soft" size="small" onClick={onToday}>
      오늘로 가기
    </Button>
  </Notice>
);
