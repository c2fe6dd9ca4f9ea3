// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { getNotifications } from "#contracts/inbox/api";
import { fakeInbox, notificationOf } from "#tests/support/fake-inbox";
import { fakeServer } from "#tests/support/fake-server";
import { logIn, openPage, press } from "#tests/support/page.tsx";
import { reply } from "#tests/support/stub-server";
import { me } from "#tests/support/views";
import { endSession } from "#web/lib/session.ts";
import { NotificationsPage } from "./notifications-page.tsx";
import { OpenNotification } from "./open-notification.tsx";

let server: ReturnType<typeof fakeServer>;
let inbox: ReturnType<typeof fakeInbox>;

const open = (path = "/notifications") =>
  openPage(
    { "/notifications": NotificationsPage, "/notifications/open/:notificationId": OpenNotification },
    path,
  );
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const texts = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);
const requests = () => server.paths().filter((path) => path.includes("/notifications?"));

beforeEach(() => {
  logIn();
  server = fakeServer();
  inbox = fakeInbox(server, [
    notificationOf(23, { occurredAt: daysAgo(0) }),
    notificationOf(22, { occurredAt: daysAgo(1), group: "RECRUIT", isRead: true }),
    ...Array.from({ length: 21 }, (_, at) =>
      notificationOf(21 - at, { occurredAt: daysAgo(9), group: "ACCOUNT", isRead: true, team: null }),
    ),
  ]);
});

it("groups rows by day, with the name of the team or group, and loads more on demand", async () => {
  open();
  await screen.findByRole("heading", { name: "오늘" });
  expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
    "알림",
    "오늘",
    "어제",
    "이전",
  ]);
  const [first, second, third] = texts();
  expect(first).toMatch(/^.*안 읽음\. 내 팀.*새벽네시반·방금읽음$/);
  expect(second).toMatch(/모집·신청·어제/);
  expect(third).toMatch(/내 계정·/);
  expect(texts()).toHaveLength(20);
  await press("더 보기");
  await waitFor(() => expect(texts()).toHaveLength(23));
  expect(screen.queryByRole("button", { name: "더 보기" })).toBeNull();
  expect(requests().at(-1)).toContain("before=4");
});

it("filters by group and unread, in its address", async () => {
  const { router } = open();
  await screen.findByRole("heading", { name: "오늘" });
  fireEvent.click(screen.getByRole("link", { name: "모집·신청" }));
  await waitFor(() => expect(texts()).toHaveLength(1));
  expect(screen.getByRole("link", { name: "전체, 안 읽은 알림 1개" })).toBeTruthy();
  await press("안 읽음");
  await screen.findByText("모두 읽었어요");
  expect(router.state.location.search).toBe("?group=recruit&filter=unread");
  await act(() => router.navigate(-2));
  await waitFor(() => expect(texts()).toHaveLength(20));
});

it("shows new rows on top while open, and keeps them when fetching fails", async () => {
  const { changed } = open();
  await screen.findByRole("heading", { name: "오늘" });
  inbox.raise(notificationOf(24, { occurredAt: daysAgo(0) }));
  await changed(`inbox/${me}`);
  await screen.findByRole("link", { name: /12월 24일/ });
  expect(texts()[0]).toContain("12월 24일");
  expect(screen.getAllByRole("listitem")[0]?.className).toContain("arrived");
  expect(screen.getAllByRole("listitem")[1]?.className).not.toContain("arrived");
  server.on(getNotifications, () => reply({ status: 500 }));
  await changed(`inbox/${me}`);
  await screen.findByText("알림을 가져오지 못했어요");
  expect(texts()).not.toHaveLength(0);
});

it("asks for the first page alone when a notification arrives, and keeps the rows of the others", async () => {
  const { changed } = open();
  await screen.findByRole("heading", { name: "오늘" });
  await press("더 보기");
  await waitFor(() => expect(texts()).toHaveLength(23));
  const before = requests().length;
  inbox.raise(notificationOf(24, { occurredAt: daysAgo(0) }));
  await changed(`inbox/${me}`);
  await waitFor(() => expect(texts()).toHaveLength(24));
  expect(requests().slice(before)).toEqual([expect.not.stringContaining("before=")]);
  // More than a page at once.
  inbox.raise(...Array.from({ length: 30 }, (_, at) => notificationOf(54 - at, { occurredAt: daysAgo(0) })));
  await changed(`inbox/${me}`);
  await waitFor(() => expect(texts()).toHaveLength(40));
  await press("더 보기");
  await waitFor(() => expect(texts()).toHaveLength(54));
});

