const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const seoulOffsetMs = 9 * 60 * minuteMs;

/** Milliseconds to the next `hh:mm` in Seoul. */
export function untilSeoulTime(time: string, from = Date.now()): number {
  const [hours, minutes] = time.split(":").map(Number) as [number, number];
  const wanted = (hours * 60 + minutes) * minuteMs - seoulOffsetMs;
  return (((wanted - from) % dayMs) + dayMs) % dayMs;
}

/**
 * Milliseconds to the next noon in Seoul. With this offset, a clock passes no midnight during a test run, and its
 * expiry dates are in the future for the machine's own clock as well.
 */
export const untilNoon = (): number => untilSeoulTime("12:00");
