import { type RefObject, useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./team-admin.module.css";

/**
 * Returns scroll position and keyboard focus to the calendar; floats over the page while the calendar is out of view.
 */
export function ToCalendar({ calendar }: { calendar: RefObject<HTMLElement | null> }) {
  const isAway = useIsAway(calendar);
  const go = () => {
    calendar.current?.scrollIntoView({ block: "start", behavior: "smooth" });
    calendar.current
      ?.querySelector<HTMLElement>("[role=grid] [tabindex='0']")
      ?.focus({ preventScroll: true });
  };
  return (
    <Button look="neutral" className={cx(styles.toCalendar, isAway && styles.floating)} onClick={go}>
      <Icon name="arrow-up" size="small" />
      캘린더로
    </Button>
  );
}

/** Whether less than half of an element is in view. */
function useIsAway(thing: RefObject<HTMLElement | null>): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!thing.current) return;
    const watch = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last) setAway(last.intersectionRatio < 0.5);
      },
      { threshold: 0.5 },
    );
    watch.observe(thing.current);
    return () => watch.disconnect();
  }, [thing]);
  return isAway;
}
