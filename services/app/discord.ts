import { v5 as uuidv5 } from "uuid";
import { readModelRows } from "#projections/projector/checkpoints";
import { readLinkedTeams } from "#projections/team-page";
import { readWritten } from "#projections/team-writers";
import type { Teams } from "../delivery/teams.ts";
import { discord } from "../discord/discord.ts";
import { discordFactsOf, openAddress } from "../discord/facts.ts";
import { handle } from "../platform/decider.ts";
import { savedProblem } from "../subject/facts.ts";
import { dayEndOf } from "../team/facts.ts";
import { areOff } from "./clocks.ts";
import { headsOf } from "./log-head.ts";
import type { Storage } from "./storage.ts";

/** Namespace of command ids: a webhook is unlinked once, whichever process learns that it is gone. */
const stops = "b0f7b2a4-0a5c-4f5e-8d39-3e7f6a1d9c52";
/** The read models of a line about a week. */
const ofWeek = ["team-page", "team-writers"];

/** Implements delivery's port with the log and the read models of teams. */
export function teamsOf(storage: Storage, now: () => Date): Teams {
  const { store, secrets, database } = storage;
  let replayed: Promise<boolean> | undefined;
  // The log of a database of `ops replay` has the addresses of webhooks as well.
  const isReplay = () =>
    (replayed ??= areOff(storage).catch((error) => {
      replayed = undefined;
      throw error;
    }));
  const headAt = headsOf(store);

  return {
    async of(teamId) {
      const [{ link, ...facts }, dayEndsAt] = await Promise.all([
        discordFactsOf(store, teamId),
        dayEndOf(store, teamId),
      ]);
      const address = link && !(await isReplay()) ? openAddress(link.address, secrets.open) : undefined;
      const webhook =
        link && address !== undefined
          ? { address, sealed: link.address, since: new Date(link.since) }
          : undefined;
      return { ...facts, dayEndsAt, webhook };
    },
    problem: async (teamId, date) => (await savedProblem(store, teamId, date))?.title,
    written: (teamId, from, to) => readWritten(database.kysely, { teamId, from, to }),
    linked: async () => ((await isReplay()) ? [] : readLinkedTeams(database.kysely)),
    async holdAllBefore(time) {
      const head = await headAt(time);
      const rows = await readModelRows(database.pool);
      const reached = new Map(rows.map(({ name, checkpoint }) => [name, checkpoint]));
      return ofWeek.every((name) => store.compare(reached.get(name) ?? store.start, head) >= 0);
    },
    async stop(teamId, { sealed }) {
      const commandId = uuidv5(sealed, stops);
      const context = { commandId, correlationId: commandId, causationId: commandId, now: now() };
      await handle(
        store,
        { ...context, fingerprint: `stop discord ${teamId}`, actor: "system" },
        {
          decider: discord,
          stream: `team-${teamId}`,
          command: { type: "StopDiscord", teamId, address: sealed },
        },
      );
    },
  };
}
