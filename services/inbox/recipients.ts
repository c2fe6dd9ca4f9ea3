import type { DomainEvent, EventType } from "#contracts/events";
import type { NotificationKind } from "#contracts/inbox/api";
import { limits } from "#contracts/limits";
import { isBlank } from "#contracts/texts";
import { dateOfArticle } from "../article/facts.ts";
import { discussionOf, writersIn } from "../discussion/facts.ts";
import type { EventStore, RecordedEvent } from "../event-store/event-store.ts";
import { recruitersOf } from "../recruitment/facts.ts";
import { isManager, isMember, type Roster, rosterOf, teamBefore } from "../team/facts.ts";
import type { Notice } from "./inbox.ts";

type About = Partial<
  Pick<
    Notice,
    "teamName" | "teamId" | "recruitmentId" | "articleId" | "threadId" | "day" | "change" | "reason"
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

export interface TeamSizes {
  /** Number of members besides the acting one in a team. */
  readonly others: (teamId: number) => Promise<number>;
  /** Number of members whom an article tells: those who have switched articles on, and a reviewer. */
  readonly ofArticle: (teamId: number) => Promise<number>;
  /** Number of writers in a thread of an article. */
  readonly writers: (articleId: number, threadId: number) => Promise<number>;
}
/** How many notifications an event causes at most, for the quota of the member who causes it. */
type Reach<T extends EventType> = (data: DataOf<T>, sizes: TeamSizes) => number | Promise<number>;

interface Source<T extends EventType> {
  readonly kinds: readonly NotificationKind[];
  readonly announce: Announce<T>;
  readonly reach: Reach<T> | undefined;
}
const source = <T extends EventType>(
  kind: NotificationKind | readonly NotificationKind[],
  reach: Reach<T> | undefined,
  announce: Announce<T>,
): Source<T> => ({ kinds: typeof kind === "string" ? [kind] : kind, announce, reach });

const one = () => 1;
/** Ends a team, a recruitment or a membership, which happens once: it must not be refused because of earlier events. */
const unlimited = undefined;
/** Caused by a reactor, and counted with the article of the member who causes it. */
const countedBefore = undefined;
const ofTeam = ({ teamId }: { readonly teamId: number }, { others }: TeamSizes) => others(teamId);

const members = async ({ store }: RecipientDeps, teamId: number) => [
  ...(await rosterOf(store, teamId)).members.keys(),
];
/** The members of a team who have switched articles on. */
export const readersOf = async (deps: RecipientDeps, teamId: number) =>
  deps.choosing("ARTICLE_POSTED", await members(deps, teamId));
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

/** An article with the present members of its team among others; undefined if it does not exist any more. */
async function placeOf(
  store: EventStore,
  { articleId, teamId }: { readonly articleId: number; readonly teamId: number },
) {
  const [day, roster] = await Promise.all([dateOfArticle(store, articleId), rosterOf(store, teamId)]);
  if (day === undefined) return undefined;
  return {
    about: { teamId, articleId, day },
    present: (uuids: readonly string[]) => uuids.filter((uuid) => isMember(roster, uuid)),
  };
}

/** Each member is told of a comment once, by the first kind that fits (spec/discussion.md §4). */
async function announceComment(
  { articleId, teamId, authorId, articleAuthorId, threadId, mentionIds }: DataOf<"CommentPosted">,
  _: RecordedEvent,
  { store }: RecipientDeps,
): Promise<Announcement[]> {
  const place = await placeOf(store, { articleId, teamId });
  if (!place) return [];
  const writers = writersIn(await discussionOf(store, articleId), threadId);
  const about = { actor: authorId, threadId, ...place.about };
  const others = writers.filter((uuid) => uuid !== articleAuthorId && !mentionIds.includes(uuid));
  const author = [articleAuthorId].filter((uuid) => !mentionIds.includes(uuid));
  return [
    { kind: "MENTION", recipients: place.present(mentionIds), ...about },
    { kind: "COMMENT", recipients: place.present(author), ...about },
    { kind: "REPLY", recipients: place.present(others), ...about },
  ];
}

