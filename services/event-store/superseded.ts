import type { RecordedEvent } from "./event-store.ts";

/** The events of a stream without those that a later one has taken the place of (`ReadOptions.lastOf`). */
export function withoutSuperseded(
  events: readonly RecordedEvent[],
  types: readonly string[] = [],
): RecordedEvent[] {
  const last = events.findLast(({ type }) => types.includes(type));
  return events.filter((event) => event === last || !types.includes(event.type));
}
