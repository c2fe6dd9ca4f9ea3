import { Refused } from "#contracts/errors";
import type { TeamEvent } from "#contracts/team/events";
import type { Decider } from "../platform/decider.ts";
import { assertManager, evolveRoster, noRoster, type Roster } from "../team/facts.ts";

interface DiscordState {
  readonly roster: Roster;
  /** Sealed with the server's key; null if no webhook is linked. */
  readonly address: string | null;
}

interface ByManager {
  readonly teamId: number;
  readonly callerId: string;
}

export type DiscordCommand =
  | (ByManager & {
      readonly type: "LinkDiscord";
      /** Sealed; undefined if it is not the address of a webhook. */
      readonly address: string | undefined;
      /** Whether it is the address that is linked. */
      readonly isSame: boolean;
    })
  | (ByManager & { readonly type: "UnlinkDiscord" })
  /** Discord does not know the webhook of this sealed address any more. Never refused. */
  | { readonly type: "StopDiscord"; readonly teamId: number; readonly address: string };

/**
 * Managers of the team link its Discord webhook.
 * @throws Refused `team-not-found`, `not-a-manager`
 */
export function permits(roster: Roster, callerId: string): void {
  assertManager(roster, callerId);
}

/** The Discord webhook of a team (spec/rhythm.md rule 11), on the team's stream. */
export const discord: Decider<DiscordState, DiscordCommand, TeamEvent> = {
  isRemembered: true,
  initial: { roster: noRoster, address: null },

  decide(command, { roster, address }) {
    const { teamId } = command;
    if (command.type === "StopDiscord") {
      // Another one may have been linked since.
      if (address === null || address !== command.address) return [];
      return [{ type: "DiscordUnlinked", data: { teamId, because: "refused", unlinkedBy: null } }];
    }
    const { callerId } = command;
    permits(roster, callerId);
    if (command.type === "UnlinkDiscord") {
      const data = { teamId, because: "manager" as const, unlinkedBy: callerId };
      return address === null ? [] : [{ type: "DiscordUnlinked", data }];
    }
    if (command.address === undefined) throw new Refused("not-a-discord-address");
    if (command.isSame) return [];
    return [{ type: "DiscordLinked", data: { teamId, address: command.address, linkedBy: callerId } }];
  },

  evolve(state, event) {
    const roster = evolveRoster(state.roster, event);
    const { type, data } = event;
    if (type === "DiscordLinked") return { roster, address: data.address };
    if (type === "DiscordUnlinked" || type === "TeamDeleted") return { roster, address: null };
    return { ...state, roster };
  },
};
