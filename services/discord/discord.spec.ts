import { describe, expect, it } from "vitest";
import { discordLinked, discordUnlinked, teamDeleted } from "#tests/examples/memberships";
import { bamtol, dotori, stranger } from "#tests/examples/people";
import { created, joined } from "#tests/examples/teams";
import { itDecides } from "#tests/support/given";
import { secrets } from "../platform/privacy/secrets.ts";
import { type DiscordCommand, discord } from "./discord.ts";
import { discordOf } from "./facts.ts";

const teamId = 12;
const link = (
  callerId: string,
  over: { address?: string | undefined; isSame?: boolean } = {},
): DiscordCommand => ({
  type: "LinkDiscord",
  teamId,
  callerId,
  address: "sealed-webhook",
  isSame: false,
  ...over,
});
const unlink = (callerId: string): DiscordCommand => ({ type: "UnlinkDiscord", teamId, callerId });
const stop = (address: string): DiscordCommand => ({ type: "StopDiscord", teamId, address });
const team = [created, joined()];
const linked = [...team, discordLinked];

itDecides(discord, [
  ["a manager links a webhook", team, link(dotori), [discordLinked]],
  ["another address replaces the linked one", linked, link(dotori), [discordLinked]],
  ["the address that is linked changes nothing", linked, link(dotori, { isSame: true }), []],
  [
    "an address of something else is refused",
    team,
    link(dotori, { address: undefined }),
    "not-a-discord-address",
  ],
  [
    "a member may not link, whatever the address",
    team,
    link(bamtol, { address: undefined }),
    "not-a-manager",
  ],
  ["a stranger may not link", team, link(stranger), "not-a-manager"],
  ["a team that does not exist has no webhook", [], link(dotori), "team-not-found"],
  ["nor has a deleted one", [...linked, teamDeleted], unlink(dotori), "team-not-found"],
  ["a manager unlinks", linked, unlink(dotori), [discordUnlinked()]],
  ["a member may not unlink", linked, unlink(bamtol), "not-a-manager"],
  ["without a link nothing is unlinked", [...linked, discordUnlinked()], unlink(dotori), []],
  ["a webhook that is gone is unlinked", linked, stop("sealed-webhook"), [discordUnlinked("refused")]],
  ["but not the one that replaced it", linked, stop("sealed-former"), []],
  ["nor twice", [...linked, discordUnlinked("refused")], stop("sealed-webhook"), []],
  ["nor of a deleted team", [...linked, teamDeleted], stop("sealed-webhook"), []],
]);

describe("discordOf", () => {
  const { seal, open } = secrets("a".repeat(40));

  it("shows the last four characters alone", () => {
    const sealed = seal("https://discord.com/api/webhooks/1/secret-abcd");
    expect(discordOf(sealed, open)).toEqual({ linked: true, lastFour: "abcd" });
    expect(discordOf(null, open)).toEqual({ linked: false, lastFour: null });
  });

  it("shows a link that was sealed with another key, without characters", () => {
    const sealed = secrets("b".repeat(40)).seal("https://discord.com/api/webhooks/1/secret-abcd");
    expect(discordOf(sealed, open)).toEqual({ linked: true, lastFour: null });
  });
});
