import { isNotificationKind } from "#contracts/inbox/api";
import { channelsOf } from "#contracts/inbox/settings";
import { readDigest, readDigestMembers } from "#projections/inbox-digest";
import { readNotices, readSendingSettings } from "#projections/inbox-notices";
import { countUnread } from "#projections/inbox-page";
import { readModelRows } from "#projections/projector/checkpoints";
import { deliver } from "../delivery/deliver.ts";
import { createDelivery, type Delivery } from "../delivery/delivery.ts";
import type { Inboxes, Notice } from "../delivery/inboxes.ts";
import { siteName } from "../delivery/push-channel.ts";
import type { Checkpoint } from "../event-store/event-store.ts";
import { notify } from "../inbox/reactors.ts";
import type { Logger } from "../platform/logging.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { ReadModelProgress } from "../platform/progress.ts";
import { postgresReactorPositions } from "../platform/reactors/positions.ts";
import { afterReadModels, type Reactor } from "../platform/reactors/reactor.ts";
import { teamsOf } from "./discord.ts";
import { headsOf } from "./log-head.ts";
import type { ProcessContext } from "./process-context.ts";
import type { Storage } from "./storage.ts";

/** Implements delivery's port with the read models of the inbox. */
function inboxesOf(storage: Storage, now: () => Date): Inboxes {
  const { store } = storage;
  const { pool, kysely: db } = storage.database;
  const unread = async (memberId: string) => (await countUnread(db, { memberId, now: now() })).unread;
  const settingsOf = (members: readonly string[]) => readSendingSettings(db, members);
  return {
    unread,
    async notices(of) {
      const members = [...new Set(of.map(({ memberId }) => memberId))];
      const [notices, counts] = await Promise.all([
        readNotices(
          db,
          of.map(({ notificationId }) => notificationId),
          { channel: "push", now: now() },
        ),
        Promise.all(members.map(async (member) => [member, await unread(member)] as const)),
      ]);
      const unreadOf = new Map(counts);
      const entries = of.flatMap(({ notificationId, memberId }): (readonly [string, Notice])[] => {
        const notice = notices.get(notificationId);
        if (!notice) return [];
        if (notice.drop !== undefined) return [[notificationId, notice]];
        const { teamName, text: body } = notice;
        return [[notificationId, { title: teamName ?? siteName, body, unread: unreadOf.get(memberId) ?? 0 }]];
      });
      return new Map(entries);
    },
    async behind(positions) {
      const reached = (await readModelRows(pool)).find(({ name }) => name === "inbox")?.checkpoint;
      return new Set(positions.filter((position) => isBehind(store, reached, position)));
    },
    holdAllBefore: completeness(storage),
    async quietHours(members) {
      return new Map([...(await settingsOf(members))].map(([member, { quiet }]) => [member, quiet]));
    },
    digesting: () => readDigestMembers(db),
    async digest(memberId, { from, to }, after) {
      const settings = (await settingsOf([memberId])).get(memberId);
      const since = after && after > from ? after : from;
      return {
        wanted: settings?.digest ?? "off",
        lines: await readDigest(db, { memberId, since, until: to }),
      };
    },
    async wantsPush(memberId, kind) {
      const settings = (await settingsOf([memberId])).get(memberId);
      return settings !== undefined && isNotificationKind(kind) && channelsOf(kind, settings).push;
    },
  };
}

function isBehind(store: Storage["store"], reached: string | undefined, position: string): boolean {
  try {
    return reached === undefined || store.compare(reached, position) < 0;
  } catch {
    // A position of the event store before a move, during which nothing was written.
    return false;
  }
}

/**
 * Whether the reactors `notify` and `deliver` and the read model of the inbox have processed all events up to the first call
 * for a time.
 */
function completeness({ database: { pool }, store }: Storage): (time: Date) => Promise<boolean> {
  const headAt = headsOf(store);
  return async (time) => {
    const head = await headAt(time);
    const [reactors, readModels] = await Promise.all([
      postgresReactorPositions(pool).all(),
      readModelRows(pool),
    ]);
    const raising = reactors.get(notify);
    const followers = [
      reactors.get(deliver)?.checkpoint,
      readModels.find(({ name }) => name === "inbox")?.checkpoint,
    ];
    const isPast = (position: Checkpoint | undefined, other: Checkpoint) =>
      position !== undefined && store.compare(position, other) >= 0;
    return (
      isPast(raising?.checkpoint, head) &&
      followers.every((position) => isPast(position, head) && isPast(position, raising?.wrote ?? head))
    );
  };
}

interface Opening extends Pick<ProcessContext, "config" | "storage" | "now"> {
  readonly log: Pick<Logger, "warn">;
  readonly observe: Metrics["delivered"];
  readonly onDigest: Metrics["digested"];
  /** Public address of the product. */
  readonly origin: string;
  readonly pollMs?: number | undefined;
}

/** Web push, mail and Discord with their dependencies on the storage. */
export const openDelivery = ({ storage, ...given }: Opening): Delivery =>
  createDelivery({
    ...given,
    pool: storage.database.pool,
    keys: storage.keys,
    secrets: storage.secrets,
    inboxes: inboxesOf(storage, given.now),
    teams: teamsOf(storage, given.now),
  });

export const deliveryFor = (parts: ProcessContext): Delivery =>
  openDelivery({
    ...parts,
    log: parts.options.log,
    origin: parts.url.origin,
    observe: parts.metrics.delivered,
    onDigest: parts.metrics.digested,
    pollMs: parts.options.deliveryPollMs,
  });

/** Reactors that insert rows of `delivery`. */
export const deliveringReactors = (delivery: Delivery, progress: ReadModelProgress): Reactor[] =>
  delivery.reactors().map((reactor) => afterReadModels(reactor, progress));
