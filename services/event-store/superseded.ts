import type { RecordedEvent } from "./event-store.ts";

/** The events of a stream without superseded ones (`ReadOptions.lastOf`). */
export function withoutSuperseded(
  events: readonly RecordedEvent[],
  types: readonly string[] = [],
): RecordedEvent[] {
  const last = events.findLast(({ type }) => types.includes(type));
  return events.filter((event) => event === last || !types.includes(event.type));
}
