import { allClocks } from "../app/clocks.ts";
import { type Clock, readDue } from "../platform/clock.ts";
import type { Command } from "./command.ts";
import { type Printer, timeLeft } from "./printer.ts";

/** `clocks`: items that have become due by time and that no process has recorded yet. */
export const clocks: Command = {
  path: ["clocks"],
  summary: "what is due by time and not recorded yet, oldest first",
  details:
    "Processes with ROLE=all or projector record it within CLOCK_TICK_SECONDS. What fails is tried again after 1, 2, 4 … 60 minutes;\n" +
    "their log says why.",
  async run(_, { storage, printer }) {
    await printDue(allClocks(await storage()), new Date(), printer);
    return 0;
  },
};

export async function printDue(of: readonly Clock[], now: Date, printer: Printer): Promise<void> {
  const due = await readDue(of, now);
  for (const { clock, items } of due)
    for (const { name, owner, dueAt } of items) {
      const dueSeconds = Math.round((now.getTime() - dueAt.getTime()) / 1000);
      printer.line(
        { clock, item: name, owner, dueAt, dueSeconds },
        () => `${clock.padEnd(18)} ${name}  due for ${timeLeft(dueSeconds)}`,
      );
    }
  if (due.every(({ items }) => items.length === 0)) printer.note("Nothing is due.");
}
