import { useEffect, useRef } from "react";
import { toast } from "#web/ui/toast.tsx";

interface DayTurn {
  readonly today: string;
  readonly date: string;
  /** Something is open there that must not be taken away. Asked when the day turns. */
  readonly isBusy: () => boolean;
  readonly onDay: (day: string) => void;
}

/** Whoever has today chosen has the new day chosen after midnight, and is told so. */
export function useDayTurn({ today, date, isBusy, onDay }: DayTurn): void {
  const before = useRef(today);
  useEffect(() => {
    if (today === before.current) return;
    const hadToday = date === before.current;
    before.current = today;
    if (!hadToday || isBusy()) return;
    onDay(today);
    toast("날이 바뀌어 오늘로 넘어왔어요");
  }, [today, date, isBusy, onDay]);
}
