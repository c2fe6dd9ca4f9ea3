import { LRUCache } from "lru-cache";
import { discussionOf, writersIn } from "../discussion/facts.ts";
import type { EventStore } from "../event-store/event-store.ts";
import { hasAskedForReviews, rosterOf } from "../team/facts.ts";
import { isCounted, type RecipientDeps, reachOf, readersOf, type TeamSizes } from "./recipients.ts";

interface NotificationQuota extends Pick<RecipientDeps, "choosing"> {
  /** @throws Refused too-many-requests if the quota of the member is used up */
  readonly demand: (memberId: string) => void;
  readonly count: (memberId: string, notifications: number) => void;
}

/** Few members are told of an article; how many is looked up once a minute, so that posting takes no longer. */
const sizeKeptMs = 60_000;
const maxKept = 2000;

/**
 * A store that counts what members cause in the inboxes of others (spec/notifications.md rule 7), whichever command
 * appends it. The append that exceeds the quota is accepted, so that an event with many recipients is never refused for
 * ever; a command that is repeated appends nothing and does not count.
 */
export function limitingNotifications(store: EventStore, quota: NotificationQuota): EventStore {
  const readers = new LRUCache<number, number>({
    max: maxKept,
    ttl: sizeKeptMs,
    async fetchMethod(teamId) {
      const { length } = await readersOf({ ...quota, store }, teamId);
      return length + ((await hasAskedForReviews(store, teamId)) ? 1 : 0);
    },
  });
  const sizes: TeamSizes = {
    others: async (teamId) => Math.max(0, (await rosterOf(store, teamId)).members.size - 1),
    ofArticle: async (teamId) => (await readers.fetch(teamId)) ?? 0,
    writers: async (articleId, threadId) => writersIn(await discussionOf(store, articleId), threadId).length,
  };
  return {
    ...store,
    async append(stream, events, expected, command) {
      const { actor } = command.meta;
      const counted = events.filter(({ type }) => isCounted(type));
      if (actor === "system" || counted.length === 0) return store.append(stream, events, expected, command);
      quota.demand(actor);
      // Looked up beside the append; a failure must not fail what is appended.
      const reached = Promise.all(counted.map(({ type, data }) => reachOf(type, data, sizes) ?? 0)).catch(
        () => [],
      );
      const appended = await store.append(stream, events, expected, command);
      if (appended.outcome === "appended") {
        const notifications = (await reached).reduce((sum, each) => sum + each, 0);
        if (notifications > 0) quota.count(actor, notifications);
      }
      return appended;
    },
  };
}
