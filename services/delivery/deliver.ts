import type pg from "pg";
import type { Reactor } from "../platform/reactors/reactor.ts";
import { lateMs } from "./deliveries.ts";
import type { DiscordMessages } from "./discord-messages.ts";
import type { Inboxes } from "./inboxes.ts";
import type { Vapid } from "./vapid.ts";

interface DeliverDeps {
  readonly pool: pg.Pool;
  readonly inboxes: Pick<Inboxes, "wantsPush">;
  readonly messages: Pick<DiscordMessages, "on">;
  /** Undefined without push. */
  readonly vapid: () => Promise<Vapid | undefined>;
  readonly now: () => Date;
}

/** Delay before a push: a burst collapses, and a notification that is read meanwhile is dropped. */
const waitMs = 15_000;
const insertSql = `
INSERT INTO delivery (id, channel, target, member_id, team_id, raised_at, due_at, position)
SELECT $1, 'push', s.id::text, s.member_id, $3, $4, $5, $7
FROM push_subscription s, sender_state
WHERE s.member_id = $2 AND s.vapid_key = $6 AND (send_after IS NULL OR send_after <= $4)
ON CONFLICT DO NOTHING`;

/** Marks a notification that digests leave out: its time is that of the source event, not that at which it was raised. */
const lateSql = `
INSERT INTO delivery (id, channel, target, member_id, state, result, raised_at, due_at)
SELECT $1, 'mail', 'late', member, 'dropped', 'late', $3, $3 FROM member_keys WHERE member = $2
ON CONFLICT DO NOTHING`;

/** Name of the reactor. */
export const deliver = "deliver";

/**
 * Inserts a row of `delivery` for each device of the recipient of a raised notification, and for messages to Discord.
 */
export const deliveryReactors = ({ pool, inboxes, messages, vapid, now }: DeliverDeps): Reactor[] => [
  {
    name: deliver,
    to: ["NotificationRaised", "SubjectPosted", "AnnouncementChanged"],
    async on(event) {
      const { type, data, occurredAt, checkpoint } = event;
      if (type === "SubjectPosted" || type === "AnnouncementChanged") {
        // One for a coming day is told when that day begins.
        if (type === "SubjectPosted" || now().getTime() - Date.parse(occurredAt) <= lateMs)
          await messages.on(event);
        return;
      }
      const raisedAt = new Date(occurredAt);
      const memberId = String(data["memberId"]);
      if (now().getTime() - Date.parse(String(data["sourceOccurredAt"])) > lateMs) {
        await pool.query(lateSql, [data["notificationId"], memberId, raisedAt]);
        return;
      }
      const key = await vapid();
      if (!key || !(await inboxes.wantsPush(memberId, String(data["kind"])))) return;
      const dueAt = new Date(raisedAt.getTime() + waitMs);
      const values = [
        data["notificationId"],
        memberId,
        data["teamId"] ?? null,
        raisedAt,
        dueAt,
        key.publicKey,
        checkpoint,
      ];
      await pool.query({ name: "deliver", text: insertSql, values });
    },
  },
];
