import type { Digest, NotificationKind } from "./api.ts";
import { type Channels, kinds } from "./kinds.ts";

export interface InboxSettings {
  readonly revision: number;
  /** Kinds that differ from the defaults. */
  readonly kinds: Readonly<Record<string, Channels>>;
  /** No push is sent within these hours, which may span midnight. */
  readonly quiet: { readonly enabled: boolean; readonly from: string; readonly until: string };
  readonly digest: Digest;
}

export const defaultSettings: InboxSettings = {
  revision: 0,
  kinds: {},
  quiet: { enabled: true, from: "23:00", until: "08:00" },
  digest: "off",
};

/** The channels of a kind according to the settings of a member. */
export const channelsOf = (
  kind: NotificationKind,
  { kinds: chosen }: Pick<InboxSettings, "kinds">,
): Channels => chosen[kind] ?? kinds[kind].channels;

/** A kind that is off in the inbox is not sent over other channels either (spec/notifications.md rule 5). */
const possible = ({ inbox, push, mail }: Channels): Channels => ({
  inbox,
  push: inbox && push,
  mail: inbox && mail,
});

const isSame = (one: Channels, other: Channels) =>
  one.inbox === other.inbox && one.push === other.push && one.mail === other.mail;

/** The deviations from the defaults after these kinds have been set. */
export function chosenKinds(
  before: InboxSettings["kinds"],
  set: readonly (Channels & { readonly kind: NotificationKind })[],
): InboxSettings["kinds"] {
  const chosen = new Map(Object.entries(before));
  for (const { kind, ...channels } of set) {
    const next = possible(channels);
    if (isSame(next, kinds[kind].channels)) chosen.delete(kind);
    else chosen.set(kind, next);
  }
  return Object.fromEntries([...chosen].sort(([a], [b]) => (a < b ? -1 : 1)));
}
