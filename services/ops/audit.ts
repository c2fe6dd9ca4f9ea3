import { readWholeRoleHistory, roleHistory } from "#projections/role-history";
import { isTeam, teamPage } from "#projections/team-page";
import { printRoles } from "./audit-roles.ts";
import { type Command, countOption, isGiven } from "./command.ts";
import { whatIsMissing } from "./status.ts";

export const auditRoles: Command = {
  path: ["audit", "roles"],
  takes: "--team <id> [--csv]",
  summary: "who changed whose role in a team, oldest first",
  details:
    "<id> is the number in the address of the team's page, /team-dashboard/<id>. With --csv as a table for a spreadsheet\n" +
    "(npm run -s ops -- audit roles --team <id> --csv > roles.csv); those who have withdrawn have no name any more.",
  options: { team: { type: "string" }, csv: { type: "boolean" } },
  async run(call, { storage, printer }) {
    const teamId = countOption(call, "team");
    const opened = await storage();
    const { kysely: db } = opened.database;
    const missing = await whatIsMissing(opened, [roleHistory.name, teamPage.name]);
    if (!(await isTeam(db, teamId)))
      throw new Error([`There is no team ${teamId}.`, missing].filter(Boolean).join(" "));
    // Not into a table for a spreadsheet.
    if (missing) process.stderr.write(`${missing}\n`);
    printRoles(await readWholeRoleHistory(db, teamId), printer, isGiven(call, "csv"));
    return 0;
  },
};
