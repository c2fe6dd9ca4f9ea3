import { isDeepStrictEqual } from "node:util";
import { seoulDate } from "#contracts/dates";
import { Refused } from "#contracts/errors";
import { isLocked, isNotificationKind, type NotificationKind } from "#contracts/inbox/api";
import type { InboxEvent } from "#contracts/inbox/events";
import { type Channels, kinds } from "#contracts/inbox/kinds";
import { channelsOf, chosenKinds, defaultSettings, type InboxSettings } from "#contracts/inbox/settings";
import { inboxLimits } from "#contracts/limits";
import type { Decider } from "../platform/decider.ts";

type DataOf<T extends InboxEvent["type"]> = Extract<InboxEvent, { type: T }>["data"];

/** A notification of a source event for one recipient, before the inbox decides on it. */
export interface Notice extends Omit<DataOf<"NotificationRaised">, "number" | "right" | "kind"> {
  readonly kind: NotificationKind;
}

interface Remembered {
  readonly notificationId: string;
  readonly number: number;
  readonly kind: string;
  /** Id of the team, recruitment, article or thread within which it collapses; null if it does not. */
  readonly target: number | null;
  /** Time of the first source event (epoch milliseconds). */
  readonly firstAt: number;
  readonly count: number;
  /** Newest first. */
  readonly actorIds: readonly string[];
  readonly isRead: boolean;
}

export interface InboxState {
  readonly latest: number;
  readonly readUpTo: number;
  /** The last notifications by number, oldest first. */
  readonly recent: readonly Remembered[];
  /** The last source events with the kinds that they raised. */
  readonly sources: readonly string[];
  readonly settings: InboxSettings;
  /** Notifications raised or collapsed on the latest day, by the limit that they count towards. */
  readonly today: { readonly day: string; readonly counts: Readonly<Record<string, number>> };
}

export type InboxCommand =
  | ({
      readonly type: "Raise";
      /** When the recipient last left the team, which removed older notifications of it (epoch milliseconds). */
      readonly leftAt: number | undefined;
    } & Notice)
  | {
      readonly type: "ReadSome";
      readonly memberId: string;
      /** State of the read model, since this stream's state holds only the last notifications. */
      readonly entries: readonly {
        readonly notificationId: string;
        readonly number: number;
        readonly isRead: boolean;
      }[];
    }
  | { readonly type: "ReadUpTo"; readonly memberId: string; readonly upTo: number }
  | {
      readonly type: "ChangeSettings";
      readonly memberId: string;
      readonly ifMatch: number | undefined;
      readonly kinds: readonly (Channels & { readonly kind: NotificationKind })[];
      readonly quiet: InboxSettings["quiet"] | undefined;
      readonly digest: InboxSettings["digest"] | undefined;
      readonly hasMail: boolean;
    };

type CommandOf<T extends InboxCommand["type"]> = Extract<InboxCommand, { type: T }>;

/** The rules of a member's inbox (spec/notifications.md rules 3–8). */
export const inbox: Decider<InboxState, InboxCommand, InboxEvent> = {
  initial: {
    latest: 0,
    readUpTo: 0,
    recent: [],
    sources: [],
    settings: defaultSettings,
    today: { day: "", counts: {} },
  },
  isRemembered: true,
  lastOf: [
    { types: ["InboxRead"], count: 1 },
    { types: ["NotificationSettingsChanged"], count: 1 },
    { types: ["NotificationRaised", "NotificationCollapsed"], count: inboxLimits.considered },
    { types: ["NotificationsRead"], count: inboxLimits.considered },
  ],
  evolve,

  decide(command, state) {
    switch (command.type) {
      case "Raise":
        return raise(command, state);
      case "ReadSome":
        return readSome(command, state);
      case "ReadUpTo": {
        const upTo = Math.min(command.upTo, state.latest);
        if (upTo <= state.readUpTo) return [];
        return [{ type: "InboxRead", data: { memberId: command.memberId, upTo } }];
      }
      case "ChangeSettings":
        return changeSettings(command, state);
    }
  },
};

const sourceOf = ({ kind, sourceEventId }: { readonly kind: string; readonly sourceEventId: string }) =>
  `${kind} ${sourceEventId}`;

/** The result of a source event for a recipient. `known`: it was raised before. */
export type RaiseResult = "known" | "muted" | "collapsed" | "capped" | "raised";
type Raising = Omit<CommandOf<"Raise">, "type">;