/** Kinds and recipients by type of source event (spec/notifications.md §2). */
const sources: { readonly [T in EventType]?: Source<T> } = {
  SubjectPosted: source("SUBJECT_POSTED", ofTeam, async ({ teamId, authorId, date }, _, deps) => [
    { kind: "SUBJECT_POSTED", recipients: await members(deps, teamId), actor: authorId, teamId, day: date },
  ]),
  AnnouncementChanged: source(
    "ANNOUNCEMENT_CHANGED",
    ofTeam,
    async ({ teamId, announcement }, event, deps) =>
      isBlank(announcement)
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
  MemberJoined: source("NEW_MEMBER", ofTeam, async ({ teamId, memberId }, event, deps) => [
    await newMembers(teamId, [memberId, memberId], event, deps),
  ]),
  ApplicantsAdmitted: source(
    ["APPLICATION_ACCEPTED", "NEW_MEMBER"],
    async ({ teamId, memberIds }, { others }) => memberIds.length + (await others(teamId)),
    async ({ teamId, memberIds, admittedBy }, event, deps) => [
      { kind: "APPLICATION_ACCEPTED", recipients: memberIds, actor: admittedBy, teamId },
      await newMembers(teamId, [admittedBy, ...memberIds], event, deps),
    ],
  ),
  ArticlePosted: source(
    "ARTICLE_POSTED",
    ({ teamId }, { ofArticle }) => ofArticle(teamId),
    async ({ teamId, articleId, authorId, date }, _, deps) => {
      const recipients = await readersOf(deps, teamId);
      return [{ kind: "ARTICLE_POSTED", recipients, actor: authorId, teamId, articleId, day: date }];
    },
  ),
  CommentPosted: source(
    ["MENTION", "COMMENT", "REPLY"],
    async ({ articleId, threadId, mentionIds }, { writers }) =>
      mentionIds.length + 1 + (await writers(articleId, threadId)),
    announceComment,
  ),
  CommentEdited: source(
    "MENTION",
    ({ newMentionIds }) => newMentionIds.length,
    async ({ articleId, teamId, authorId, commentId, newMentionIds }, _, { store }) => {
      if (newMentionIds.length === 0) return [];
      const { comments } = await discussionOf(store, articleId);
      const place = await placeOf(store, { articleId, teamId });
      const threadId = comments.get(commentId)?.threadId;
      if (!place || threadId === undefined) return [];
      return [
        {
          kind: "MENTION",
          recipients: place.present(newMentionIds),
          actor: authorId,
          threadId,
          ...place.about,
        },
      ];
    },
  ),
  ReviewerAssigned: source(
    "REVIEW_ASKED",
    countedBefore,
    async ({ articleId, teamId, reviewerId, authorId }, _, { store }) => {
      const place = await placeOf(store, { articleId, teamId });
      if (!place) return [];
      const recipients = place.present([reviewerId]);
      return [{ kind: "REVIEW_ASKED", recipients, actor: authorId, ...place.about }];
    },
  ),
  ApplicationSubmitted: source(
    "APPLICATION_SUBMITTED",
    () => 1 + limits.managers,
    async ({ recruitmentId, applicantId }, _, { store }) => [
      {
        kind: "APPLICATION_SUBMITTED",
        recipients: await recruitersOf(store, recruitmentId),
        actor: applicantId,
        recruitmentId,
      },
    ],
  ),
  ApplicationRemoved: source(
    "APPLICATION_REMOVED",
    one,
    async ({ recruitmentId, applicantId, removedBy }) => [
      { kind: "APPLICATION_REMOVED", recipients: [applicantId], actor: removedBy, recruitmentId },
    ],
  ),
  RecruitmentClosed: source(
    "RECRUITMENT_CLOSED",
    ({ applicantIds }) => applicantIds.length,
    async ({ recruitmentId, changedBy, applicantIds }) => [
      { kind: "RECRUITMENT_CLOSED", recipients: applicantIds, actor: changedBy, recruitmentId },
    ],
  ),
  RecruitmentDeleted: source(
    "RECRUITMENT_DELETED",
    unlimited,
    async ({ recruitmentId, applicantIds }, event) => [
      { kind: "RECRUITMENT_DELETED", recipients: applicantIds, actor: actorOf(event), recruitmentId },
    ],
  ),
  CoManagerAdded: source("ROLE_CHANGED", one, async ({ teamId, memberId, addedBy, reason }) =>
    roleChanged(memberId, addedBy, { teamId, change: "CO_MANAGER", reason }),
  ),
  ManagerDelegated: source("ROLE_CHANGED", one, async ({ teamId, fromId, toId, reason }) =>
    roleChanged(toId, fromId, { teamId, change: "DELEGATED", reason }),
  ),
  ManagerDemoted: source("ROLE_CHANGED", one, async ({ teamId, memberId, demotedBy, reason }) =>
    roleChanged(memberId, demotedBy, { teamId, change: "DEMOTED", reason }),
  ),
  ManagerSucceeded: source("ROLE_CHANGED", one, async ({ teamId, memberId }) =>
    roleChanged(memberId, null, { teamId, change: "SUCCEEDED" }),
  ),
  MemberKicked: source("KICKED", unlimited, async ({ teamId, memberId, kickedBy, reason }) => [
    { kind: "KICKED", recipients: [memberId], actor: kickedBy, teamId, reason },
  ]),
  EntryPasswordChanged: source(
    "ENTRY_PASSWORD_CHANGED",
    () => limits.managers - 1,
    async ({ teamId }, event, { store }) => [
      {
        kind: "ENTRY_PASSWORD_CHANGED",
        recipients: withRole(await rosterOf(store, teamId), isManager),
        actor: actorOf(event),
        teamId,
      },
    ],
  ),
  // The webhook that Discord refused was linked by a manager, and unlinked by the system.
  DiscordUnlinked: source("DISCORD_STOPPED", unlimited, async ({ teamId, because }, _, { store }) =>
    because === "refused"
      ? [
          {
            kind: "DISCORD_STOPPED",
            recipients: withRole(await rosterOf(store, teamId), isManager),
            actor: null,
            teamId,
          },
        ]
      : [],
  ),
  TeamDeleted: source("TEAM_DELETED", unlimited, async ({ teamId }, event, { store }) => {
    const { roster, name: teamName } = await teamBefore(store, event);
    const recipients = [...roster.members.keys()];
    return [{ kind: "TEAM_DELETED", recipients, actor: actorOf(event), teamId, teamName }];
  }),
};

export const sourceTypes = Object.keys(sources) as EventType[];

/** The kinds that an event may raise. */
export const kindsOfSource = (type: string): readonly NotificationKind[] =>
  sources[type as EventType]?.kinds ?? [];

/** Of an event that a member's quota counts; undefined for others. */
export const reachOf = (type: string, data: object, sizes: TeamSizes) =>
  (sources[type as EventType]?.reach as Reach<EventType> | undefined)?.(data as never, sizes);
export const isCounted = (type: string) => sources[type as EventType]?.reach !== undefined;

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
  day: null,
  change: null,
  reason: null,
} satisfies About;

/** The notice of an announcement for one recipient. */
export function noticeFor(
  memberId: string,
  notificationId: string,
  { recipients: _, actor, actorIds, ...about }: Announcement,
  event: Pick<RecordedEvent, "eventId" | "occurredAt">,
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
