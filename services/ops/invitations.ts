import { randomUUID } from "node:crypto";
import { Refused } from "#contracts/errors";
import { readWholeInvitations, teamInvitations } from "#projections/team-invitations";
import { isTeam, teamPage } from "#projections/team-page";
import { handle } from "../platform/decider.ts";
import { team } from "../team/team.ts";
import { type Command, countOption, isGiven, UsageError } from "./command.ts";
import { whatIsMissing } from "./status.ts";

export const auditInvitations: Command = {
  path: ["audit", "invitations"],
  takes: "--team <id>",
  summary: "the invitation links of a team, oldest first, without the links",
  details:
    "<id> is the number in the address of the team's page, /team-dashboard/<id>. Who joined by whose link: `audit roles`.",
  async run(call, { storage, printer }) {
    const teamId = countOption(call, "team");
    const opened = await storage();
    const { kysely: db } = opened.database;
    const missing = await whatIsMissing(opened, [teamInvitations.name, teamPage.name]);
    if (!(await isTeam(db, teamId)))
      throw new Error([`There is no team ${teamId}.`, missing].filter(Boolean).join(" "));
    if (missing) process.stderr.write(`${missing}\n`);
    for (const each of await readWholeInvitations(db, teamId, new Date()))
      printer.line(each, ({ invitationId, state, uses, maxUses, expiresAt, createdBy }) =>
        [
          invitationId,
          state.padEnd(9),
          `${uses} of ${maxUses} used`,
          `until ${expiresAt}`,
          createdBy.memberName,
        ].join("  "),
      );
    return 0;
  },
};

export const revokeInvitations: Command = {
  path: ["invitations", "revoke"],
  takes: "--team <id> --all",
  summary: "end every invitation link of a team",
  details:
    "Also those whose maker is no manager at present. Those who have joined stay. The events name no member as the one who did it.",
  async run(call, { storage, printer }) {
    const teamId = countOption(call, "team");
    if (!isGiven(call, "all"))
      throw new UsageError("Give --all: single ones are ended by the team's managers.");
    const { store } = await storage();
    const commandId = randomUUID();
    const of = { commandId, causationId: commandId, correlationId: commandId };
    const now = new Date();
    const context = { ...of, fingerprint: "invitations revoke", actor: "system", now, isFresh: true };
    const { answer } = await handle(store, context, {
      decider: team,
      stream: `team-${teamId}`,
      command: { type: "RevokeInvitations", teamId, now },
      answer: (_, events) => ({ data: events.length }),
    }).catch((error: unknown) => {
      throw error instanceof Refused ? new Error(`There is no team ${teamId}.`) : error;
    });
    printer.line({ revoked: answer.data }, ({ revoked }) => `${revoked} invitation links ended`);
    return 0;
  },
};
