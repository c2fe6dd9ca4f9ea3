import type { RoleHistoryEntry } from "#contracts/membership/api";
import { csvLine } from "./csv.ts";
import type { Printer } from "./printer.ts";

const columns: readonly [name: string, of: (entry: RoleHistoryEntry) => string | null][] = [
  ["position", (entry) => entry.position],
  ["occurredAt", (entry) => entry.occurredAt],
  ["action", (entry) => entry.action],
  ["actor", (entry) => entry.actor?.uuid ?? null],
  ["actorName", (entry) => entry.actor?.memberName ?? null],
  ["target", (entry) => entry.target.uuid],
  ["targetName", (entry) => entry.target.memberName],
  ["before", (entry) => entry.before],
  ["after", (entry) => entry.after],
  ["reason", (entry) => entry.reason],
  ["entryId", (entry) => entry.entryId],
];

/** Spreadsheets need it for Hangul. */
const byteOrderMark = "\uFEFF";

/** Entries as CSV with a header, or as sentences and JSON lines (entries of spec/wire-contract.md §4.15). */
export function printRoles(entries: readonly RoleHistoryEntry[], printer: Printer, asCsv: boolean): void {
  if (!asCsv) for (const entry of entries) printer.line(entry, sentence);
  else {
    process.stdout.write(byteOrderMark + csvLine(columns.map(([name]) => name)));
    for (const entry of entries) process.stdout.write(csvLine(columns.map(([, of]) => of(entry))));
  }
}

const sentence = ({ occurredAt, action, actor, target, before, after, reason }: RoleHistoryEntry) =>
  [
    occurredAt,
    action.padEnd(17),
    `${actor?.memberName ?? "system"} → ${target.memberName}`,
    `(${before ?? "–"} → ${after ?? "–"})`,
    ...(reason === null ? [] : [`"${reason}"`]),
  ].join("  ");
