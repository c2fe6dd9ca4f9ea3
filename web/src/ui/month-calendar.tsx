import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";
import styles from "./month-calendar.module.css";
import {
  addDays,
  columnNames,
  dayLabel,
  firstOfMonth,
  isSameMonth,
  keyMove,
  monthLabel,
  weekdayOf,
  weekOf,
  weeksOf,
} from "./month-calendar-days.ts";
import { Tag } from "./tag.tsx";

interface MonthCalendarProps {
  /** The selected day, `yyyy-MM-dd`. The calendar shows its month, or its week. */
  readonly selected: string;
  /** Today in Seoul, `yyyy-MM-dd`. */
  readonly today: string;
  /** Tag of the problem of a day, by day. */
  readonly tags: ReadonlyMap<string, string>;
  /** Days whose tag has arrived while the member was viewing the calendar. */
  readonly arrived?: ReadonlySet<string> | undefined;
  readonly span?: "month" | "week";
  /** Number of articles on a day, shown in a week. */
  readonly counts?: ReadonlyMap<string, number> | undefined;
  /** Content beside the button `오늘`. */
  readonly tools?: ReactNode;
  /**
   * Called when a day is selected; changing the month selects its first day (spec/ui.md §10), changing the week keeps
   * the day of the week.
   */
  readonly onSelect: (day: string) => void;
}

/**
 * One month or week as a grid for mouse, touch and keyboard: from Sunday, with a pill (a dot on mobile) for a day's
 * problem.
 */
export function MonthCalendar(props: MonthCalendarProps) {
  const { selected, today, tags, arrived, span = "month", counts, onSelect } = props;
  const monthId = useId();
  const grid = useRef<HTMLTableElement>(null);
  // The only day in the tab order; it follows the arrow keys without selecting.
  const [focusDay, setFocusDay] = useState(selected);
  const [followed, setFollowed] = useState(selected);
  if (followed !== selected) {
    setFollowed(selected);
    setFocusDay(selected);
  }
  // The focus may have to wait until its day is rendered.
  const pendingFocus = useRef<string | null>(null);
  useEffect(() => {
    const day = grid.current?.querySelector<HTMLElement>(`[data-day="${pendingFocus.current}"]`);
    if (!day) return;
    day.focus();
    pendingFocus.current = null;
  });
  const isWeek = span === "week";
  const weeks = isWeek ? [weekOf(selected)] : weeksOf(selected);
  const isShown = (day: string) => (isWeek ? weeks[0]?.includes(day) : isSameMonth(day, selected));

  const moveByKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const move = keyMove(event.key, event.shiftKey, focusDay);
    if (!move) return;
    event.preventDefault();
    pendingFocus.current = move.day;
    setFocusDay(move.day);
    if (move.kind === "month" || !isShown(move.day)) onSelect(move.day);
  };

  return (
    <section className={cx(styles.calendar, isWeek && styles.week)} aria-label="팀 캘린더">
      <CalendarHead {...props} monthId={monthId} />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA pattern of a date grid is a table */}
      <table role="grid" className={styles.grid} aria-labelledby={monthId} ref={grid} onKeyDown={moveByKey}>
        <thead>
          <tr>
            {columnNames.map((name) => (
              <th key={name} scope="col" abbr={`${name}요일`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <CalendarDay
                  key={day}
                  day={day}
                  tag={tags.get(day)}
                  inWeek={isWeek}
                  count={isWeek && day <= today ? counts?.get(day) : undefined}
                  isComing={day > today}
                  isOther={!isWeek && !isSameMonth(day, selected)}
                  isToday={day === today}
                  isSelected={day === selected}
                  isReachable={day === focusDay}
                  hasArrived={arrived?.has(day) ?? false}
                  onSelect={onSelect}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The month with buttons for its neighbours and today. */
function CalendarHead(props: MonthCalendarProps & { readonly monthId: string }) {
  const { selected, today, span = "month", tools, monthId, onSelect } = props;
  const [unit, neighbour] =
    span === "week"
      ? ["주", (by: number) => addDays(selected, 7 * by)]
      : ["달", (by: number) => firstOfMonth(selected, by)];
  return (
    <div className={styles.head}>
      <h2 id={monthId} className={styles.month}>
        {monthLabel(selected)}
      </h2>
      <IconButton icon="left" label={`이전 ${unit}`} onClick={() => onSelect(neighbour(-1))} />
      <IconButton icon="right" label={`다음 ${unit}`} onClick={() => onSelect(neighbour(1))} />
      <span className={styles.tools}>
        {tools}
        <Button look="neutral" size="small" onClick={() => onSelect(today)}>
          오늘
        </Button>
      </span>
    </div>
  );
}

interface CalendarDayProps {
  readonly day: string;
  readonly tag: string | undefined;
  readonly inWeek: boolean;
  readonly count: number | undefined;
  readonly isComing: boolean;
  readonly isOther: boolean;
  readonly isToday: boolean;
  readonly isSelected: boolean;
  readonly isReachable: boolean;
  readonly hasArrived: boolean;
  readonly onSelect: (day: string) => void;
}

/** One day of the calendar: its number, and the tag of its problem as a pill, on mobile and in a week as a dot. */
function CalendarDay(props: CalendarDayProps) {
  const {
    day,
    tag,
    inWeek,
    count,
    isComing,
    isOther,
    isToday,
    isSelected,
    isReachable,
    hasArrived,
    onSelect,
  } = props;
  const label = [
    dayLabel(day),
    isToday && "오늘",
    tag && `${tag} 문제`,
    count !== undefined && `${count}명이 썼어요`,
  ]
    .filter(Boolean)
    .join(", ");
  const look = cx(
    styles.day,
    isOther && styles.other,
    isToday && styles.today,
    isSelected && styles.selected,
    hasArrived && styles.arrived,
    isComing && styles.coming,
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
        aria-pressed={isSelected}
        onClick={() => onSelect(day)}
      >
        {inWeek && <span className={styles.name}>{weekdayOf(day)}</span>}
        <span className={styles.number}>{Number(day.slice(8))}</span>
        <span className={styles.facts}>
          {tag && (
            <span className={styles.mark}>
              <Tag category={tag} />
            </span>
          )}
          {count !== undefined && (
            <span>
              {count}
              <span className={styles.unit}>명</span>
            </span>
          )}
          {inWeek && isComing && tag && <span className={styles.unit}>예정</span>}
        </span>
      </button>
    </td>
  );
}
