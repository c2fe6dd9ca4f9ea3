import { z } from "zod";
import { type EventOf, event, programText } from "../event.ts";
import { digests } from "./api.ts";
import { notificationRights } from "./kinds.ts";

const memberId = z.uuid();
const notificationId = z.uuid();
const number = z.number().int();
const id = z.number().int().nullable();
const day = programText.nullable();
const source = { sourceEventId: z.uuid(), sourceOccurredAt: programText };
/** Newest first; empty for the system. */
const actorIds = z.array(z.uuid());
const channels = z.object({ inbox: z.boolean(), push: z.boolean(), mail: z.boolean() });

/**
 * Stream `inbox-<member uuid>`; `memberId` is the recipient. A further kind or change needs no new version, because
 * both are texts.
 */
export const inboxEvents = {
  NotificationRaised: event(
    1,
    z.object({
      memberId,
      notificationId,
      /** 1, 2, … per member. */
      number,
      kind: programText,
      right: z.enum(notificationRights),
      ...source,
      actorIds,
      /** The last name of a deleted team; null otherwise. */
      teamName: z.string().nullable(),
      teamId: id,
      recruitmentId: id,
      articleId: id,
      threadId: id,
      day,
      change: programText.nullable(),
      reason: z.string().nullable(),
    }),
    { personal: { subject: "memberId", fields: ["reason"] } },
  ),
  /** The id of the notification into which it is collapsed; `number` is new. */
  NotificationCollapsed: event(
    1,
    z.object({
      memberId,
      notificationId,
      number,
      ...source,
      count: z.number().int(),
      actorIds,
      articleId: id,
      threadId: id,
      day,
    }),
  ),
  NotificationsRead: event(1, z.object({ memberId, notificationIds: z.array(z.uuid()) })),
  InboxRead: event(1, z.object({ memberId, upTo: z.number().int() })),
  NotificationSettingsChanged: event(
    1,
    z.object({
      memberId,
      revision: z.number().int(),
      /** Contains only kinds whose channels differ from the defaults. */
      kinds: z.record(programText, channels),
      quiet: z.object({ enabled: z.boolean(), from: programText, until: programText }),
      digest: z.enum(digests),
    }),
  ),
};
export type InboxEvent = EventOf<typeof inboxEvents>;