export const resultOf = (notice: Raising, state: InboxState): RaiseResult =>
  decideNotice(notice, state).result;

interface NoticeDecision {
  readonly result: RaiseResult;
  /** The notification into which it collapses. */
  readonly first?: Remembered | undefined;
}

function decideNotice(notice: Raising, state: InboxState): NoticeDecision {
  const { kind } = notice;
  if (state.sources.includes(sourceOf(notice))) return { result: "known" };
  if (!isLocked(kind) && !channelsOf(kind, state.settings).inbox) return { result: "muted" };
  const first = collapsesInto(notice, state);
  // The read model counts repetitions from their source events, so one member cannot fill the inboxes of others.
  if (first && isRepetition(notice, first)) return { result: "collapsed" };
  const isReached = ({ key, limit }: Cap) => countOn(dayOf(notice), key, state) >= limit;
  if (capsOf(notice).some(isReached)) return { result: "capped" };
  return first ? { result: "collapsed", first } : { result: "raised" };
}

/** Whether it names nobody whom the notification does not name already. */
const isRepetition = ({ actorIds }: Raising, first: Remembered) =>
  actorIds.length > 0 && actorIds.every((actor) => first.actorIds.includes(actor));

function raise({ type: _, leftAt, ...notice }: CommandOf<"Raise">, state: InboxState): InboxEvent[] {
  const { result, first } = decideNotice({ ...notice, leftAt }, state);
  const number = state.latest + 1;
  if (result === "raised") {
    const actorIds = notice.actorIds.slice(0, inboxLimits.actors);
    const { right } = kinds[notice.kind];
    return [{ type: "NotificationRaised", data: { ...notice, actorIds, number, right } }];
  }
  if (!first) return [];
  const { memberId, sourceEventId, sourceOccurredAt, articleId, threadId, day } = notice;
  const actorIds = [...new Set([...notice.actorIds, ...first.actorIds])].slice(0, inboxLimits.actors);
  const { notificationId } = first;
  const count = first.count + countOf(notice);
  const data = { memberId, notificationId, number, sourceEventId, sourceOccurredAt, count, actorIds };
  return [{ type: "NotificationCollapsed", data: { ...data, articleId, threadId, day } }];
}

/** Number of source events; for NEW_MEMBER that of new members. */
const countOf = ({ kind, actorIds }: { readonly kind: string; readonly actorIds: readonly string[] }) =>
  kind === "NEW_MEMBER" ? actorIds.length : 1;

interface Cap {
  readonly key: string;
  readonly limit: number;
}

/** The limits of a day that a notification counts towards (spec/notifications.md rule 7). */
function capsOf({ kind, teamId, actorIds }: Pick<Remembered, "kind" | "actorIds"> & OfTeam): readonly Cap[] {
  // One of each team and day, which the clock would otherwise find due until the day ends.
  if (kind === "WRITE_REMINDER") return [];
  // A manager can cause as many as they like: they must not use up the day of the others.
  if (kind === "DISCORD_STOPPED")
    return [{ key: `Discord of team ${teamId}`, limit: inboxLimits.stopsPerTeamAndDay }];
  if (isNotificationKind(kind) && kinds[kind].group === "ACCOUNT")
    return [{ key: `account of team ${teamId}`, limit: inboxLimits.accountPerTeamAndDay }];
  const others = { key: "others", limit: inboxLimits.perDay };
  if (!ofWriters.has(kind)) return [others];
  return [others, { key: `of writer ${actorIds[0]}`, limit: inboxLimits.perWriterAndDay }];
}

/** Each comment or article raises another one: one writer must not use up the day of a reader. */
const ofWriters: ReadonlySet<string> = new Set(["MENTION", "REPLY", "REVIEW_ASKED"]);

interface OfTeam {
  readonly teamId: number | null;
}
const dayOf = ({ sourceOccurredAt }: { readonly sourceOccurredAt: string }) =>
  seoulDate(new Date(sourceOccurredAt));
const countOn = (day: string, key: string, { today }: InboxState) =>
  today.day === day ? (today.counts[key] ?? 0) : 0;

