import type { DomainEvent, EventType } from "#contracts/events";
import type { NotificationKind } from "#contracts/inbox/api";
import type { EventStore, RecordedEvent } from "../event-store/event-store.ts";
import { recruitersOf } from "../recruitment/facts.ts";
import { isManager, isMember, type Roster, rosterOf, teamBefore } from "../team/facts.ts";
import type { Notice } from "./inbox.ts";

type About = Partial<
  Pick<
    Notice,
    | "teamName"
    | "teamId"
    | "recruitmentId"
    | "articleId"
    | "threadId"
    | "webhookId"
    | "day"
    | "change"
    | "reason"
  >
>;

/** A kind of notification that a source event raises, and its recipients. */
export interface Announcement extends About {
  readonly kind: NotificationKind;
  readonly recipients: readonly string[];
  /** Uuid of the acting member; null for the system. */
  readonly actor: string | null;
  /** Members whom the sentence names instead of the acting one, newest first. */
  readonly actorIds?: readonly string[];
}

export interface RecipientDeps {
  readonly store: EventStore;
  /** The members who have switched on a kind that is off by default. */
  readonly choosing: (kind: NotificationKind, memberIds: readonly string[]) => Promise<readonly string[]>;
}

type DataOf<T extends EventType> = Extract<DomainEvent, { type: T }>["data"];
type Announce<T extends EventType> = (
  data: DataOf<T>,
  event: RecordedEvent,
  deps: RecipientDeps,
) => Promise<Announcement[]>;

interface Source<T extends EventType> {
  readonly kinds: readonly NotificationKind[];
  readonly announce: Announce<T>;
}
const source = <T extends EventType>(
  kind: NotificationKind | readonly NotificationKind[],
  announce: Announce<T>,
): Source<T> => ({ kinds: typeof kind === "string" ? [kind] : kind, announce });

const members = async ({ store }: RecipientDeps, teamId: number) => [
  ...(await rosterOf(store, teamId)).members.keys(),
];
const withRole = (roster: Roster, isOne: typeof isMember) =>
  [...roster.members.keys()].filter((uuid) => isOne(roster, uuid));
const actorOf = ({ meta }: RecordedEvent) => (meta.actor === "system" ? null : meta.actor);

/** Recipients are those who were members before the event and still are. */
async function newMembers(
  teamId: number,
  [actor, ...actorIds]: readonly [actor: string, ...joined: string[]],
  event: RecordedEvent,
  { store }: RecipientDeps,
): Promise<Announcement> {
  const [{ roster }, now] = await Promise.all([teamBefore(store, event), rosterOf(store, teamId)]);
  const recipients = withRole(roster, (_, uuid) => isMember(now, uuid));
  return { kind: "NEW_MEMBER", recipients, actor, actorIds, teamId };
}

const roleChanged = (
  recipient: string,
  actor: string | null,
  about: Pick<Announcement, "teamId" | "change" | "reason">,
): Announcement[] => [{ kind: "ROLE_CHANGED", recipients: [recipient], actor, ...about }];

