// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { getPush } from "#contracts/delivery/api";
import { readAllNotifications, readNotifications } from "#contracts/inbox/api";
import { getMemberInfo } from "#contracts/member/api";
import { fakeInbox, notificationOf } from "#tests/support/fake-inbox";
import { fakeServer, refused } from "#tests/support/fake-server";
import { logIn, openPage, press } from "#tests/support/page.tsx";
import { reply } from "#tests/support/stub-server";
import { me, memberInfoOf } from "#tests/support/views";
import { showTitle } from "#web/lib/tab-title.ts";
import { Bell } from "./bell.tsx";

let server: ReturnType<typeof fakeServer>;
let inbox: ReturnType<typeof fakeInbox>;

const Stage = () => (
  <>
    <Bell />
    <button type="button">내정보</button>
    <main id="content" tabIndex={-1} />
  </>
);
const open = (at = "/") => openPage({ "/": Stage, "/notifications": Stage }, at);
const bell = (name: string) => screen.findByRole("button", { name });
const row = (number: number) => screen.findByRole("link", { name: new RegExp(`12월 ${number}일 문제`) });
const other = "8f14e45f-ceea-467f-a8a0-0000000000bb";
const focused = () => document.activeElement?.textContent;

beforeEach(() => {
  logIn();
  server = fakeServer();
  server.on(getMemberInfo, memberInfoOf([12]));
  inbox = fakeInbox(server, [notificationOf(2), notificationOf(1, { isRead: true })]);
  showTitle("팀 페이지 | 알고모임");
});

it("shows the live number of unread ones in its name, in the title and on the icon of the app", async () => {
  const setAppBadge = vi.fn(async () => {});
  const clearAppBadge = vi.fn(async () => {});
  Object.assign(navigator, { setAppBadge, clearAppBadge });
  const { changed } = open();
  await bell("알림, 안 읽은 알림 1개");
  expect(document.title).toBe("(1) 팀 페이지 | 알고모임");
  inbox.raise(...Array.from({ length: 120 }, (_, at) => notificationOf(122 - at)));
  await changed(`inbox/${me}`);
  await bell("알림, 안 읽은 알림 99+개");
  expect(document.title).toBe("(99+) 팀 페이지 | 알고모임");
  expect(setAppBadge.mock.calls).toEqual([[1], [121]]);
  await press(/^알림/);
  await row(122);
  await press("모두 읽음");
  await bell("알림");
  expect(document.title).toBe("팀 페이지 | 알고모임");
  expect(clearAppBadge).toHaveBeenCalled();
});

it("announces the number of new ones, without those of the first response, once in ten seconds", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 });
  const { changed } = open();
  await bell("알림, 안 읽은 알림 1개");
  const announcement = () => screen.queryAllByText(/^새 알림/).at(-1)?.textContent;
  expect(announcement()).toBeUndefined();
  inbox.raise(notificationOf(3));
  await changed(`inbox/${me}`);
  await waitFor(() => expect(announcement()).toBe("새 알림 1개가 왔어요."));
  inbox.raise(notificationOf(5), notificationOf(4));
  await changed(`inbox/${me}`);
  await bell("알림, 안 읽은 알림 4개");
  expect(announcement()).toBe("새 알림 1개가 왔어요.");
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(announcement()).toBe("새 알림 2개가 왔어요.");
});

it("opens a panel whose rows are navigated with keys, and closes it with the focus restored", async () => {
  open();
  const button = await bell("알림, 안 읽은 알림 1개");
  fireEvent.click(button);
  const panel = await screen.findByRole("dialog", { name: "알림" });
  const newest = await row(2);
  const older = await row(1);
  await waitFor(() => expect(document.activeElement).toBe(newest));
  expect(focused()).toBe("안 읽음. 내 팀 새벽네시반에 12월 2일 문제가 올라왔어요.");
  fireEvent.keyDown(newest, { key: "ArrowDown" });
  expect(document.activeElement).toBe(older);
  fireEvent.keyDown(older, { key: "Home" });
  expect(document.activeElement).toBe(newest);
  expect(server.sent).toEqual([]);
  fireEvent.keyDown(newest, { key: "Escape" });
  expect(panel.isConnected).toBe(false);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute("aria-expanded")).toBe("false");

  fireEvent.click(button);
  await row(2);
  button.focus();
  fireEvent.keyDown(button, { key: "Escape" });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(button);
});

