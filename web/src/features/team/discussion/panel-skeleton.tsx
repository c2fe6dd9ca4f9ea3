import { useEffect, useState } from "react";
import { Stack } from "#web/ui/layout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** Before it is shown, quick answers have come. */
const patienceMs = 200;

/** Whether something has been awaited for 200 ms; from the beginning, if it was awaited elsewhere before. */
export function useSlow(isAwaited: boolean, isLate = false): boolean {
  const [isSlow, setSlow] = useState(isLate);
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setTimeout(() => setSlow(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isAwaited]);
  return isSlow;
}

/** In place of the panel while its code or its comments are being loaded. */
export const PanelSkeleton = ({ className }: { className: string | undefined }) => (
  <Stack gap={12} className={className} aria-busy="true">
    <Skeleton width="34%" height={20} />
    <Skeleton height={96} />
    <Skeleton height={96} />
  </Stack>
);
