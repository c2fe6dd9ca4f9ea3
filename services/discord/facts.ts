import type { TeamEvent } from "#contracts/team/events";
import { isBlank } from "#contracts/texts";
import type { EventStore } from "../event-store/event-store.ts";
import { type Fold, load } from "../platform/folding.ts";

type Open = (sealed: string) => string;

/** The address of a webhook; undefined if it was sealed with a key that this server does not have. */
export function openAddress(sealed: string, open: Open): string | undefined {
  try {
    return open(sealed);
  } catch {
    return undefined;
  }
}

/** What managers see of the link of their team (spec/rhythm.md rule 11): never more than the last characters. */
export function discordOf(
  sealed: string | null,
  open: Open,
): { readonly linked: boolean; readonly lastFour: string | null } {
  const address = sealed === null ? undefined : openAddress(sealed, open);
  return { linked: sealed !== null, lastFour: address?.slice(-4) ?? null };
}

/** What messages to Discord depend on. */
interface DiscordFacts {
  readonly name: string;
  readonly hasAnnouncement: boolean;
  /** `address` is sealed with the server's key; `since` in epoch milliseconds. */
  readonly link: { readonly address: string; readonly since: number } | null;
}

/** The team according to the log. */
export async function discordFactsOf(store: EventStore, teamId: number): Promise<DiscordFacts> {
  return (await load(store, factsFold, `team-${teamId}`)).state;
}

const factsFold: Fold<DiscordFacts, TeamEvent & { readonly occurredAt: string }> = {
  isRemembered: true,
  initial: { name: "", hasAnnouncement: false, link: null },
  evolve(before, { type, data, occurredAt }) {
    if (type === "TeamCreated" || type === "TeamInfoChanged") return { ...before, name: data.name };
    if (type === "AnnouncementChanged") return { ...before, hasAnnouncement: !isBlank(data.announcement) };
    if (type === "DiscordLinked")
      return { ...before, link: { address: data.address, since: Date.parse(occurredAt) } };
    if (type === "DiscordUnlinked" || type === "TeamDeleted") return { ...before, link: null };
    return before;
  },
};