it("keeps the focus on a row that is marked as read with a key, and shows more than 99 as such", async () => {
  inbox.raise(...Array.from({ length: 99 }, (_, at) => notificationOf(101 - at)));
  open();
  fireEvent.click(await bell("알림, 안 읽은 알림 99+개"));
  const button = within((await row(100)).closest("li") as HTMLElement).getByRole("button", {
    name: "읽음으로 표시",
  });
  button.focus();
  server.on(readNotifications, () => new Promise(() => {}));
  fireEvent.click(button);
  await waitFor(() => expect(button.isConnected).toBe(false));
  expect(document.activeElement).toBe(await row(100));
  await bell("알림, 안 읽은 알림 99+개");
});

it("closes on a click elsewhere: the focus returns, unless the click moved it to another control", async () => {
  open();
  const button = await bell("알림, 안 읽은 알림 1개");
  const elsewhere = screen.getByRole("main");
  fireEvent.click(button);
  await row(2);
  fireEvent.pointerDown(elsewhere);
  elsewhere.focus();
  fireEvent.pointerUp(elsewhere);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  await row(2);
  const menu = screen.getByRole("button", { name: "내정보" });
  fireEvent.pointerDown(menu);
  menu.focus();
  fireEvent.pointerUp(menu);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(menu);
});

it("marks an opened row as read and follows its link", async () => {
  const { router } = open();
  fireEvent.click(await bell("알림, 안 읽은 알림 1개"));
  fireEvent.click(await row(2));
  await screen.findByText(/^\/team-dashboard\/12\?date=2025-12-2&show=subject/);
  expect(router.state.location.pathname).toBe("/team-dashboard/12");
  await waitFor(() =>
    expect(server.sent.map(({ path, fields }) => [path, fields])).toEqual([
      ["/api/v1/notifications/read", { notificationIds: [notificationOf(2).notificationId] }],
    ]),
  );
});

it("only marks a row as read whose target no longer exists", async () => {
  inbox.raise(notificationOf(3, { link: null }));
  open();
  fireEvent.click(await bell("알림, 안 읽은 알림 2개"));
  await press(/12월 3일/);
  await screen.findByText("지금은 볼 수 없는 소식이에요.");
  await bell("알림, 안 읽은 알림 1개");
});

it("restores the dot with the server's message when marking as read fails", async () => {
  let refuse = () => {};
  server.on(readNotifications, async () => {
    await new Promise<void>((answer) => {
      refuse = answer;
    });
    return refused("too-many-requests");
  });
  open();
  fireEvent.click(await bell("알림, 안 읽은 알림 1개"));
  await row(2);
  fireEvent.click(screen.getByRole("button", { name: "읽음으로 표시" }));
  await bell("알림");
  refuse();
  await screen.findByText(/^읽음으로 표시하지 못했어요\. 요청이 너무 많습니다/);
  await bell("알림, 안 읽은 알림 1개");
  screen.getByRole("link", { name: /^안 읽음/ });
});

it("keeps notifications unread that arrive while all are marked as read", async () => {
  open();
  fireEvent.click(await bell("알림, 안 읽은 알림 1개"));
  await row(2);
  server.on(readAllNotifications, ({ fields }) => {
    expect(fields).toEqual({ upTo: 2 });
    fakeInbox(server, [notificationOf(3), notificationOf(2, { isRead: true })]);
    return { unread: 1 };
  });
  await press("모두 읽음");
  await row(3);
  await bell("알림, 안 읽은 알림 1개");
});

it("closes the system notifications of those that were read, and no others", async () => {
  inbox.raise(notificationOf(4), notificationOf(3));
  const shown = new Map([2, 3, 4].map((number) => [notificationOf(number).notificationId, vi.fn()] as const));
  const getNotifications = async ({ tag }: { tag?: string }) =>
    [...shown].filter(([id]) => tag === undefined || id === tag).map(([id, close]) => ({ tag: id, close }));
  Object.assign(navigator, { serviceWorker: { getRegistration: async () => ({ getNotifications }) } });
  const closed = () => [...shown.values()].map(({ mock }) => mock.calls.length > 0);
  open();
  fireEvent.click(await bell("알림, 안 읽은 알림 3개"));
  const row3 = (await row(3)).closest("li") as HTMLElement;
  fireEvent.click(within(row3).getByRole("button", { name: "읽음으로 표시" }));
  await waitFor(() => expect(closed()).toEqual([false, true, false]));
  await bell("알림, 안 읽은 알림 2개");
  // It arrives while all shown ones are marked as read.
  const late = notificationOf(5);
  const close = vi.fn();
  shown.set(late.notificationId, close);
  server.on(readAllNotifications, ({ fields }) => {
    expect(fields).toEqual({ upTo: 4 });
    fakeInbox(server, [late, notificationOf(4, { isRead: true })]);
    return { unread: 1 };
  });
  await press("모두 읽음");
  await waitFor(() => expect(closed()).toEqual([true, true, true, false]));
  await bell("알림, 안 읽은 알림 1개");
  Reflect.deleteProperty(navigator, "serviceWorker");
});

