import { byteOrderMark, csvLine } from "#contracts/csv";
import type { RoleHistoryEntry } from "#contracts/membership/api";
import { readWholeRoleHistory, roleHistory } from "#projections/role-history";
import { isTeam, teamPage } from "#projections/team-page";
import { type Command, countOption, isGiven } from "./command.ts";
import type { Printer } from "./printer.ts";
import { whatIsMissing } from "./status.ts";

export const auditRoles: Command = {
  path: ["audit", "roles"],
  takes: "--team <id> [--csv]",
  summary: "who changed whose role in a team, oldest first",
  details:
    "<id> is the number in the address of the team's page, /team-dashboard/<id>. With --csv as a table for a spreadsheet\n" +
    "(npm run -s ops -- audit roles --team <id> --csv > roles.csv); those who have withdrawn have no name any more.",
  async run(call, { storage, printer }) {
    const teamId = countOption(call, "team");
    const opened = await storage();
    const { kysely: db } = opened.database;
    const missing = await whatIsMissing(opened, [roleHistory.name, teamPage.name]);
    if (!(await isTeam(db, teamId)))
      throw new Error([`There is no team ${teamId}.`, missing].filter(Boolean).join(" "));
    // Written to standard error, because standard output may be a table for a spreadsheet.
    if (missing) process.stderr.write(`${missing}\n`);
    printRoles(await readWholeRoleHistory(db, teamId), printer, isGiven(call, "csv"));
    return 0;
  },
};

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

/** Prints entries as CSV with a header, or as sentences and JSON lines (entries of spec/wire-contract.md §4.15). */
export function printRoles(entries: readonly RoleHistoryEntry[], printer: Printer, asCsv: boolean): void {
  if (!asCsv) for (const entry of entries) printer.line(entry, sentence);
  else {
    process.stdout.write(byteOrderMark + csvLine(columns.map(([name]) => name)));
    for (const entry of entries) process.stdout.write(csvLine(columns.map(([, of]) => of(entry))));
  }
}

const sentence = ({
  occurredAt,
  action,
  actor,
  target,
  before,
  after,
  reason,
  invitedBy,
}: RoleHistoryEntry) =>
  [
    occurredAt,
    action.padEnd(17),
    `${actor?.memberName ?? "system"} → ${target.memberName}`,
    `(${before ?? "–"} → ${after ?? "–"})`,
    ...(reason === null ? [] : [`"${reason}"`]),
    ...(invitedBy === null ? [] : [`invited by ${invitedBy.memberName}`]),
  ].join("  ");
