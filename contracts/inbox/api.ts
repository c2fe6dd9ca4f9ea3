import { z } from "zod";
import { command, json, paging, query, queryText, wrongType } from "../endpoint.ts";
import { limits } from "../limits.ts";

/** The names of all kinds of notifications, in the order of the settings. kinds.ts describes them. */
export const notificationKinds = [
  "SUBJECT_POSTED",
  "ANNOUNCEMENT_CHANGED",
  "NEW_MEMBER",
  "ARTICLE_POSTED",
  "MENTION",
  "COMMENT",
  "REPLY",
  "REVIEW_ASKED",
  "WRITE_REMINDER",
  "DISCORD_STOPPED",
  "APPLICATION_SUBMITTED",
  "APPLICATION_ACCEPTED",
  "APPLICATION_REMOVED",
  "RECRUITMENT_CLOSED",
  "RECRUITMENT_DELETED",
  "ROLE_CHANGED",
  "KICKED",
  "ENTRY_PASSWORD_CHANGED",
  "TEAM_DELETED",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];
export const isNotificationKind = (text: string): text is NotificationKind =>
  (notificationKinds as readonly string[]).includes(text);

/** Kinds that members cannot switch off in the inbox. */
const lockedKinds: readonly string[] = [
  "ROLE_CHANGED",
  "KICKED",
  "TEAM_DELETED",
] satisfies NotificationKind[];
export const isLocked = (kind: string) => lockedKinds.includes(kind);

export const notificationGroups = ["TEAM", "RECRUIT", "ACCOUNT"] as const;
export type NotificationGroup = (typeof notificationGroups)[number];

export const digests = ["off", "daily", "weekly"] as const;
export type Digest = (typeof digests)[number];

const count = z.number().int();
const text = z.string();

/** A part of a sentence; names of members, teams and recruitments are strong. */
const part = z.object({ text, strong: z.literal(true).optional() });
export type SentencePart = z.infer<typeof part>;

export const notificationView = z.object({
  notificationId: z.uuid(),
  number: count,
  kind: z.enum(notificationKinds),
  group: z.enum(notificationGroups),
  isRead: z.boolean(),
  /** Time of the newest source event. */
  occurredAt: text,
  /** Number of source events that it represents. */
  count,
  text,
  parts: z.array(part),
  /** The reason of a role change or kick. */
  note: text.nullable(),
  /** Null if its target is deleted. */
  link: text.nullable(),
  /** Newest first, at most two. */
  actors: z.array(z.object({ memberName: text, imageUrl: text })),
  team: z.object({ teamId: count, teamName: text, imageUrl: text }).nullable(),
});
export type Notification = z.infer<typeof notificationView>;

const inboxFilters = ["all", "unread"] as const;
export type InboxFilter = (typeof inboxFilters)[number];
const inboxGroups = ["all", "team", "recruit", "account"] as const;
export type InboxGroup = (typeof inboxGroups)[number];

/** A query parameter with fixed values; any other text counts as the first one. */
const oneOf = <W extends string>(words: readonly [W, ...W[]]) =>
  queryText().transform((text) => words.find((word) => word === text) ?? words[0]);

/** spec/notifications.md §5 */
export const getNotifications = query({
  name: "getNotifications",
  summary: "The caller's inbox, newest first",
  path: "/v1/notifications",
  access: "profile",
  query: z.object({
    filter: oneOf(inboxFilters),
    group: oneOf(inboxGroups),
    before: queryText()
      .refine((given) => given === undefined || /^0*[1-9]\d*$/.test(given), { error: wrongType })
      .transform((given) => (given === undefined ? undefined : Number(given))),
    size: paging(limits.inboxPageSize).size,
  }),
  returns: z.object({
    content: z.array(notificationView),
    /** `before` of the next page; null on the last one. */
    next: count.nullable(),
    latest: count,
    /** Counted up to 100. */
    unread: z.object({ all: count, team: count, recruit: count, account: count }),
  }),
});

export const countNotifications = query({
  name: "countNotifications",
  summary: "How many notifications the caller has not read, counted up to 100",
  path: "/v1/notifications/count",
  access: "profile",
  returns: z.object({ unread: count, latest: count }),
});

