import { sql } from "kysely";
import { seoulIsoWithOffset } from "#contracts/dates";
import type { DataOf } from "#contracts/endpoint";
import { defaultTeamPicture } from "#contracts/images/api";
import {
  type getNotifications,
  type InboxFilter,
  type InboxGroup,
  type Notification,
  type NotificationKind,
  notificationKinds,
} from "#contracts/inbox/api";
import { kinds, type SentenceFacts, sentenceParts, sentenceText } from "#contracts/inbox/kinds";
import { inboxLimits, limits } from "#contracts/limits";
import type { ReadModelsDatabase } from "./database.ts";
import { asNewest, newestSource } from "./inbox-sources.ts";
import { nameOf, pictureOf } from "./people.ts";
import { prepared } from "./prepared.ts";

export const deletedNames = { team: "삭제된 팀", recruitment: "삭제된 모집글" } as const;

interface InboxParams {
  readonly memberId: string;
  readonly now: Date;
}

interface PageParams extends InboxParams {
  readonly filter: InboxFilter;
  readonly group: InboxGroup;
  readonly before: number | undefined;
  readonly size: number;
}

/** spec/notifications.md §5: the member's own inbox, newest first. */
export async function readInbox(
  db: ReadModelsDatabase,
  params: PageParams,
): Promise<DataOf<typeof getNotifications>> {
  const own = ownOf(params);
  const [rows, counted, [state]] = await Promise.all([
    rowsOf(db, {
      ...own,
      kinds: kindsOf(params.group),
      isUnread: params.filter === "unread",
      before: Math.min(params.before ?? lastNumber, lastNumber),
      // One row beyond the page shows whether there is a next page.
      most: params.size + 1,
    }),
    unreadByKind(db, own),
    latestOf(db, own),
  ]);
  const page = rows.slice(0, params.size);
  const unreadOf = (group: InboxGroup) => {
    const shown: readonly string[] = kindsOf(group);
    const all = counted.filter(({ kind }) => shown.includes(kind));
    return Math.min(
      all.reduce((sum, { unread }) => sum + unread, 0),
      limits.unreadCounted,
    );
  };
  return {
    content: page.map(notification),
    next: rows.length > page.length ? (page.at(-1)?.number ?? null) : null,
    latest: state?.latest ?? 0,
    unread: {
      all: unreadOf("all"),
      team: unreadOf("team"),
      recruit: unreadOf("recruit"),
      account: unreadOf("account"),
    },
  };
}

/** The number of unread notifications, up to 100, and the number of the latest one. */
export async function countUnread(db: ReadModelsDatabase, params: InboxParams) {
  const [row] = await unreadAndLatest(db, ownOf(params));
  return row ?? { unread: 0, latest: 0 };
}

/** Which of these notifications are in the member's inbox. */
export async function findNotifications(
  db: ReadModelsDatabase,
  params: InboxParams & { readonly notificationIds: readonly string[] },
) {
  const rows = await found(db, { ...ownOf(params), notificationIds: params.notificationIds });
  return rows.map(({ notification_id, number, is_read }) => ({
    notificationId: notification_id,
    number,
    isRead: is_read,
  }));
}

const kindsOf = (group: InboxGroup): NotificationKind[] =>
  notificationKinds.filter((kind) => group === "all" || kinds[kind].group.toLowerCase() === group);

interface Own {
  readonly memberId: string;
  /** Earlier notifications are not shown. */
  readonly since: string;
}

const ownOf = ({ memberId, now }: InboxParams): Own => ({
  memberId,
  since: new Date(now.getTime() - inboxLimits.shownDays * 86_400_000).toISOString(),
});

/** Whether the recipient of a notification (the row `own`) currently has the right to see it. */
export const mayBeSeen = sql<boolean>`
  CASE own."right"
    WHEN 'member' THEN EXISTS (
      SELECT FROM my_teams WHERE my_teams.member_id = own.member_id AND my_teams.team_id = own.team_id)
    WHEN 'manager' THEN EXISTS (
      SELECT FROM my_teams
      WHERE my_teams.member_id = own.member_id AND my_teams.team_id = own.team_id AND my_teams.role = 'MANAGER')
    WHEN 'recruiter' THEN EXISTS (
      SELECT FROM recruitment_detail
      WHERE recruitment_detail.recruitment_id = own.recruitment_id AND (
        recruitment_detail.author_id = own.member_id OR EXISTS (
          SELECT FROM my_teams
          WHERE my_teams.member_id = own.member_id AND my_teams.team_id = recruitment_detail.team_id
            AND my_teams.role = 'MANAGER')))
    ELSE true
  END`;

