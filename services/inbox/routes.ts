import { validate as isUuid } from "uuid";
import { Refused } from "#contracts/errors";
import {
  changeNotificationSettings,
  type NotificationSettings,
  readAllNotifications,
  readNotifications,
} from "#contracts/inbox/api";
import type { InboxSettings } from "#contracts/inbox/settings";
import { limits } from "#contracts/limits";
import { type Handled, handle } from "../platform/decider.ts";
import { type Call, type Route, route } from "../platform/http/route.ts";
import { type Platform, withPresentState } from "../platform/platform.ts";
import { type InboxCommand, inbox } from "./inbox.ts";
import { streamOf } from "./reactors.ts";

export interface InboxPlatform extends Pick<Platform, "store" | "progress"> {
  /** Which of these notifications are in the member's inbox. */
  readonly findNotifications: (
    memberId: string,
    notificationIds: readonly string[],
  ) => Promise<{ notificationId: string; number: number; isRead: boolean }[]>;
  readonly unreadOf: (memberId: string) => Promise<number>;
  readonly presentSettings: (memberId: string) => Promise<NotificationSettings>;
  /** The settings in the form of a response. */
  readonly showSettings: (memberId: string, settings: InboxSettings) => Promise<NotificationSettings>;
  /** Whether the member has a confirmed mail address. */
  readonly hasMail: (memberId: string) => Promise<boolean>;
  /** Checks the quota of reads without counting. @throws Refused too-many-requests */
  readonly assertRead: (memberId: string) => void;
  /** @throws Refused too-many-requests */
  readonly countRead: (memberId: string) => void;
}

/** Commands of spec/notifications.md §5. */
export function inboxRoutes(platform: InboxPlatform): Route[] {
  return [
    route(readNotifications, async (call) => {
      const memberId = call.caller as string;
      const ids = [...new Set(call.body.notificationIds)];
      return read(platform, call, async () => {
        platform.assertRead(memberId);
        return { type: "ReadSome", memberId, entries: await ownAmong(platform, memberId, ids) };
      });
    }),
    route(readAllNotifications, async (call) =>
      read(platform, call, async () => ({
        type: "ReadUpTo",
        memberId: call.caller as string,
        upTo: call.body.upTo,
      })),
    ),
    route(changeNotificationSettings, (call) => changeSettings(platform, call)),
  ];
}

/** @throws Refused notification-not-found if one is not in the inbox */
async function ownAmong(platform: InboxPlatform, memberId: string, ids: readonly string[]) {
  const { store, progress, findNotifications } = platform;
  if (!ids.every((id) => isUuid(id))) throw new Refused("notification-not-found");
  const found = await findNotifications(memberId, ids);
  if (found.length === ids.length) return found;
  // The read model may not have reached a new notification yet.
  await progress.waitFor(await store.head(), limits.readYourWritesMs);
  const again = await findNotifications(memberId, ids);
  if (again.length < ids.length) throw new Refused("notification-not-found");
  return again;
}

/** Returns the number of unread notifications once the read models have applied the command. */
async function read(
  { store, progress, unreadOf, countRead }: InboxPlatform,
  { caller, command: context }: Pick<Call<typeof readAllNotifications>, "caller" | "command">,
  command: () => Promise<InboxCommand>,
): Promise<Handled<{ unread: number }>> {
  const memberId = caller as string;
  const handled = await handle(store, context, {
    decider: inbox,
    stream: streamOf(memberId),
    reads: { personal: "closed" },
    command,
    beforeAppend: async () => countRead(memberId),
  });
  await progress.waitFor(handled.checkpoint, limits.readYourWritesMs);
  return { ...handled, answer: { data: { unread: await unreadOf(memberId) } } };
}

async function changeSettings(
  platform: InboxPlatform,
  { caller, body, ifMatch, command: context }: Call<typeof changeNotificationSettings>,
): Promise<Handled<NotificationSettings>> {
  const { store, presentSettings, showSettings, hasMail } = platform;
  const memberId = caller as string;
  const present = () => presentSettings(memberId);
  const handled = await withPresentState(platform, present, () =>
    handle(store, context, {
      decider: inbox,
      stream: streamOf(memberId),
      reads: { personal: "closed" },
      command: async (): Promise<InboxCommand> => ({
        type: "ChangeSettings",
        memberId,
        ifMatch,
        kinds: body.kinds ?? [],
        quiet: body.quiet,
        digest: body.digest,
        hasMail: await hasMail(memberId),
      }),
      answer: ({ settings }) => ({ data: settings, etag: settings.revision }),
    }),
  );
  const data = await showSettings(memberId, handled.answer.data);
  return { ...handled, answer: { ...handled.answer, data } };
}
