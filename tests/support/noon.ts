const dayMs = 24 * 3600_000;
/** Noon of Seoul, after midnight UTC. */
const noonMs = 3 * 3600_000;

/**
 * Milliseconds to the next noon of Seoul. A clock so far ahead meets no midnight while tests run, and whatever it has
 * dated to expire has not expired by the machine's own clock.
 */
export const untilNoon = (): number => (((noonMs - Date.now()) % dayMs) + dayMs) % dayMs;
