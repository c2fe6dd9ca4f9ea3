import { sql } from "kysely";
import type { DomainEvent, EventType } from "#contracts/events";
import type { NotificationKind } from "#contracts/inbox/api";
import { inboxLimits } from "#contracts/limits";
import { isBlank } from "#contracts/texts";
import { position } from "./position.ts";
import { type EventMeta, projection, type RowOf, type RowsOf, removeWhere, upsert } from "./projection.ts";

const columns = {
  event_id: "uuid",
  kind: "text",
  /** Id of the team, recruitment, article or thread within which notifications of the kind collapse. */
  target: "bigint",
  /** The only recipient; null if there may be several. */
  member_id: "uuid null",
  /** Members who are not told, or by a notification of another kind. */
  except_ids: "jsonb",
  occurred_at: "timestamptz",
  position: "text",
  /** The team of a comment; null for other events. */
  team_id: "bigint null",
  /** As in the notification, newest first; empty for the system. */
  actor_ids: "jsonb",
  /** How much it adds to the count of the notification. */
  counted: "integer",
  article_id: "bigint null",
  thread_id: "bigint null",
  day: "date null",
  change: "text null",
  reason: "text null",
} as const;
type SourceRow = RowOf<typeof columns>;

type DataOfComment = Extract<DomainEvent, { type: "CommentPosted" }>["data"];
type Told = Pick<SourceRow, "kind" | "target"> & { readonly kind: NotificationKind } & Partial<SourceRow>;

const told = (meta: EventMeta, actors: readonly string[], about: Told) =>
  upsert<SourceRow>({
    event_id: meta.eventId,
    occurred_at: meta.occurredAt,
    position: position(meta),
    actor_ids: actors.slice(0, inboxLimits.actors),
    counted: 1,
    member_id: null,
    except_ids: [],
    team_id: null,
    article_id: null,
    thread_id: null,
    day: null,
    change: null,
    reason: null,
    ...about,
  });

const roleChanged = (
  meta: EventMeta,
  actors: readonly string[],
  { teamId, ...about }: { teamId: number } & Pick<SourceRow, "member_id" | "change" | "reason">,
) => [told(meta, actors, { kind: "ROLE_CHANGED", target: teamId, ...about })];

const ofTeam: readonly NotificationKind[] = [
  "SUBJECT_POSTED",
  "ANNOUNCEMENT_CHANGED",
  "NEW_MEMBER",
  "ARTICLE_POSTED",
];
const personal: readonly EventType[] = ["ArticlePosted", "ApplicationSubmitted", "CommentPosted"];

/** Of a comment, each member is told once: of a mention, else as the article's author, else as a writer of the thread. */
function commented(comment: DataOfComment, meta: EventMeta) {
  const { articleId, articleAuthorId, authorId, commentId, threadId, teamId, mentionIds } = comment;
  const about = { article_id: articleId, thread_id: threadId, team_id: teamId };
  const isTold = articleAuthorId !== authorId && !mentionIds.includes(articleAuthorId);
  return [
    ...(isTold
      ? [told(meta, [authorId], { kind: "COMMENT", target: articleId, member_id: articleAuthorId, ...about })]
      : []),
    ...(threadId === commentId
      ? []
      : [
          told(meta, [authorId], {
            kind: "REPLY",
            target: threadId,
            except_ids: [articleAuthorId, ...mentionIds],
            ...about,
          }),
        ]),
  ];
}

/**
 * The source events of kinds that collapse, one row each whatever the number of recipients: a further event of a member
 * whom the notification names already appends nothing to the inboxes.
 */
