import { cx } from "./cx.ts";
import styles from "./month-calendar.module.css";
import { dayLabel } from "./month-calendar-days.ts";
import { Tag } from "./tag.tsx";

interface CalendarDayProps {
  readonly day: string;
  readonly tag: string | undefined;
  readonly isOther: boolean;
  readonly isToday: boolean;
  readonly isSelected: boolean;
  readonly isReachable: boolean;
  readonly hasArrived: boolean;
  readonly onSelect: (day: string) => void;
}

/** One day of the calendar: its number, and the tag of its problem as a pill, on mobile as a dot. */
export function CalendarDay(props: CalendarDayProps) {
  const { day, tag, isOther, isToday, isSelected, isReachable, hasArrived, onSelect } = props;
  const label = [dayLabel(day), isToday && "오늘", tag && `${tag} 문제`].filter(Boolean).join(", ");
  const look = cx(
    styles.day,
    isOther && styles.other,
    isToday && styles.today,
    isSelected && styles.selected,
    hasArrived && styles.arrived,
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA pattern of a date grid is a table
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside holds the focus
    <td role="gridcell" aria-selected={isSelected}>
      <button
        type="button"
        className={look}
        data-day={day}
        tabIndex={isReachable ? 0 : -1}
        aria-label={label}
        aria-current={isToday ? "date" : undefined}
        onClick={() => onSelect(day)}
      >
        <span className={styles.number}>{Number(day.slice(8))}</span>
        {tag && (
          <span className={styles.mark}>
            <Tag category={tag} />
          </span>
        )}
      </button>
    </td>
  );
}