it("shows rows of later pages as read once another device has read them, without asking for these pages", async () => {
  inbox.raise(...Array.from({ length: 30 }, (_, at) => notificationOf(53 - at)));
  const { changed } = open();
  await screen.findByRole("link", { name: /12월 53일/ });
  await press("더 보기");
  await waitFor(() => expect(texts()).toHaveLength(40));
  const row = (number: number) =>
    texts().find((text) => text?.includes(`12월 ${number}일`) === true && text.includes("안 읽음."));
  expect([row(30), row(29)]).not.toContain(undefined);
  let before = requests().length;
  inbox.read(({ number }) => number === 30);
  await changed(`inbox/${me}`);
  await waitFor(() => expect(row(30)).toBeUndefined());
  expect(row(29)).toBeTruthy();
  const asked = [expect.stringContaining("filter=all"), expect.stringContaining("filter=unread")];
  expect(requests().slice(before)).toEqual(asked);
  expect(requests().slice(before).join()).not.toContain("before=");
  before = requests().length;
  inbox.read(() => true);
  await changed(`inbox/${me}`);
  await waitFor(() => expect(texts().some((text) => text?.includes("안 읽음."))).toBe(false));
  expect(requests().slice(before)).toHaveLength(1);
});

it("removes rows far from the window from the document, with more than a hundred", async () => {
  const observed: { element: Element; tell: (isIntersecting: boolean) => void }[] = [];
  class Observer {
    readonly #call: (entries: { isIntersecting: boolean }[]) => void;
    constructor(call: (entries: { isIntersecting: boolean }[]) => void) {
      this.#call = call;
    }
    observe(element: Element) {
      observed.push({ element, tell: (isIntersecting) => act(() => this.#call([{ isIntersecting }])) });
    }
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  onTestFinished(() => void vi.unstubAllGlobals());
  const content = Array.from({ length: 130 }, (_, at) => notificationOf(130 - at));
  const unread = { all: 100, team: 100, recruit: 0, account: 0 };
  server.on(getNotifications, () => ({ content, next: null, latest: 130, unread }));
  open();
  const rows = () => document.querySelectorAll("section li").length;
  await waitFor(() => expect(rows()).toBe(130));
  expect(observed).toHaveLength(3);
  observed[0]?.tell(false);
  expect(rows()).toBe(80);
  observed[0]?.tell(true);
  expect(rows()).toBe(130);
  // A row with the focus stays.
  observed[2]?.element.querySelector("a")?.focus();
  observed[2]?.tell(false);
  expect(rows()).toBe(130);
});

it("marks all rows as read, and shows an empty state", async () => {
  open();
  await screen.findByRole("heading", { name: "오늘" });
  await press("모두 읽음");
  await waitFor(() => expect(server.sent.map(({ fields }) => fields)).toEqual([{ upTo: 23 }]));
  await press("안 읽음");
  await screen.findByText("모두 읽었어요");
  fakeInbox(server, []);
  await press("전체");
  await screen.findByText("팀에 새 문제나 공지가 올라오면 여기에 모아 둘게요.");
});

it("marks the shown rows of one group as read, and none of another group", async () => {
  inbox.raise(notificationOf(25), notificationOf(24, { group: "RECRUIT" }));
  open("/notifications?group=account");
  await screen.findByRole("link", { name: "모집·신청, 안 읽은 알림 1개" });
  const readAll = () => screen.getByRole<HTMLButtonElement>("button", { name: "모두 읽음" });
  expect(readAll().disabled).toBe(true);
  fireEvent.click(screen.getByRole("link", { name: /^모집·신청/ }));
  await waitFor(() => expect(texts()).toHaveLength(2));
  fireEvent.click(readAll());
  await screen.findByRole("link", { name: "모집·신청" });
  screen.getByRole("link", { name: "팀 활동, 안 읽은 알림 2개" });
  const { notificationId } = notificationOf(24);
  await waitFor(() =>
    expect(server.sent.map(({ fields }) => fields)).toEqual([{ notificationIds: [notificationId] }]),
  );
  fireEvent.click(screen.getByRole("link", { name: /^팀 활동/ }));
  await waitFor(() => expect(texts().filter((text) => text?.includes("안 읽음."))).toHaveLength(2));
});

it("marks many rows of one group as read in several calls", async () => {
  inbox.raise(
    ...Array.from({ length: 60 }, (_, at) => notificationOf(90 - at, { group: "RECRUIT", team: null })),
  );
  open("/notifications?group=recruit");
  for (const count of [20, 40]) {
    await waitFor(() => expect(texts()).toHaveLength(count));
    await press("더 보기");
  }
  await waitFor(() => expect(texts()).toHaveLength(60));
  await press("모두 읽음");
  await screen.findByRole("link", { name: "모집·신청" });
  await waitFor(() =>
    expect(server.sent.map(({ fields }) => (fields.notificationIds as string[]).length)).toEqual([50, 10]),
  );
});

it("redirects to the login and back when the session ends in another tab", async () => {
  open("/notifications?group=team");
  await screen.findByRole("heading", { name: "오늘" });
  act(endSession);
  await screen.findByText('/login {"from":"/notifications?group=team"}');
});

it("redirects the address of a notification to its link, marked as read, or to the inbox", async () => {
  const { router, unmount } = open(`/notifications/open/${notificationOf(23).notificationId}`);
  await screen.findByText(/^\/team-dashboard\/12\?date=2025-12-23/);
  expect(router.state.historyAction).toBe("REPLACE");
  await waitFor(() => expect(server.sent.map(({ path }) => path)).toEqual(["/api/v1/notifications/read"]));
  unmount();
  open(`/notifications/open/${notificationOf(99).notificationId}`);
  await screen.findByRole("heading", { name: "알림" });
});