function targetOf(
  notice: Pick<DataOf<"NotificationRaised">, "kind" | "teamId" | "recruitmentId" | "articleId" | "threadId">,
) {
  const target = isNotificationKind(notice.kind) ? kinds[notice.kind].target : undefined;
  return target === undefined ? null : notice[target];
}

/** The window begins with the first event and is never extended (spec/notifications.md rule 6). */
function collapsesInto(notice: Raising, state: InboxState): Remembered | undefined {
  const { leftAt = Number.NEGATIVE_INFINITY } = notice;
  const target = targetOf(notice);
  if (target === null) return undefined;
  const at = Date.parse(notice.sourceOccurredAt);
  return state.recent.findLast(
    (one) =>
      one.kind === notice.kind &&
      one.target === target &&
      isUnread(one, state) &&
      one.firstAt > leftAt &&
      at - one.firstAt < inboxLimits.collapseMs,
  );
}

const isUnread = ({ number, isRead }: Pick<Remembered, "number" | "isRead">, { readUpTo }: InboxState) =>
  !isRead && number > readUpTo;

function readSome({ memberId, entries }: CommandOf<"ReadSome">, state: InboxState): InboxEvent[] {
  const notificationIds = entries
    .map((entry) => state.recent.find((one) => one.notificationId === entry.notificationId) ?? entry)
    .filter((entry) => isUnread(entry, state))
    .map(({ notificationId }) => notificationId);
  return notificationIds.length === 0
    ? []
    : [{ type: "NotificationsRead", data: { memberId, notificationIds } }];
}

function changeSettings(command: CommandOf<"ChangeSettings">, { settings }: InboxState): InboxEvent[] {
  const { memberId, ifMatch } = command;
  if (ifMatch !== undefined && ifMatch !== settings.revision) throw new Refused("stale-revision");
  const chosen = chosenKinds(settings.kinds, command.kinds);
  const { quiet = settings.quiet, digest = settings.digest } = command;
  if ((command.digest ?? "off") !== "off" && !command.hasMail) throw new Refused("mail-not-confirmed");
  const { revision } = settings;
  const next = { revision, kinds: chosen, quiet, digest };
  if (isDeepStrictEqual(next, settings)) return [];
  return [{ type: "NotificationSettingsChanged", data: { ...next, memberId, revision: revision + 1 } }];
}

function evolve(state: InboxState, { type, data }: InboxEvent): InboxState {
  switch (type) {
    case "NotificationRaised": {
      const { notificationId, number, kind, actorIds, sourceOccurredAt } = data;
      const first = {
        notificationId,
        number,
        kind,
        actorIds,
        isRead: false,
        target: targetOf(data),
        firstAt: Date.parse(sourceOccurredAt),
        count: countOf(data),
      };
      return withNotification(state, data, first, data.teamId);
    }
    case "NotificationCollapsed": {
      const { notificationId, number, count, actorIds } = data;
      const first = state.recent.find((one) => one.notificationId === notificationId);
      return first
        ? withNotification(state, data, { ...first, number, count, actorIds }, first.target)
        : { ...state, latest: number };
    }
    case "NotificationsRead": {
      const read = new Set(data.notificationIds);
      const recent = state.recent.map((one) =>
        read.has(one.notificationId) ? { ...one, isRead: true } : one,
      );
      return { ...state, recent };
    }
    case "InboxRead":
      return { ...state, readUpTo: data.upTo };
    case "NotificationSettingsChanged": {
      const { revision, kinds: chosen, quiet, digest } = data;
      return { ...state, settings: { revision, kinds: chosen, quiet, digest } };
    }
  }
}

function withNotification(
  state: InboxState,
  source: { readonly sourceEventId: string; readonly sourceOccurredAt: string },
  newest: Remembered,
  teamId: number | null,
): InboxState {
  const others = state.recent.filter(({ notificationId }) => notificationId !== newest.notificationId);
  const day = dayOf(source);
  const counts = state.today.day === day ? state.today.counts : {};
  const counted = capsOf({ ...newest, teamId }).map(
    ({ key }) => [key, countOn(day, key, state) + 1] as const,
  );
  return {
    ...state,
    latest: newest.number,
    recent: [...others, newest].slice(-inboxLimits.remembered),
    sources: [...state.sources, sourceOf({ ...newest, ...source })].slice(-inboxLimits.remembered),
    today: { day, counts: { ...counts, ...Object.fromEntries(counted) } },
  };
}
