import type { Command } from "./command.ts";
import { wholeLog } from "./last-events.ts";
import { meter } from "./printer.ts";

interface Count {
  events: number;
  bytes: number;
}

export const eventStats: Command = {
  path: ["events", "stats"],
  summary: "how many events of which type, how large, from when to when",
  async run(_, { storage, printer, signal }) {
    const types = new Map<string, Count>();
    const report = meter(printer, "events");
    let events = 0;
    let streams = 0;
    let bytes = 0;
    let [first, last]: (string | undefined)[] = [];
    for await (const batch of wholeLog((await storage()).log, signal)) {
      for (const event of batch.events) {
        const size = Buffer.byteLength(JSON.stringify(event.data));
        const count = types.get(event.type) ?? { events: 0, bytes: 0 };
        types.set(event.type, { events: count.events + 1, bytes: count.bytes + size });
        events += 1;
        bytes += size;
        if (event.revision === 0) streams += 1;
        // The order of the log may differ from the order of times, because each process uses its own clock.
        if (first === undefined || event.occurredAt < first) first = event.occurredAt;
        if (last === undefined || event.occurredAt > last) last = event.occurredAt;
      }
      report(events);
    }
    for (const [type, count] of [...types].sort(([, a], [, b]) => b.events - a.events))
      printer.line(
        { type, ...count },
        () =>
          `${type.padEnd(24)} ${String(count.events).padStart(10)}  ${Math.round(count.bytes / count.events)} bytes each`,
      );
    printer.line(
      { events, streams, bytes, first: first ?? null, last: last ?? null },
      () =>
        `${events} events in ${streams} streams, ${bytes} bytes of data${first ? `, ${first} to ${last}` : ""}`,
    );
    return 0;
  },
};