const choose = "알림을 선택해 주세요.";
const absent = (input: unknown) => input === undefined || input === null;
const chosen = { error: ({ input }: { input?: unknown }) => (absent(input) ? choose : wrongType) };
const unreadLeft = z.object({ unread: count });
const readMessage = "알림을 읽음으로 표시했습니다.";

export const readNotifications = command("POST", {
  name: "readNotifications",
  summary: "Mark notifications as read",
  path: "/v1/notifications/read",
  access: "profile",
  body: json(
    z.object({
      notificationIds: z
        .array(z.string({ error: wrongType }).toLowerCase(), chosen)
        .min(1, choose)
        .max(limits.readAtOnce, choose),
    }),
  ),
  message: readMessage,
  returns: unreadLeft,
  refusals: ["notification-not-found", "too-many-requests"],
});

export const readAllNotifications = command("POST", {
  name: "readAllNotifications",
  summary: "Mark all notifications up to one as read",
  path: "/v1/notifications/read-all",
  access: "profile",
  body: json(z.object({ upTo: z.number(chosen).int(choose).min(0, choose) })),
  message: readMessage,
  returns: unreadLeft,
  refusals: ["too-many-requests"],
});

const channels = { inbox: z.boolean(), push: z.boolean(), mail: z.boolean() };
/** Minutes in steps of 30. */
const quietTime = /^(?:[01]\d|2[0-3]):(?:00|30)$/;

export const notificationSettingsView = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(notificationKinds),
      group: z.enum(notificationGroups),
      /** Kinds with the same label form one row of the screen, which changes all of them. */
      label: text,
      hint: text.nullable(),
      locked: z.boolean(),
      ...channels,
    }),
  ),
  quiet: z.object({ enabled: z.boolean(), from: text, until: text }),
  digest: z.enum(digests),
  push: z.object({ available: z.boolean() }),
  mail: z.object({
    available: z.boolean(),
    /** Masked. */
    address: text.nullable(),
    state: z.enum(["none", "waiting", "confirmed", "bounced"]),
  }),
  revision: count,
});
export type NotificationSettings = z.infer<typeof notificationSettingsView>;

export const getNotificationSettings = query({
  name: "getNotificationSettings",
  summary: "Which notifications the caller gets, and where",
  path: "/v1/notifications/settings",
  access: "profile",
  returns: notificationSettingsView,
  etag: true,
});

const wrong = { error: wrongType };
const sentChannels = { inbox: z.boolean(wrong), push: z.boolean(wrong), mail: z.boolean(wrong) };
const wrongTime = "시각을 확인해 주세요.";

const settingsBody = z.object({
  kinds: z
    .array(
      z.object(
        {
          kind: z
            .string(wrong)
            .refine(isNotificationKind, { error: "알 수 없는 알림 종류입니다." })
            .transform((kind) => kind as NotificationKind),
          ...sentChannels,
        },
        wrong,
      ),
      wrong,
    )
    .max(100, wrong)
    .optional(),
  quiet: z
    .object({ enabled: z.boolean(wrong), from: z.string(wrong), until: z.string(wrong) }, wrong)
    .refine(({ from, until }) => quietTime.test(from) && quietTime.test(until) && from !== until, {
      error: wrongTime,
    })
    .optional(),
  digest: z.enum(digests, wrong).optional(),
});

/** A kind is a field of its own. Checked even if other fields are invalid. */
const refuseLocked = (
  { kinds = [] }: z.output<typeof settingsBody>,
  context: z.core.$RefinementCtx<z.output<typeof settingsBody>>,
) => {
  for (const { kind, inbox } of kinds)
    if (isLocked(kind) && !inbox)
      context.addIssue({ code: "custom", path: [kind], message: "끌 수 없는 알림입니다." });
};

export const changeNotificationSettings = command("PUT", {
  name: "changeNotificationSettings",
  summary: "Change the caller's notification settings; kinds that are not named stay",
  path: "/v1/notifications/settings",
  access: "profile",
  body: json(settingsBody.superRefine(refuseLocked)),
  message: "알림 설정이 저장되었습니다.",
  returns: notificationSettingsView,
  refusals: ["stale-revision", "mail-not-confirmed"],
  etag: true,
  ifMatch: true,
});
