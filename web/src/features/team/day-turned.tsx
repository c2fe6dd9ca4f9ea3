import { Button } from "#web/ui/button.tsx";
import { LateNotice } from "#web/ui/notice.tsx";
import styles from "./articles.module.css";

/** Tells that midnight has passed on an open page: the day changes only on request (spec/daily-use.md §9). */
export const DayTurned = ({ hasTurned, onToday }: { hasTurned: boolean; onToday: () => void }) => (
  <LateNotice className={styles.turned}>
    {hasTurned && (
      <>
        날이 바뀌었어요
        <Button look="soft" size="small" onClick={onToday}>
          오늘로 가기
        </Button>
      </>
    )}
  </LateNotice>
);
