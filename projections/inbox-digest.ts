import { sql } from "kysely";
import type { ReadModelsDatabase } from "./database.ts";
import { readNotices } from "./inbox-notices.ts";
import { prepared } from "./prepared.ts";

const inSpan = prepared(
  (db, { memberId, since, until }: { memberId: string; since: string; until: string }) =>
    db
      .selectFrom("inbox")
      .select("notification_id")
      .where("member_id", "=", memberId)
      .where(sql<boolean>`occurred_at >= ${since}::timestamptz AND occurred_at < ${until}::timestamptz`)
      .orderBy("number", "desc"),
);

/** The notifications of a member that a digest lists, newest first (spec/notifications.md rules 12 and 13). */
export async function readDigest(
  db: ReadModelsDatabase,
  { memberId, since, until }: { readonly memberId: string; readonly since: Date; readonly until: Date },
): Promise<{ notificationId: string; text: string }[]> {
  const rows = await inSpan(db, { memberId, since: since.toISOString(), until: until.toISOString() });
  const ids = rows.map(({ notification_id }) => notification_id);
  const notices = await readNotices(db, ids, { channel: "mail", now: until });
  return ids.flatMap((notificationId) => {
    const notice = notices.get(notificationId);
    return notice && notice.drop === undefined ? [{ notificationId, text: notice.text }] : [];
  });
}

const digesting = prepared((db, _: object) =>
  db
    .selectFrom("inbox_settings")
    .select(["member_id", "digest", "digest_since"])
    .where("digest", "<>", "off"),
);

/** Members who have chosen digests by mail, and the time of their choice. */
export async function readDigestMembers(
  db: ReadModelsDatabase,
): Promise<{ memberId: string; digest: "daily" | "weekly"; since: Date }[]> {
  const rows = await digesting(db, {});
  return rows.map(({ member_id, digest, digest_since }) => ({
    memberId: member_id,
    digest: digest as "daily" | "weekly",
    since: new Date(digest_since ?? 0),
  }));
}
