import type { Checkpoint, EventStore, OwnedEventStore, RecordedEvent } from "../event-store/event-store.ts";

const pageSize = 2000;

/** The last matching events of a log, oldest first, and the head of the log. Reads the whole log. */
export async function lastEvents(
  log: Pick<EventStore, "start" | "readAll">,
  isWanted: (event: RecordedEvent) => boolean,
  amount: number,
  signal: AbortSignal,
): Promise<{ events: RecordedEvent[]; checkpoint: Checkpoint }> {
  let events: RecordedEvent[] = [];
  let checkpoint = log.start;
  for await (const batch of wholeLog(log, signal)) {
    events = [...events, ...batch.events.filter(isWanted)].slice(-amount);
    checkpoint = batch.checkpoint;
  }
  return { events, checkpoint };
}

/** The log from its start to its head at the time of reading. */
export async function* wholeLog(
  { start, readAll }: Pick<EventStore, "start" | "readAll">,
  signal?: AbortSignal,
) {
  for (let after = start; ; ) {
    signal?.throwIfAborted();
    const batch = await readAll(after, pageSize);
    if (batch.events.length === 0) return;
    yield batch;
    after = batch.checkpoint;
  }
}

/** @throws on an empty log, whose output could overwrite that of the right one */
export async function assertEvents({ start, readAll }: Pick<EventStore, "start" | "readAll">): Promise<void> {
  const { events } = await readAll(start, 1);
  if (events.length === 0)
    throw new Error("This database holds no events: are DATABASE_URL and DATA_DIR those of the system?");
}

/**
 * The withdrawals in a log, oldest first.
 * @throws on an empty log
 */
export async function* withdrawalsIn(log: Pick<EventStore, "start" | "readAll">, signal: AbortSignal) {
  await assertEvents(log);
  for await (const { events } of wholeLog(log, signal))
    for (const { type, data, occurredAt } of events)
      if (type === "MemberWithdrawn") yield { member: String(data.memberId), at: occurredAt };
}

/** Number of events, to estimate the remaining time; undefined where counting takes too long. */
export const sizeOf = async ({
  start,
  head,
  countBetween,
}: Pick<OwnedEventStore, "start" | "head" | "countBetween">): Promise<number | undefined> =>
  countBetween?.(start, await head(), Number.MAX_SAFE_INTEGER).catch(() => undefined);
