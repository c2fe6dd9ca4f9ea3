import { linkDiscord, testDiscord, unlinkDiscord, webhookOf } from "#contracts/discord/api";
import { Refused } from "#contracts/errors";
import type { EventStore } from "../event-store/event-store.ts";
import { handle } from "../platform/decider.ts";
import { type Route, route } from "../platform/http/route.ts";
import { countingOnce, type Quotas } from "../platform/quotas.ts";
import { rosterOf } from "../team/facts.ts";
import { type DiscordCommand, discord, permits } from "./discord.ts";
import { openAddress } from "./facts.ts";

interface DiscordPlatform {
  readonly store: EventStore;
  readonly seal: (text: string) => string;
  readonly open: (sealed: string) => string;
  readonly spendExactly: Quotas["spendExactly"];
  /**
   * Sends a test message, unless no webhook is linked, and counts it by `spend` before.
   * @returns undefined without a webhook that Discord knows; otherwise whether Discord took the message
   */
  readonly sendTest: (teamId: number, spend: () => Promise<void>) => Promise<boolean | undefined>;
}

/** The form in which an address is stored. */
const normalised = ({ id, token }: { readonly id: string; readonly token: string }) =>
  `https://discord.com/api/webhooks/${id}/${token}`;

/** Commands of spec/rhythm.md rule 11. */
export function discordRoutes({ store, seal, open, spendExactly, sendTest }: DiscordPlatform): Route[] {
  return [
    route(linkDiscord, ({ params: { teamId }, caller, body, command }) => {
      const count = countingOnce(() => spendExactly([["discord-links", caller as string]]));
      return handle(store, command, {
        decider: discord,
        stream: `team-${teamId}`,
        command: async (state): Promise<DiscordCommand> => {
          const webhook = webhookOf(body.address);
          const address = webhook && normalised(webhook);
          return {
            type: "LinkDiscord",
            teamId,
            callerId: caller as string,
            address: address && seal(address),
            isSame: state.address !== null && openAddress(state.address, open) === address,
          };
        },
        beforeAppend: count,
      });
    }),
    route(unlinkDiscord, ({ params: { teamId }, caller, command }) =>
      handle(store, command, {
        decider: discord,
        stream: `team-${teamId}`,
        command: { type: "UnlinkDiscord", teamId, callerId: caller as string },
      }),
    ),
    route(testDiscord, async ({ params: { teamId }, caller }) => {
      permits(await rosterOf(store, teamId), caller as string);
      const isSent = await sendTest(teamId, () => spendExactly([["discord-tests", `team-${teamId}`]]));
      if (isSent === undefined) throw new Refused("not-a-discord-address");
      if (!isSent) throw new Refused("overload", { retryAfter: 10 });
      return { data: null };
    }),
  ];
}