/** Kinds and recipients by type of source event (spec/notifications.md §2). */
const sources: { readonly [T in EventType]?: Source<T> } = {
  SubjectPosted: source("SUBJECT_POSTED", async ({ teamId, authorId, date }, _, deps) => [
    { kind: "SUBJECT_POSTED", recipients: await members(deps, teamId), actor: authorId, teamId, day: date },
  ]),
  AnnouncementChanged: source("ANNOUNCEMENT_CHANGED", async ({ teamId, announcement }, event, deps) =>
    announcement.trim() === ""
      ? []
      : [
          {
            kind: "ANNOUNCEMENT_CHANGED",
            recipients: await members(deps, teamId),
            actor: actorOf(event),
            teamId,
          },
        ],
  ),
  MemberJoined: source("NEW_MEMBER", async ({ teamId, memberId }, event, deps) => [
    await newMembers(teamId, [memberId, memberId], event, deps),
  ]),
  ApplicantsAdmitted: source(
    ["APPLICATION_ACCEPTED", "NEW_MEMBER"],
    async ({ teamId, memberIds, admittedBy }, event, deps) => [
      { kind: "APPLICATION_ACCEPTED", recipients: memberIds, actor: admittedBy, teamId },
      await newMembers(teamId, [admittedBy, ...memberIds], event, deps),
    ],
  ),
  ArticlePosted: source("ARTICLE_POSTED", async ({ teamId, articleId, authorId, date }, _, deps) => {
    const recipients = await deps.choosing("ARTICLE_POSTED", await members(deps, teamId));
    return [{ kind: "ARTICLE_POSTED", recipients, actor: authorId, teamId, articleId, day: date }];
  }),
  ApplicationSubmitted: source(
    "APPLICATION_SUBMITTED",
    async ({ recruitmentId, applicantId }, _, { store }) => [
      {
        kind: "APPLICATION_SUBMITTED",
        recipients: await recruitersOf(store, recruitmentId),
        actor: applicantId,
        recruitmentId,
      },
    ],
  ),
  ApplicationRemoved: source("APPLICATION_REMOVED", async ({ recruitmentId, applicantId, removedBy }) => [
    { kind: "APPLICATION_REMOVED", recipients: [applicantId], actor: removedBy, recruitmentId },
  ]),
  RecruitmentClosed: source("RECRUITMENT_CLOSED", async ({ recruitmentId, changedBy, applicantIds }) => [
    { kind: "RECRUITMENT_CLOSED", recipients: applicantIds, actor: changedBy, recruitmentId },
  ]),
  RecruitmentDeleted: source("RECRUITMENT_DELETED", async ({ recruitmentId, applicantIds }, event) => [
    { kind: "RECRUITMENT_DELETED", recipients: applicantIds, actor: actorOf(event), recruitmentId },
  ]),
  CoManagerAdded: source("ROLE_CHANGED", async ({ teamId, memberId, addedBy, reason }) =>
    roleChanged(memberId, addedBy, { teamId, change: "CO_MANAGER", reason }),
  ),
  ManagerDelegated: source("ROLE_CHANGED", async ({ teamId, fromId, toId, reason }) =>
    roleChanged(toId, fromId, { teamId, change: "DELEGATED", reason }),
  ),
  ManagerDemoted: source("ROLE_CHANGED", async ({ teamId, memberId, demotedBy, reason }) =>
    roleChanged(memberId, demotedBy, { teamId, change: "DEMOTED", reason }),
  ),
  ManagerSucceeded: source("ROLE_CHANGED", async ({ teamId, memberId }) =>
    roleChanged(memberId, null, { teamId, change: "SUCCEEDED" }),
  ),
  MemberKicked: source("KICKED", async ({ teamId, memberId, kickedBy, reason }) => [
    { kind: "KICKED", recipients: [memberId], actor: kickedBy, teamId, reason },
  ]),
  EntryPasswordChanged: source("ENTRY_PASSWORD_CHANGED", async ({ teamId }, event, { store }) => [
    {
      kind: "ENTRY_PASSWORD_CHANGED",
      recipients: withRole(await rosterOf(store, teamId), isManager),
      actor: actorOf(event),
      teamId,
    },
  ]),
  TeamDeleted: source("TEAM_DELETED", async ({ teamId }, event, { store }) => {
    const { roster, name: teamName } = await teamBefore(store, event);
    const recipients = [...roster.members.keys()];
    return [{ kind: "TEAM_DELETED", recipients, actor: actorOf(event), teamId, teamName }];
  }),
};

export const sourceTypes = Object.keys(sources) as EventType[];

/** The kinds that an event may raise. */
export const kindsOfSource = (type: string): readonly NotificationKind[] =>
  sources[type as EventType]?.kinds ?? [];

/** The announcements of an event; the acting member is never among the recipients. */
export async function announcementsOf(event: RecordedEvent, deps: RecipientDeps): Promise<Announcement[]> {
  const found = sources[event.type as EventType] as Source<EventType> | undefined;
  const announced = (await found?.announce(event.data as never, event, deps)) ?? [];
  return announced.map((each) => ({
    ...each,
    recipients: [...new Set(each.recipients)].filter((uuid) => uuid !== each.actor),
  }));
}

/** Fields that a kind does not have. */
const nothing = {
  teamName: null,
  teamId: null,
  recruitmentId: null,
  articleId: null,
  threadId: null,
  webhookId: null,
  day: null,
  change: null,
  reason: null,
} satisfies About;

/** The notice of an announcement for one recipient. */
export function noticeFor(
  memberId: string,
  notificationId: string,
  { recipients: _, actor, actorIds, ...about }: Announcement,
  event: RecordedEvent,
): Notice {
  return {
    ...nothing,
    ...about,
    memberId,
    notificationId,
    sourceEventId: event.eventId,
    sourceOccurredAt: event.occurredAt,
    actorIds: [...(actorIds ?? (actor === null ? [] : [actor]))],
  };
}
