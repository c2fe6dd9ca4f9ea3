import { eventId } from "#services/event-store/event-id";
import {
  type AcceptedCommand,
  type Appended,
  type Batch,
  type CommandRecord,
  type EventStore,
  type NewEvent,
  type RecordedEvent,
  type Revision,
  WrongRevision,
} from "#services/event-store/event-store";
import { withoutSuperseded } from "#services/event-store/superseded";
import { WakeSignal } from "#services/event-store/wake-signal";

export interface MemoryOptions {
  /** Destroys the keys of withdrawn members in the same step as the append. */
  readonly forget?: (members: readonly string[]) => void;
}

const batchSize = 500;
const never = 2 ** 31 - 1;

/** An event store in memory with the contract of the one on Postgres. */
export function memoryEventStore({ forget = () => {} }: MemoryOptions = {}): EventStore {
  const log: RecordedEvent[] = [];
  const streams = new Map<string, RecordedEvent[]>();
  const commands = new Map<string, AcceptedCommand>();
  const wake = new WakeSignal();
  const head = () => String(log.length);

  // Without an await, an append is one atomic step.
  function appendNow(
    stream: string,
    events: readonly NewEvent[],
    expected: Revision,
    command: CommandRecord,
  ): Appended {
    const known = commands.get(command.commandId);
    if (known) return { outcome: "repeated", command: copy(known) };
    const kept = streams.get(stream) ?? [];
    if (events.length > 0 && kept.length - 1 !== expected) throw new WrongRevision(stream);
    events.forEach((event, index) => {
      const recorded = recordedEvent(event, stream, kept.length, index, command, String(log.length + 1));
      kept.push(recorded);
      log.push(recorded);
    });
    if (events.length > 0) streams.set(stream, kept);
    const { commandId, fingerprint, answer } = command;
    commands.set(commandId, copy({ commandId, fingerprint, answer, checkpoint: head() }));
    forget(command.forget ?? []);
    return { outcome: "appended", checkpoint: head(), revision: expected + events.length };
  }

  async function readAll(after: string, limit: number): Promise<Batch> {
    const events = log.slice(positionOf(after), positionOf(after) + limit);
    return { events: copy(events), checkpoint: events.at(-1)?.checkpoint ?? after };
  }

  return {
    async read(stream, { after = -1, lastOf } = {}) {
      const events = streams.get(stream) ?? [];
      const read = withoutSuperseded(events.slice(after + 1), lastOf);
      return { events: copy(read), revision: events.length - 1 };
    },
    async append(stream, events, expected, command) {
      const appended = appendNow(stream, events, expected, command);
      wake.notify();
      return appended;
    },
    async command(commandId) {
      return copy(commands.get(commandId));
    },
    start: "0",
    head: async () => head(),
    compare: (a, b) => positionOf(a) - positionOf(b),
    readAll,
    async *subscribe(after, signal) {
      for (let at = after; !signal.aborted; ) {
        const { generation } = wake;
        const batch = await readAll(at, batchSize);
        at = batch.checkpoint;
        if (batch.events.length > 0) yield batch;
        else await wake.wait(generation, never, signal);
      }
    },
  };
}

function recordedEvent(
  event: NewEvent,
  stream: string,
  revision: Revision,
  index: number,
  command: CommandRecord,
  checkpoint: string,
): RecordedEvent {
  return copy({
    ...event,
    eventId: eventId(command.commandId, index),
    stream,
    revision,
    checkpoint,
    meta: { commandId: command.commandId, ...command.meta },
    occurredAt: command.occurredAt,
  });
}

function positionOf(checkpoint: string): number {
  if (!/^\d{1,15}$/.test(checkpoint)) throw new Error(`${checkpoint} is not a checkpoint of this log`);
  return Number(checkpoint);
}

/** Copies a value as JSON, as a database would: other values are lost. */
const copy = <T>(value: T): T => (value === undefined ? value : JSON.parse(JSON.stringify(value)));
