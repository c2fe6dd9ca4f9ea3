import type { InboxEvent } from "#contracts/inbox/events";
import { bamtol, dotori, hodu } from "./people.ts";

type DataOf<T extends InboxEvent["type"]> = Extract<InboxEvent, { type: T }>["data"];

export const notificationId = "b0c2f6de-98a2-5f43-9a0f-31d6a7a3f1f0";
export const sourceEventId = "7d3e0a2f-1c4b-5a6d-8e9f-0a1b2c3d4e5f";

/** 도토리 is told of the problem that 밤톨 has posted. */
export const raised = (data: Partial<DataOf<"NotificationRaised">> = {}): InboxEvent => ({
  type: "NotificationRaised",
  data: {
    memberId: dotori,
    notificationId,
    number: 1,
    kind: "SUBJECT_POSTED",
    right: "member",
    sourceEventId,
    sourceOccurredAt: "2025-09-03T12:30:00.000Z",
    actorIds: [bamtol],
    teamName: null,
    teamId: 12,
    recruitmentId: null,
    articleId: null,
    threadId: null,
    day: "2025-12-11",
    change: null,
    reason: null,
    ...data,
  },
});

export const collapsed = (data: Partial<DataOf<"NotificationCollapsed">> = {}): InboxEvent => ({
  type: "NotificationCollapsed",
  data: {
    memberId: dotori,
    notificationId,
    number: 2,
    sourceEventId: "8e4f1b30-2d5c-5b7e-9fa0-1b2c3d4e5f60",
    sourceOccurredAt: "2025-09-03T12:31:00.000Z",
    count: 2,
    actorIds: [hodu, bamtol],
    articleId: null,
    threadId: null,
    day: "2025-12-12",
    ...data,
  },
});

export const someRead = (...notificationIds: string[]): InboxEvent => ({
  type: "NotificationsRead",
  data: {
    memberId: dotori,
    notificationIds: notificationIds.length > 0 ? notificationIds : [notificationId],
  },
});

export const allRead = (upTo = 1): InboxEvent => ({
  type: "InboxRead",
  data: { memberId: dotori, upTo },
});

export const settingsChanged = (data: Partial<DataOf<"NotificationSettingsChanged">> = {}): InboxEvent => ({
  type: "NotificationSettingsChanged",
  data: {
    memberId: dotori,
    revision: 1,
    kinds: { ARTICLE_POSTED: { inbox: true, push: false, mail: false } },
    quiet: { enabled: true, from: "23:00", until: "08:00" },
    digest: "off",
    ...data,
  },
});
