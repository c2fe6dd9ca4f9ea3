import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import styles from "./month-calendar.module.css";
import { CalendarDay } from "./month-calendar-day.tsx";
import {
  firstOfMonth,
  isSameMonth,
  keyMove,
  monthLabel,
  weekdayNames,
  weeksOf,
} from "./month-calendar-days.ts";
import { MonthCalendarHead } from "./month-calendar-head.tsx";

export interface MonthCalendarProps {
  /** The chosen day, `yyyy-MM-dd`. The calendar shows its month. */
  readonly selected: string;
  /** Today in Seoul, `yyyy-MM-dd`. */
  readonly today: string;
  /** Tag of the problem of a day, by day. */
  readonly tags: ReadonlyMap<string, string>;
  /** Days whose tag has arrived while the person was looking. */
  readonly arrived?: ReadonlySet<string> | undefined;
  /** A day was chosen; changing the month chooses its first day (spec/ui.md §10). */
  readonly onSelect: (day: string) => void;
}

/** One month as a grid that mouse, finger and keyboard can walk: Sunday first, a pill (a dot on mobile) for a day's problem. */
export function MonthCalendar({ selected, today, tags, arrived, onSelect }: MonthCalendarProps) {
  const monthId = useId();
  const grid = useRef<HTMLTableElement>(null);
  // The one day in the tab order; it follows the arrows without choosing.
  const [reach, setReach] = useState(selected);
  const [followed, setFollowed] = useState(selected);
  if (followed !== selected) {
    setFollowed(selected);
    setReach(selected);
  }
  // The focus may have to wait for the month it goes to.
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    grid.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`)?.focus();
    wanted.current = null;
  });

  const walk = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const move = keyMove(event.key, event.shiftKey, reach);
    if (!move) return;
    event.preventDefault();
    wanted.current = move.day;
    setReach(move.day);
    if (move.kind === "month" || !isSameMonth(move.day, selected)) onSelect(move.day);
  };

  return (
    <section className={styles.calendar} aria-label="팀 캘린더">
      <MonthCalendarHead
        id={monthId}
        label={monthLabel(selected)}
        onPrevious={() => onSelect(firstOfMonth(selected, -1))}
        onNext={() => onSelect(firstOfMonth(selected, 1))}
        onToday={() => onSelect(today)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA pattern of a date grid is a table */}
      <table role="grid" className={styles.grid} aria-labelledby={monthId} ref={grid} onKeyDown={walk}>
        <thead>
          <tr>
            {weekdayNames.map((name) => (
              <th key={name} scope="col" abbr={`${name}요일`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(selected).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <CalendarDay
                  key={day}
                  day={day}
                  tag={tags.get(day)}
                  isOther={!isSameMonth(day, selected)}
                  isToday={day === today}
                  isSelected={day === selected}
                  isReachable={day === reach}
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
