import {
  countNotifications,
  getNotifications,
  type Notification,
  type NotificationGroup,
  type NotificationSettings,
  readAllNotifications,
  readNotifications,
} from "#contracts/inbox/api";
import type { fakeServer } from "./fake-server.ts";

/** A notification in a response, with the number `number` in its inbox. */
export const notificationOf = (number: number, change: Partial<Notification> = {}): Notification => {
  const text = `내 팀 새벽네시반에 12월 ${number}일 문제가 올라왔어요.`;
  return {
    notificationId: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
    number,
    kind: "SUBJECT_POSTED",
    group: "TEAM",
    isRead: false,
    occurredAt: "2025-12-11T21:07:45+09:00",
    count: 1,
    text,
    parts: [{ text }],
    note: null,
    link: `/team-dashboard/12?date=2025-12-${number}&show=subject`,
    actors: [{ memberName: "도토리", imageUrl: "/images/default/member.png" }],
    team: { teamId: 12, teamName: "새벽네시반", imageUrl: "/images/default/team.png" },
    ...change,
  };
};

type KindSettings = NotificationSettings["kinds"][number];

/** A kind that is on in all channels. */
export const kindOf = (
  kind: KindSettings["kind"],
  group: NotificationGroup,
  label: string,
  more: Partial<KindSettings> = {},
): KindSettings => ({
  kind,
  group,
  label,
  hint: null,
  locked: false,
  inbox: true,
  push: true,
  mail: true,
  ...more,
});

/** Settings with these kinds from a server without push and mail. */
export const settingsOf = (...kinds: KindSettings[]): NotificationSettings => ({
  kinds,
  quiet: { enabled: true, from: "23:00", until: "08:00" },
  digest: "off",
  push: { available: false },
  mail: { available: false, address: null, state: "none" },
  revision: 3,
});

/** Serves an inbox that tests fill; newest first. */
export function fakeInbox(server: ReturnType<typeof fakeServer>, rows: Notification[]) {
  const unread = (group?: NotificationGroup) =>
    rows.filter((one) => !one.isRead && (group === undefined || one.group === group)).length;
  const latest = () => Math.max(0, ...rows.map(({ number }) => number));
  const read = (isMeant: (one: Notification) => boolean) => {
    rows = rows.map((one) => (isMeant(one) ? { ...one, isRead: true } : one));
    return { unread: unread() };
  };
  server.on(countNotifications, () => ({ unread: unread(), latest: latest() }));
  server.on(getNotifications, ({ query }) => {
    const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
    const size = Number(query.get("size"));
    const group = query.get("group") ?? "all";
    const meant = rows.filter(
      (one) =>
        one.number < before &&
        (group === "all" || one.group.toLowerCase() === group) &&
        !(query.get("filter") === "unread" && one.isRead),
    );
    const content = meant.slice(0, size);
    return {
      content,
      next: meant.length > size ? (content.at(-1)?.number ?? null) : null,
      latest: latest(),
      unread: { all: unread(), team: unread("TEAM"), recruit: unread("RECRUIT"), account: unread("ACCOUNT") },
    };
  });
  server.on(readNotifications, ({ fields }) =>
    read(({ notificationId }) => (fields.notificationIds as string[]).includes(notificationId)),
  );
  server.on(readAllNotifications, ({ fields }) => read(({ number }) => number <= Number(fields.upTo)));
  return {
    raise: (...more: Notification[]) => {
      rows = [...more, ...rows];
    },
    /** As another device does. */
    read,
  };
}
