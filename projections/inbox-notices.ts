import { sql } from "kysely";
import { isNotificationKind } from "#contracts/inbox/api";
import { sentenceParts, sentenceText } from "#contracts/inbox/kinds";
import { channelsOf, defaultSettings, type InboxSettings } from "#contracts/inbox/settings";
import type { ReadModelsDatabase } from "./database.ts";
import {
  deletedNames,
  factsOf,
  hasThread,
  type InboxRow,
  type LinkRow,
  linkOf,
  mayBeSeen,
} from "./inbox-page.ts";
import { asNewest, newestSource } from "./inbox-sources.ts";
import { nameOf } from "./people.ts";
import { prepared } from "./prepared.ts";
import { dayOfTeam, daysByEnd } from "./team-days.ts";

/**
 * The text of a notification for push and mail, or the reason why it is not sent
 * (spec/notifications.md rules 9, 10 and 13).
 */
type SentNotice =
  | { readonly drop: "read" | "right" | "muted" | "gone-target" | "done" }
  | { readonly drop?: undefined; readonly teamName: string | null; readonly text: string };

interface NoticeRow
  extends Pick<
      InboxRow,
      "notification_id" | "kind" | "count" | "actor_ids" | "change" | "team_name" | "was_read"
    >,
    LinkRow {
  readonly may_be_seen: boolean;
  readonly kinds: InboxSettings["kinds"];
  readonly is_subject: boolean;
  /** Whether the day of a reminder runs, and its member neither wrote nor has a rest. */
  readonly is_awaited: boolean;
  readonly actor_name: string | null;
}

/** Whether the recipient neither wrote on the day of a notification nor has a rest on it. */
const isUnwritten = sql<boolean>`NOT EXISTS (
    SELECT FROM team_writers AS written
    WHERE written.team_id = own.team_id AND written.date = own.day AND written.author_id = own.member_id
      AND written.deleted_at IS NULL)
  AND NOT EXISTS (
    SELECT FROM attendance
    WHERE attendance.team_id = own.team_id AND attendance.member_id = own.member_id AND attendance.date = own.day)`;

interface Asked {
  readonly notificationIds: readonly string[];
  /** Of `daysByEnd`. */
  readonly days: string;
}

const noticesOf = prepared((db, { notificationIds, days }: Asked) => ({
  compile: () =>
    sql<NoticeRow>`
      SELECT own.*, own.is_read OR own.number <= settings.read_up_to AS was_read, settings.kinds,
        ${mayBeSeen} AS may_be_seen, team_page.name AS name_of_team,
        recruitment_detail.recruitment_id IS NOT NULL AS is_recruitment,
        team_articles.article_id IS NOT NULL AS is_article, ${hasThread("own")} AS is_thread,
        team_calendar.subject_id IS NOT NULL AS is_subject, actor.name AS actor_name,
        own.day = ${dayOfTeam(days)} AND ${isUnwritten} AS is_awaited
      FROM (
        SELECT ${asNewest} FROM inbox AS own ${newestSource}
        WHERE own.notification_id = ANY (${notificationIds}::uuid[])
      ) AS own
      JOIN inbox_settings AS settings ON settings.member_id = own.member_id
      LEFT JOIN team_page ON team_page.team_id = own.team_id
      LEFT JOIN recruitment_detail ON recruitment_detail.recruitment_id = own.recruitment_id
      LEFT JOIN team_articles ON team_articles.article_id = own.article_id
      LEFT JOIN team_calendar ON team_calendar.team_id = own.team_id AND team_calendar.date = own.day
      LEFT JOIN member_card AS actor ON actor.uuid = (own.actor_ids->>0)::uuid`.compile(db),
}));

/** By notificationId; unknown ids are absent. Texts contain no titles of recruitments and no reasons. */
export async function readNotices(
  db: ReadModelsDatabase,
  notificationIds: readonly string[],
  { channel, now }: { readonly channel: "push" | "mail"; readonly now: Date },
): Promise<ReadonlyMap<string, SentNotice>> {
  const rows = await noticesOf(db, { notificationIds, days: daysByEnd(now) });
  return new Map(rows.map((row) => [row.notification_id, notice(row, channel)]));
}

function notice(row: NoticeRow, channel: "push" | "mail"): SentNotice {
  const { kind } = row;
  if (!row.may_be_seen || !isNotificationKind(kind)) return { drop: "right" };
  if (row.was_read) return { drop: "read" };
  if (!channelsOf(kind, row)[channel]) return { drop: "muted" };
  if (kind === "WRITE_REMINDER" && !row.is_awaited) return { drop: "done" };
  const isProblemGone = kind === "SUBJECT_POSTED" && !row.is_subject;
  // A digest also lists notifications whose target is deleted.
  if (channel === "push" && (isProblemGone || linkOf(kind, row) === null)) return { drop: "gone-target" };
  const parts = sentenceParts(kind, factsOf(row), {
    team: row.team_name ?? row.name_of_team ?? deletedNames.team,
    actor: nameOf({ name: row.actor_name, image_url: null }),
  });
  return { teamName: row.name_of_team, text: sentenceText(parts) };
}

interface SendingSettings extends Pick<InboxSettings, "kinds" | "quiet" | "digest"> {
  readonly memberId: string;
}

const settingsOfMembers = prepared((db, { memberIds }: { memberIds: readonly string[] }) =>
  db
    .selectFrom("inbox_settings")
    .select(["member_id", "kinds", "quiet", "digest"])
    .where(sql<boolean>`member_id = ANY (${memberIds}::uuid[])`),
);

/** Channels, quiet hours and digests of these members; the defaults for members without changes. */
export async function readSendingSettings(
  db: ReadModelsDatabase,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, Omit<SendingSettings, "memberId">>> {
  const rows = await settingsOfMembers(db, { memberIds });
  const found = new Map(rows.map((row) => [row.member_id, row as Omit<SendingSettings, "memberId">]));
  return new Map(memberIds.map((member) => [member, found.get(member) ?? defaultSettings]));
}