export const inboxSources = projection({
  name: "inbox-sources",
  version: 3,
  table: {
    columns,
    key: ["event_id", "kind"],
    indexes: ["(kind, target, occurred_at)", "(member_id)", "(team_id)"],
  },
  handlers: {
    SubjectPosted: ({ teamId, authorId, date }, meta) => [
      told(meta, [authorId], { kind: "SUBJECT_POSTED", target: teamId, day: date }),
    ],
    AnnouncementChanged: ({ teamId, announcement }, meta) =>
      isBlank(announcement)
        ? []
        : [
            told(meta, meta.actor === "system" ? [] : [meta.actor], {
              kind: "ANNOUNCEMENT_CHANGED",
              target: teamId,
            }),
          ],
    MemberJoined: ({ teamId, memberId }, meta) => [
      told(meta, [memberId], { kind: "NEW_MEMBER", target: teamId }),
    ],
    ApplicantsAdmitted: ({ teamId, memberIds }, meta) => [
      told(meta, memberIds, { kind: "NEW_MEMBER", target: teamId, counted: memberIds.length }),
    ],
    ArticlePosted: ({ teamId, articleId, authorId, date }, meta) => [
      told(meta, [authorId], { kind: "ARTICLE_POSTED", target: teamId, article_id: articleId, day: date }),
    ],
    ApplicationSubmitted: ({ recruitmentId, applicantId }, meta) => [
      told(meta, [applicantId], { kind: "APPLICATION_SUBMITTED", target: recruitmentId }),
    ],
    CoManagerAdded: ({ teamId, memberId: member_id, addedBy, reason }, meta) =>
      roleChanged(meta, [addedBy], { teamId, member_id, change: "CO_MANAGER", reason }),
    ManagerDelegated: ({ teamId, fromId, toId: member_id, reason }, meta) =>
      roleChanged(meta, [fromId], { teamId, member_id, change: "DELEGATED", reason }),
    ManagerDemoted: ({ teamId, memberId: member_id, demotedBy, reason }, meta) =>
      roleChanged(meta, [demotedBy], { teamId, member_id, change: "DEMOTED", reason }),
    ManagerSucceeded: ({ teamId, memberId: member_id }, meta) =>
      roleChanged(meta, [], { teamId, member_id, change: "SUCCEEDED", reason: null }),
    CommentPosted: commented,
    // Notifications of role changes outlive their team.
    TeamDeleted: ({ teamId }) => [
      ...ofTeam.map((kind) => removeWhere<SourceRow>({ kind, target: teamId })),
      removeWhere<SourceRow>({ team_id: teamId }),
    ],
    RecruitmentDeleted: ({ recruitmentId }) => [
      removeWhere<SourceRow>({ kind: "APPLICATION_SUBMITTED", target: recruitmentId }),
    ],
    MemberWithdrawn: ({ memberId }) => [removeWhere<SourceRow>({ member_id: memberId })],
  },
  unopened: personal,
  touches: () => [],
});

/** The id within which a notification collapses. */
const targetOf = (row: "own" | "later") => {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  return sql`CASE ${column("kind")} WHEN 'COMMENT' THEN ${column("article_id")}
    WHEN 'REPLY' THEN ${column("thread_id")}
    ELSE coalesce(${column("recruitment_id")}, ${column("team_id")}) END`;
};

const collapseSeconds = inboxLimits.collapseMs / 1000;

/**
 * The newest source event of a notification (the row `own`) and the count of all: from its first one until the window
 * ends or the next notification begins, by members whom it names (spec/notifications.md rule 6).
 */
export const newestSource = sql`
  LEFT JOIN LATERAL (
    SELECT source.*, sum(source.counted) OVER ()::integer AS total
    FROM inbox_sources AS source
    WHERE source.kind = own.kind
      AND source.target = ${targetOf("own")}
      AND source.occurred_at >= own.first_at
      AND source.occurred_at < least(own.first_at + make_interval(secs => ${sql.lit(collapseSeconds)}), (
        SELECT min(later.first_at) FROM inbox AS later
        WHERE later.member_id = own.member_id AND later.kind = own.kind AND later.number > own.number
          AND later.first_at >= own.first_at
          AND later.first_at < own.first_at + make_interval(secs => ${sql.lit(collapseSeconds)})
          AND ${targetOf("later")} = ${targetOf("own")}))
      AND (source.member_id IS NULL OR source.member_id = own.member_id)
      AND NOT source.except_ids @> to_jsonb(own.member_id)
      AND own.actor_ids @> source.actor_ids
    ORDER BY source.occurred_at DESC, source.position DESC
    LIMIT 1
  ) AS newest ON true`;

const newer = (column: "occurred_at" | "article_id" | "thread_id" | "change" | "reason") =>
  sql`CASE WHEN newest.event_id IS NULL THEN own.${sql.ref(column)} ELSE newest.${sql.ref(column)} END AS ${sql.ref(column)}`;

/** The columns of `own` as its source events leave them, for a query with `newestSource`. */
export const asNewest = sql`
  own.notification_id, own.member_id, own.number, own.kind, own."right", own.team_id, own.recruitment_id,
  own.team_name, own.is_read, greatest(own.count, newest.total) AS count,
  ${newer("occurred_at")}, ${newer("article_id")}, ${newer("thread_id")},
  coalesce(newest.day, own.day) AS day, ${newer("change")}, ${newer("reason")},
  CASE WHEN newest.event_id IS NULL THEN own.actor_ids
    ELSE newest.actor_ids || (own.actor_ids - ARRAY(SELECT jsonb_array_elements_text(newest.actor_ids)))
  END AS actor_ids`;

declare module "./database.ts" {
  interface ReadModels {
    inbox_sources: RowsOf<typeof inboxSources>;
  }
}
