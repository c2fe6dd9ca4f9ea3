import { countNotifications, getNotificationSettings, getNotifications } from "#contracts/inbox/api";
import type { InboxSettings } from "#contracts/inbox/settings";
import type { ReadModelsDatabase } from "#projections/database";
import { countUnread, findNotifications, readInbox } from "#projections/inbox-page";
import { readMembersWhoChose, readNotificationSettings, shownSettings } from "#projections/inbox-settings";
import type { Delivery } from "../delivery/delivery.ts";
import { inboxReactors } from "../inbox/reactors.ts";
import { type InboxPlatform, inboxRoutes } from "../inbox/routes.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { Platform } from "../platform/platform.ts";
import type { ReadModelProgress } from "../platform/progress.ts";
import type { Quotas } from "../platform/quotas.ts";
import { afterReadModels, type Reactor } from "../platform/reactors/reactor.ts";

interface InboxServed extends Pick<Platform, "store" | "progress"> {
  readonly db: ReadModelsDatabase;
  readonly now: () => Date;
  readonly quotas: Pick<Quotas, "demand" | "spend">;
  readonly delivery: Pick<Delivery, "hasPush" | "mail">;
}

/** Queries and commands of a member's inbox (spec/notifications.md §5). */
export function inboxEndpoints({ db, now, quotas, store, progress, delivery }: InboxServed): Route[] {
  const { hasPush, mail } = delivery;
  const showSettings = async (memberId: string, settings: InboxSettings) =>
    shownSettings(settings, { push: { available: hasPush }, mail: await mail.settingsOf(memberId) });
  const presentSettings = async (memberId: string) =>
    showSettings(memberId, await readNotificationSettings(db, memberId));
  const platform: InboxPlatform = {
    store,
    progress,
    presentSettings,
    showSettings,
    findNotifications: (memberId, notificationIds) =>
      findNotifications(db, { memberId, now: now(), notificationIds }),
    unreadOf: async (memberId) => (await countUnread(db, { memberId, now: now() })).unread,
    hasMail: mail.hasAddress,
    assertRead: (memberId) => quotas.demand("inbox-reads", memberId, 1),
    countRead: (memberId) => quotas.spend("inbox-reads", memberId, 1),
  };
  return [
    route(getNotifications, async ({ query, caller }) => ({
      data: await readInbox(db, { ...query, memberId: caller as string, now: now() }),
    })),
    route(countNotifications, async ({ caller }) => ({
      data: await countUnread(db, { memberId: caller as string, now: now() }),
    })),
    route(getNotificationSettings, async ({ caller }) => {
      const data = await presentSettings(caller as string);
      return { data, etag: data.revision };
    }),
    ...inboxRoutes(platform),
  ];
}

interface Notifying {
  readonly db: ReadModelsDatabase;
  readonly now: () => Date;
  readonly progress: ReadModelProgress;
  readonly metrics: Metrics;
}

/** Reactors that raise notifications. They run separately from the others, so that no command waits for them. */
export const notifyingReactors = ({ db, now, progress, metrics }: Notifying): Reactor[] =>
  inboxReactors({
    now,
    choosing: (kind, memberIds) => readMembersWhoChose(db, kind, memberIds),
    onResult: metrics.notified,
  }).map((reactor) => afterReadModels(reactor, progress));