it("tells that there are none, that loading failed, and that unsent changes wait for a connection", async () => {
  fakeInbox(server, []);
  const { unmount } = open();
  fireEvent.click(await bell("알림"));
  await screen.findByText("아직 받은 알림이 없어요");
  const readAll = screen.getByRole<HTMLButtonElement>("button", { name: "모두 읽음" });
  expect(readAll.disabled).toBe(true);
  unmount();

  const { getNotifications } = await import("#contracts/inbox/api");
  server.on(getNotifications, () => reply({ status: 400 }));
  const failing = open();
  fireEvent.click(await bell("알림"));
  await screen.findByText("알림을 가져오지 못했어요");
  fakeInbox(server, [notificationOf(2)]);
  await press("다시 시도");
  await row(2);
  failing.unmount();

  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  open();
  fireEvent.click(await bell("알림, 안 읽은 알림 1개"));
  await row(2);
  const panel = within(screen.getByRole("dialog"));
  panel.getByText("연결이 끊겼어요. 다시 이어지면 새 알림을 보여드릴게요.");
  for (const name of ["읽음으로 표시", "모두 읽음"])
    expect(panel.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
  vi.restoreAllMocks();
});

const invitation = () => screen.queryByText("이 기기에서도 알림을 받을까요?");

it("offers push to a member without it in a browser that another member has permitted to show it", async () => {
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "granted", requestPermission: vi.fn() });
  Object.assign(navigator, {
    serviceWorker: Object.assign(new EventTarget(), { getRegistration: async () => undefined }),
  });
  localStorage.setItem(`push-invitation-closed:${other}`, String(Date.now()));
  localStorage.setItem(`push-device:${other}`, "00000000-0000-4000-8000-0000000000d1");
  server.on(getPush, { available: true, publicKey: "BEl6", devices: [] });
  const { unmount } = open();
  await press(/^알림/);
  await waitFor(() => expect(invitation()).not.toBeNull());
  unmount();
  localStorage.setItem(`push-device:${me}`, "00000000-0000-4000-8000-0000000000d2");
  open();
  await press(/^알림/);
  await row(2);
  expect(invitation()).toBeNull();
  localStorage.clear();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

it("offers push above the rows, and not for 30 days after the offer was closed", async () => {
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "default", requestPermission: vi.fn() });
  Object.assign(navigator, { serviceWorker: {} });
  server.on(getPush, { available: true, publicKey: "BEl6", devices: [] });
  const visit = async (at = "/") => {
    const { unmount } = open(at);
    await press(/^알림/);
    await row(2);
    return unmount;
  };
  // While the server does not respond, no query is sent that would wait for it.
  const pushCalls = () => server.paths().filter((path) => path.includes("v1/push")).length;
  let leave = await visit();
  await waitFor(() => expect(invitation()).not.toBeNull());
  expect(focused()).toContain("12월 2일");
  await press("닫기");
  expect(invitation()).toBeNull();
  expect(Notification.requestPermission).not.toHaveBeenCalled();
  leave();
  vi.setSystemTime(Date.now() + 29 * 24 * 60 * 60_000);
  leave = await visit();
  expect([pushCalls(), invitation()]).toEqual([1, null]);
  leave();
  vi.setSystemTime(Date.now() + 2 * 24 * 60 * 60_000);
  leave = await visit();
  await waitFor(() => expect(invitation()).not.toBeNull());
  leave();
  // The page below sends queries there.
  leave = await visit("/notifications");
  expect([pushCalls(), invitation()]).toEqual([2, null]);
  leave();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  await visit();
  expect([pushCalls(), invitation()]).toEqual([2, null]);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "serviceWorker");
});
