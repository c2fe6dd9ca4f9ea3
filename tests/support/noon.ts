const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const seoulOffsetMs = 9 * 60 * minuteMs;

/** Milliseconds to the next `hh:mm` of Seoul. */
export function untilSeoulTime(time: string, from = Date.now()): number {
  const [hours, minutes] = time.split(":").map(Number) as [number, number];
  const wanted = (hours * 60 + minutes) * minuteMs - seoulOffsetMs;
  return (((wanted - from) % dayMs) + dayMs) % dayMs;
}

/**
 * Milliseconds to the next noon of Seoul. A clock so far ahead meets no midnight while tests run, and whatever it has
 * dated to expire has not expired by the machine's own clock.
 */
export const untilNoon = (): number => untilSeoulTime("12:00");
