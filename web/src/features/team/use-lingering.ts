import { useEffect, useState } from "react";

/** Stays true `ms` longer than the flag, so that a loading text does not flash (spec/ui.md §6.3). */
export function useLingering(flag: boolean, ms = 200): boolean {
  const [lingers, setLingers] = useState(flag);
  if (flag && !lingers) setLingers(true);
  useEffect(() => {
    if (flag || !lingers) return;
    const timer = setTimeout(() => setLingers(false), ms);
    return () => clearTimeout(timer);
  }, [flag, lingers, ms]);
  return flag || lingers;
}