/**
 * The newest notifications of a member that may be shown, with their read state. Rights are checked again, because a
 * notification may be raised while its recipient leaves the team.
 */
const shown = ({ memberId, since }: Own, onlyAboveMark = false) => sql`
  (
    SELECT own.*, own.is_read OR own.number <= settings.read_up_to AS was_read
    FROM inbox_settings AS settings
    CROSS JOIN LATERAL (
      SELECT * FROM inbox
      WHERE inbox.member_id = ${memberId}::uuid ${onlyAboveMark ? sql`AND inbox.number > settings.read_up_to` : sql``}
      ORDER BY inbox.number DESC
      LIMIT ${inboxLimits.shown}
    ) AS own
    WHERE settings.member_id = ${memberId}::uuid
      AND own.occurred_at > ${since}::timestamptz
      AND ${mayBeSeen}
  )`;

export interface InboxRow {
  readonly notification_id: string;
  readonly number: number;
  readonly kind: string;
  readonly occurred_at: string;
  readonly count: number;
  readonly actor_ids: readonly string[];
  readonly team_id: number | null;
  readonly recruitment_id: number | null;
  readonly article_id: number | null;
  readonly thread_id: number | null;
  readonly day: string | null;
  readonly change: string | null;
  readonly team_name: string | null;
  readonly reason: string | null;
  readonly was_read: boolean;
  readonly name_of_team: string | null;
  readonly picture_of_team: string | null;
  readonly is_recruitment: boolean;
  readonly title: string | null;
  readonly is_article: boolean;
  readonly is_thread: boolean;
  readonly first_name: string | null;
  readonly first_picture: string | null;
  readonly second_name: string | null;
  readonly second_picture: string | null;
}

/** Whether the thread of a notification has a comment that is neither deleted nor of a withdrawn member. */
export const hasThread = (row: "own" | "shown") => sql<boolean>`EXISTS (
  SELECT FROM discussion AS comment
  WHERE comment.article_id = ${sql.ref(`${row}.article_id`)} AND comment.thread_id = ${sql.ref(`${row}.thread_id`)}
    AND comment.deleted_by IS NULL AND comment.sealed IS NOT NULL)`;

/** The largest `integer` of PostgreSQL. */
const lastNumber = 2 ** 31 - 1;

interface RowsParams extends Own {
  readonly kinds: readonly string[];
  readonly isUnread: boolean;
  readonly before: number;
  readonly most: number;
}

const rowsOf = prepared((db, { kinds: shownKinds, isUnread, before, most, memberId, since }: RowsParams) => ({
  compile: () =>
    sql<InboxRow>`
      SELECT shown.*, team_page.name AS name_of_team, team_page.image_url AS picture_of_team,
        recruitment_detail.recruitment_id IS NOT NULL AS is_recruitment, recruitment_detail.title,
        team_articles.article_id IS NOT NULL AS is_article, ${hasThread("shown")} AS is_thread,
        first.name AS first_name, first.image_url AS first_picture,
        second.name AS second_name, second.image_url AS second_picture
      FROM (
        SELECT ${asNewest}, own.was_read
        FROM (
          SELECT * FROM ${shown({ memberId, since })} AS shown
          WHERE shown.number < ${before}::integer
            AND shown.kind = ANY (${shownKinds}::text[])
            AND NOT (${isUnread}::boolean AND shown.was_read)
          ORDER BY shown.number DESC
          LIMIT ${most}::integer
        ) AS own
        ${newestSource}
      ) AS shown
      LEFT JOIN team_page ON team_page.team_id = shown.team_id
      LEFT JOIN recruitment_detail ON recruitment_detail.recruitment_id = shown.recruitment_id
      LEFT JOIN team_articles ON team_articles.article_id = shown.article_id
      LEFT JOIN member_card AS first ON first.uuid = (shown.actor_ids->>0)::uuid
      LEFT JOIN member_card AS second ON second.uuid = (shown.actor_ids->>1)::uuid
      ORDER BY shown.number DESC`.compile(db),
}));

