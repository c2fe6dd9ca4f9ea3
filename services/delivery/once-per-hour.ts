import type { Logger } from "../platform/logging.ts";

const hourMs = 3_600_000;

/** Logs refusals of other sides, one line per host and hour. */
export function oncePerHour(log: Pick<Logger, "warn">, now: () => Date) {
  const loggedAt = new Map<string, number>();
  return (host: string, result: string, message: string) => {
    const at = now().getTime();
    if (at - (loggedAt.get(host) ?? Number.NEGATIVE_INFINITY) < hourMs) return;
    loggedAt.set(host, at);
    log.warn({ host, result }, message);
  };
}
