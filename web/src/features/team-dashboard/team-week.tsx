import { useMemo, useState } from "react";
import type { WritersOfDay } from "#contracts/article/api";
import { type Tags, TeamCalendar } from "#web/features/team/team-calendar.tsx";
import { deviceEntries } from "#web/lib/storage/entries.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

interface TeamWeekProps {
  /** Undefined until they are loaded. */
  readonly tags: Tags | undefined;
  readonly writers: readonly WritersOfDay[] | undefined;
  readonly today: string;
  readonly day: string;
  readonly onDay: (day: string) => void;
}

/** The week of the chosen day, or its month, a choice stored on this device (spec/daily-use.md §7.2). */
export function TeamWeek({ writers, ...calendar }: TeamWeekProps) {
  const [isMonth, setMonth] = useState(choosesMonth);
  // Days without an article are missing in the response.
  const counts = useMemo(
    () => writers && new Map(writers.map(({ date, count }) => [date, count])),
    [writers],
  );
  const toggle = () => {
    rememberMonth(!isMonth);
    setMonth(!isMonth);
  };
  return (
    <TeamCalendar
      {...calendar}
      span={isMonth ? "month" : "week"}
      counts={counts}
      tools={
        <Button look="ghost" size="small" aria-expanded={isMonth} onClick={toggle}>
          <Icon name="calendar" size="small" />
          {isMonth ? "한 주 보기" : "한 달 보기"}
        </Button>
      }
    />
  );
}

const entry = "team-calendar";

const choosesMonth = () => deviceEntries.get(entry) === "month";

function rememberMonth(isMonth: boolean): void {
  if (isMonth) deviceEntries.set(entry, "month");
  else deviceEntries.remove(entry);
}