const unreadByKind = prepared((db, { memberId, since }: Own) => ({
  compile: () =>
    sql<{ kind: string; unread: number }>`
      SELECT kind, count(*)::integer AS unread FROM ${shown({ memberId, since }, true)} AS shown
      WHERE NOT was_read GROUP BY kind`.compile(db),
}));

const latestOf = prepared((db, { memberId }: { memberId: string }) =>
  db.selectFrom("inbox_settings").select("latest").where("member_id", "=", memberId),
);

const unreadAndLatest = prepared((db, { memberId, since }: Own) => ({
  compile: () =>
    sql<{ unread: number; latest: number }>`
      SELECT latest, (
        SELECT count(*)::integer FROM (
          SELECT FROM ${shown({ memberId, since }, true)} AS shown WHERE NOT was_read LIMIT ${limits.unreadCounted}
        ) AS unread
      ) AS unread
      FROM inbox_settings WHERE member_id = ${memberId}::uuid`.compile(db),
}));

const found = prepared(
  (db, { memberId, since, notificationIds }: Own & { notificationIds: readonly string[] }) => ({
    compile: () =>
      sql<{ notification_id: string; number: number; is_read: boolean }>`
        SELECT notification_id, number, was_read AS is_read FROM ${shown({ memberId, since })} AS shown
        WHERE notification_id = ANY (${notificationIds}::uuid[])`.compile(db),
  }),
);

export const factsOf = (row: Pick<InboxRow, "count" | "actor_ids" | "day" | "change">): SentenceFacts => ({
  count: row.count,
  others: Math.max(0, row.actor_ids.length - 1),
  day: row.day,
  change: row.change,
});

function notification(row: InboxRow): Notification {
  // Kinds that this release does not know are omitted.
  const kind = row.kind as NotificationKind;
  const { group } = kinds[kind];
  const people = [
    { name: row.first_name, image_url: row.first_picture },
    { name: row.second_name, image_url: row.second_picture },
  ].slice(0, row.actor_ids.length);
  const parts = sentenceParts(kind, factsOf(row), {
    team: row.team_name ?? row.name_of_team ?? deletedNames.team,
    actor: nameOf(people[0] ?? { name: null, image_url: null }),
    title: row.title ?? deletedNames.recruitment,
  });
  return {
    notificationId: row.notification_id,
    number: row.number,
    kind,
    group,
    isRead: row.was_read,
    occurredAt: seoulIsoWithOffset(new Date(row.occurred_at)),
    count: row.count,
    text: sentenceText(parts),
    parts,
    note: row.reason || null,
    link: linkOf(kind, row),
    actors: people.map((person) => ({ memberName: nameOf(person), imageUrl: pictureOf(person) })),
    team:
      row.team_id === null || row.name_of_team === null
        ? null
        : {
            teamId: row.team_id,
            teamName: row.name_of_team,
            imageUrl: row.picture_of_team ?? defaultTeamPicture,
          },
  };
}

export type LinkRow = Pick<
  InboxRow,
  | ("name_of_team" | "is_recruitment" | "is_article" | "is_thread")
  | ("team_id" | "recruitment_id" | "article_id" | "thread_id" | "day")
>;

/** Null if its target is deleted. */
export function linkOf(kind: NotificationKind, row: LinkRow): string | null {
  const { leadsTo, link } = kinds[kind];
  const isThere = {
    team: row.name_of_team !== null,
    recruitment: row.is_recruitment,
    article: row.is_article,
    thread: row.is_thread,
  };
  if (leadsTo !== undefined && !isThere[leadsTo]) return null;
  const { team_id: teamId, recruitment_id: recruitmentId } = row;
  const { article_id: articleId, thread_id: threadId, day } = row;
  return link({ teamId, recruitmentId, articleId, threadId, day });
}
