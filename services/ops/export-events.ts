import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Storage } from "../app/storage.ts";
import { formerKeysOf } from "../platform/privacy/key-mark.ts";
import { type Command, onlyName, textOption, UsageError } from "./command.ts";
import { writeLines } from "./event-file.ts";
import { sizeOf, wholeLog } from "./last-events.ts";
import { meter } from "./printer.ts";

export const eventFormat = "algomoim-events-2";
/** Of exports from before the first release, whose events have other shapes. */
export const formerEventFormat = "algomoim-events-1";
export const keyFormat = "algomoim-keys-1";

export const exportEvents: Command = {
  path: ["events", "export"],
  takes: "<file.ndjson.gz> [--keys <file>]",
  summary: "the whole log as compressed JSON lines",
  details:
    "Personal fields stay encrypted. What opens them, the members' keys, goes into a file of its own with --keys; they are\n" +
    "wrapped with the server's key. Delete that file when the withdrawals since then must take effect for the copy, too.\n" +
    "Accounts, pictures and documents are not in it: a system moves by `backup` and `restore`.",
  async run(call, { storage, printer, signal }) {
    const file = onlyName(call, "the file to write, such as events.ndjson.gz");
    const keyFile = textOption(call, "keys");
    for (const name of [file, keyFile])
      if (name !== undefined && existsSync(name)) throw new UsageError(`${name} already exists.`);
    if (keyFile !== undefined && resolve(keyFile) === resolve(file))
      throw new UsageError("Write the keys to a separate file.");
    const opened = await storage();
    let events = 0;
    const report = meter(printer, "export", await sizeOf(opened.log));
    async function* lines() {
      yield { format: eventFormat, exportedAt: new Date().toISOString() };
      for await (const batch of wholeLog(opened.log, signal)) {
        yield* batch.events;
        events += batch.events.length;
        report(events);
      }
      yield { end: true, events };
    }
    // Keys are written last, so that members who joined meanwhile have one.
    const keys = keyFile === undefined ? [] : [{ file: keyFile, lines: () => keyLines(opened) }];
    await writeLines([{ file, lines }, ...keys]);
    printer.line({ file, events }, () => `${events} events in ${file}`);
    return 0;
  },
};

async function* keyLines({ database }: Storage) {
  const { rows } = await database.pool.query<{ member: string; wrapped: Buffer }>(
    "SELECT member, wrapped FROM member_keys",
  );
  yield { format: keyFormat };
  for (const { member, wrapped } of rows) yield { member, wrapped: wrapped.toString("base64") };
  // Entry passwords in the log are sealed with the SECRET_KEY of their time.
  for (const formerKey of await formerKeysOf(database.pool)) yield { formerKey };
  yield { end: true };
}
