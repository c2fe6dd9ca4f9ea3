import type { EventType } from "#contracts/events";
import { keyedBy, patch, projection, type RowOf, type RowsOf, removeWhere, upsert } from "./projection.ts";

const columns = {
  notification_id: "uuid",
  member_id: "uuid",
  number: "integer",
  kind: "text",
  /** The right needed to see it: `member`, `manager`, `recruiter` or `self`. */
  right: "text",
  /** Time of the first source event. */
  first_at: "timestamptz",
  /** Time of the newest source event that was appended; inbox-sources knows later ones. */
  occurred_at: "timestamptz",
  count: "integer",
  /** Newest first. */
  actor_ids: "jsonb",
  team_id: "bigint null",
  recruitment_id: "bigint null",
  article_id: "bigint null",
  thread_id: "bigint null",
  day: "date null",
  change: "text null",
  /** The last name of a deleted team. */
  team_name: "text null",
  reason: "text null",
  /** Read individually; `read_up_to` of inbox-settings marks all up to a number. */
  is_read: "boolean",
} as const;
type NotificationRow = RowOf<typeof columns>;

/** Removes notifications that a member may no longer see after leaving a team or its management. */
const lost = (member_id: string, team_id: number, ...rights: ("member" | "manager")[]) =>
  rights.map((right) => removeWhere<NotificationRow>({ member_id, team_id, right }));

/** The notifications of a member (spec/notifications.md §4). Readers join names and titles. */
export const inbox = projection({
  name: "inbox",
  version: 3,
  table: {
    columns,
    key: ["notification_id"],
    indexes: ["(member_id, number DESC)", "(member_id, first_at)", "(team_id)", "(recruitment_id)"],
  },
  handlers: {
    // Without a key the recipient has withdrawn: see team-articles.
    NotificationRaised: (raised, { sealed }) =>
      sealed === null
        ? []
        : [
            upsert({
              notification_id: raised.notificationId,
              member_id: raised.memberId,
              number: raised.number,
              kind: raised.kind,
              right: raised.right,
              first_at: raised.sourceOccurredAt,
              occurred_at: raised.sourceOccurredAt,
              count: raised.kind === "NEW_MEMBER" ? raised.actorIds.length : 1,
              actor_ids: raised.actorIds,
              team_id: raised.teamId,
              recruitment_id: raised.recruitmentId,
              article_id: raised.articleId,
              thread_id: raised.threadId,
              day: raised.day,
              change: raised.change,
              team_name: raised.teamName,
              reason: raised.reason,
              is_read: false,
            }),
          ],
    NotificationCollapsed: ({
      notificationId,
      number,
      sourceOccurredAt,
      count,
      actorIds,
      articleId,
      threadId,
      day,
    }) => [
      patch(
        { notification_id: notificationId },
        {
          number,
          occurred_at: sourceOccurredAt,
          count,
          actor_ids: actorIds,
          article_id: articleId,
          thread_id: threadId,
          day,
        },
      ),
    ],
    NotificationsRead: ({ notificationIds }) =>
      notificationIds.map((notification_id) =>
        patch<NotificationRow>({ notification_id }, { is_read: true }),
      ),
    MemberLeft: ({ teamId, memberId }) => lost(memberId, teamId, "member", "manager"),
    MemberKicked: ({ teamId, memberId }) => lost(memberId, teamId, "member", "manager"),
    ManagerDemoted: ({ teamId, memberId }) => lost(memberId, teamId, "manager"),
    ManagerDelegated: ({ teamId, fromId }) => lost(fromId, teamId, "manager"),
    TeamDeleted: ({ teamId }) => [
      removeWhere<NotificationRow>({ team_id: teamId, right: "member" }),
      removeWhere<NotificationRow>({ team_id: teamId, right: "manager" }),
    ],
    RecruitmentDeleted: ({ recruitmentId }) => [
      removeWhere<NotificationRow>({ recruitment_id: recruitmentId, right: "recruiter" }),
    ],
    MemberWithdrawn: ({ memberId }) => [removeWhere<NotificationRow>({ member_id: memberId })],
  },
  // The event that deletes a team or recruitment does not name the members whose rows it removes: touched.ts looks them
  // up.
  touches: (event) => (event.type === "ManagerDelegated" ? [event.data.fromId] : ofMember(event)),
});

const ownEvents: readonly EventType[] = [
  "NotificationRaised",
  "NotificationCollapsed",
  "NotificationsRead",
  "InboxRead",
];
const ofMember = keyedBy("memberId", [
  ...ownEvents,
  "MemberLeft",
  "MemberKicked",
  "ManagerDemoted",
  "MemberWithdrawn",
]);

declare module "./database.ts" {
  interface ReadModels {
    inbox: RowsOf<typeof inbox>;
  }
}
