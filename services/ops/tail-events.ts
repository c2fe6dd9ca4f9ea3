import { eventCatalogue } from "#contracts/events";
import type { RecordedEvent } from "../event-store/event-store.ts";
import { type Command, type Context, countOption, isGiven, textOption } from "./command.ts";
import { lastEvents } from "./last-events.ts";

export const tailEvents: Command = {
  path: ["events", "tail"],
  takes: "[--last N] [--once] [--data] [--type T] [--stream S]",
  summary: "the last events and then those to come, until Ctrl-C",
  details:
    "Prints 10 events from the past (--last), then follows; --once ends there. With --data also what they hold as it is\n" +
    "stored: personal fields stay encrypted. --type and --stream leave the others out.",
  async run(call, context) {
    const { log } = await context.storage();
    const type = textOption(call, "type");
    const stream = textOption(call, "stream");
    if (type !== undefined && !Object.hasOwn(eventCatalogue, type))
      context.printer.warn(`This program has no events of type ${type}.`);
    const isWanted = (event: RecordedEvent) =>
      (type === undefined || event.type === type) && (stream === undefined || event.stream === stream);
    const print = printerOf(context, isGiven(call, "data"));
    const { signal } = context;
    const { events, checkpoint } = await lastEvents(log, isWanted, countOption(call, "last", 10), signal);
    for (const event of events) print(event);
    if (isGiven(call, "once")) return 0;
    for await (const batch of log.subscribe(checkpoint, signal))
      for (const event of batch.events.filter(isWanted)) print(event);
    return 0;
  },
};

const printerOf =
  ({ printer }: Context, withData: boolean) =>
  (event: RecordedEvent) => {
    const { data, ...rest } = event;
    printer.line(withData ? event : rest, () => {
      const { occurredAt, checkpoint, stream, revision, type, meta } = event;
      const line = `${occurredAt}  ${checkpoint.padEnd(16)} ${type.padEnd(22)} ${stream}@${revision}  by ${meta.actor}`;
      return withData ? `${line}\n  ${JSON.stringify(data)}` : line;
    });
  };
