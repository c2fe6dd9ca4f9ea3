import { type ComponentProps, useMemo } from "react";
import type { TeamPage } from "#contracts/team/api";
import { useArrivals } from "#web/lib/live/use-arrivals.ts";
import { useAnnounced } from "#web/ui/announcer.tsx";
import { MonthCalendar } from "#web/ui/month-calendar.tsx";
import { dayLabel } from "#web/ui/month-calendar-days.ts";

export type Tags = TeamPage["subjectArticleDateAndTagResponses"];

/** Whether a day has a problem; undefined until it is loaded. */
export const hasSubjectOn = (day: string, tags: Tags | undefined): boolean | undefined =>
  tags?.some(({ subjectDate }) => subjectDate === day);

/**
 * The month of a day with the problems of a team; a problem that arrives while the page is open is marked and
 * announced.
 */
export function TeamCalendar({
  tags,
  today,
  day,
  onDay,
  ...calendar
}: Pick<ComponentProps<typeof MonthCalendar>, "span" | "counts" | "tools"> & {
  /** Undefined until they are loaded. */
  tags: Tags | undefined;
  today: string;
  day: string;
  onDay: (day: string) => void;
}) {
  const byDay = useMemo(
    () => new Map(tags?.map(({ subjectDate, articleCategory }) => [subjectDate, articleCategory])),
    [tags],
  );
  const arrived = useArrivals(day.slice(0, 7), tags && [...byDay.keys()]);
  const newDay = [...arrived].at(-1);
  useAnnounced(newDay && `${dayLabel(newDay)} 문제가 올라왔어요`);
  return (
    <MonthCalendar
      {...calendar}
      selected={day}
      today={today}
      tags={byDay}
      arrived={arrived}
      onSelect={onDay}
    />
  );
}
