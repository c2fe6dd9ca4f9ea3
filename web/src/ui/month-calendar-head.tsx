import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import styles from "./month-calendar.module.css";

interface MonthCalendarHeadProps {
  readonly id: string;
  readonly label: string;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly onToday: () => void;
}

/** Name of the month, arrows by month only, and the way back to today. */
export function MonthCalendarHead({ id, label, onPrevious, onNext, onToday }: MonthCalendarHeadProps) {
  return (
    <div className={styles.head}>
      <h2 id={id} className={styles.month} aria-live="polite">
        {label}
      </h2>
      <IconButton icon="left" label="이전 달" onClick={onPrevious} />
      <IconButton icon="right" label="다음 달" onClick={onNext} />
      <Button look="neutral" size="small" onClick={onToday}>
        오늘
      </Button>
    </div>
  );
}
