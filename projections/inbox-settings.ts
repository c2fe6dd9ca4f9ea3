import { sql } from "kysely";
import {
  type Digest,
  digests,
  isLocked,
  type NotificationKind,
  type NotificationSettings,
  notificationKinds,
} from "#contracts/inbox/api";
import { type Channels, kinds } from "#contracts/inbox/kinds";
import { channelsOf, defaultSettings, type InboxSettings } from "#contracts/inbox/settings";
import type { ReadModelsDatabase } from "./database.ts";
import { prepared } from "./prepared.ts";
import {
  keyedBy,
  patch,
  patchWhere,
  projection,
  type RowOf,
  type RowsOf,
  remove,
  upsert,
} from "./projection.ts";

const columns = {
  member_id: "uuid",
  latest: "integer",
  read_up_to: "integer",
  revision: "integer",
  /** Contains only kinds whose channels differ from the defaults. */
  kinds: "jsonb",
  quiet: "jsonb",
  digest: "text",
  /** When digests were switched on; null if never. */
  digest_since: "timestamptz null",
} as const;
type SettingsRow = RowOf<typeof columns>;

/** How far each member has read, and which notifications they have chosen. */
export const inboxSettings = projection({
  name: "inbox-settings",
  version: 2,
  table: {
    columns,
    key: ["member_id"],
    indexes: [],
  },
  handlers: {
    MemberSignedUp: ({ memberId }) => [
      upsert({ member_id: memberId, latest: 0, read_up_to: 0, ...defaultSettings, digest_since: null }),
    ],
    NotificationRaised: ({ memberId, number }) => [patch({ member_id: memberId }, { latest: number })],
    NotificationCollapsed: ({ memberId, number }) => [patch({ member_id: memberId }, { latest: number })],
    InboxRead: ({ memberId, upTo }) => [patch({ member_id: memberId }, { read_up_to: upTo })],
    NotificationSettingsChanged: (
      { memberId, revision, kinds: chosen, quiet, digest },
      { occurredAt: digest_since },
    ) => [
      // A change of other settings keeps the time at which digests were switched on.
      ...digests
        .filter((other) => other !== digest)
        .map((other) => patchWhere<SettingsRow>({ member_id: memberId, digest: other }, { digest_since })),
      patch({ member_id: memberId }, { revision, kinds: chosen, quiet, digest }),
    ],
    MemberWithdrawn: ({ memberId }) => [remove({ member_id: memberId })],
  },
  unopened: ["MemberSignedUp", "NotificationRaised"],
  touches: keyedBy("memberId", ["NotificationSettingsChanged"]),
});

declare module "./database.ts" {
  interface ReadModels {
    inbox_settings: RowsOf<typeof inboxSettings>;
  }
}

/** State of push and mail, which is shown with the settings but stored elsewhere. */
type SendingState = Pick<NotificationSettings, "push" | "mail">;

/** The defaults for a member without changes. */
export async function readNotificationSettings(
  db: ReadModelsDatabase,
  memberId: string,
): Promise<InboxSettings> {
  const [row] = await settingsOf(db, { memberId });
  return row
    ? {
        revision: row.revision,
        kinds: row.kinds as InboxSettings["kinds"],
        quiet: row.quiet as InboxSettings["quiet"],
        digest: row.digest as Digest,
      }
    : defaultSettings;
}

/** spec/notifications.md §5 */
export function shownSettings(settings: InboxSettings, sending: SendingState): NotificationSettings {
  const { quiet, digest, revision } = settings;
  return {
    kinds: notificationKinds.map((kind) => ({ ...describe(kind), ...channelsOf(kind, settings) })),
    quiet,
    digest,
    ...sending,
    revision,
  };
}

function describe(kind: NotificationKind) {
  const { group, label, hint = null } = kinds[kind];
  return { kind, group, label, hint, locked: isLocked(kind) };
}

const settingsOf = prepared((db, { memberId }: { memberId: string }) =>
  db
    .selectFrom("inbox_settings")
    .select(["revision", "kinds", "quiet", "digest"])
    .where("member_id", "=", memberId),
);

/** The members with a kind in their inbox that is off by default. */
export async function readMembersWhoChose(
  db: ReadModelsDatabase,
  kind: NotificationKind,
  memberIds: readonly string[],
): Promise<string[]> {
  const rows = await choosing(db, { kind, memberIds });
  return rows.map(({ member_id }) => member_id);
}

const isOn: keyof Channels = "inbox";
const choosing = prepared((db, { kind, memberIds }: { kind: string; memberIds: readonly string[] }) =>
  db
    .selectFrom("inbox_settings")
    .select("member_id")
    .where(sql<boolean>`member_id = ANY (${memberIds}::uuid[])`)
    .where(sql<boolean>`(kinds->${kind}::text->>${isOn})::boolean`),
);
