import type { LastOf, RecordedEvent } from "./event-store.ts";

/** The events of a stream without superseded ones (`ReadOptions.lastOf`). */
export function withoutSuperseded<E extends Pick<RecordedEvent, "type">>(
  events: readonly E[],
  lastOf: readonly LastOf[] = [],
): E[] {
  const left = lastOf.map(({ types, count }) => ({ types, count }));
  const kept = events.toReversed().filter(({ type }) => {
    const group = left.find(({ types }) => types.includes(type));
    if (group) group.count -= 1;
    return !group || group.count >= 0;
  });
  return kept.reverse();
}
