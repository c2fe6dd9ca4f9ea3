// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  addPushSubscription,
  deletePushSubscription,
  getPush,
  testPushSubscription,
} from "#contracts/delivery/api";
import { fakeServer } from "#tests/support/fake-server";
import { logIn, openPage, press } from "#tests/support/page.tsx";
import { me } from "#tests/support/views";
import { keepInstallPrompt } from "#web/lib/install-prompt.ts";
import { ownSubscription, receivePushes, renewDevice, stopPushes } from "#web/lib/push-device.ts";
import { DeviceBox } from "./device-box.tsx";
import type { PushDevice } from "./push-query.ts";

const publicKey = "BEl6";
const ids = { phone: "00000000-0000-4000-8000-0000000000a1", here: "00000000-0000-4000-8000-0000000000a2" };
const device = (subscriptionId: string, label: string): PushDevice => ({
  subscriptionId,
  label,
  createdAt: "2024-12-01",
  seenAt: "2024-12-09",
});

let devices: PushDevice[];
let server: ReturnType<typeof fakeServer>;
let subscription: {
  readonly options: object;
  readonly endpoint: string;
  toJSON(): object;
  unsubscribe(): Promise<boolean>;
} | null;
/** Of the next subscription. */
let endpoint: string;
const workers = new EventTarget();

/** A browser that supports push, and the member's response to its permission prompt. */
function fakeBrowser(permission: NotificationPermission, answer = permission) {
  const subscribe = vi.fn(async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
    const own = endpoint;
    subscription = {
      options: { applicationServerKey: applicationServerKey.buffer },
      endpoint: own,
      toJSON: () => ({ endpoint: own, keys: { p256dh: "p", auth: "a" } }),
      unsubscribe: async () => {
        subscription = null;
        return true;
      },
    };
    return subscription;
  });
  const registration = { pushManager: { getSubscription: async () => subscription, subscribe } };
  const requestPermission = vi.fn(async () => answer);
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission, requestPermission });
  Object.assign(navigator, {
    serviceWorker: Object.assign(workers, {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    }),
  });
  return { subscribe, requestPermission };
}

const open = (isAvailable = true) =>
  openPage({ "/": () => <DeviceBox uuid={me} isAvailable={isAvailable} /> }, "/");
const control = () => screen.findByRole<HTMLInputElement>("switch", { name: "이 기기에서 푸시 알림 받기" });
const enabled = () => waitFor(async () => expect((await control()).disabled).toBe(false));

beforeEach(() => {
  logIn();
  subscription = null;
  endpoint = "https://fcm.googleapis.com/1";
  localStorage.clear();
  devices = [device(ids.phone, "Safari · iPhone")];
  server = fakeServer();
  server.on(getPush, () => ({ available: true, publicKey, devices }));
  server.on(addPushSubscription, ({ fields }) => {
    devices = [device(ids.here, String(fields.label)), ...devices];
    return { subscriptionId: ids.here };
  });
  server.on(deletePushSubscription, ({ params }) => {
    devices = devices.filter(({ subscriptionId }) => subscriptionId !== params.subscriptionId);
    return null;
  });
});

it("subscribes this device only on a click, sends a test, and unsubscribes", async () => {
  const browser = fakeBrowser("default", "granted");
  open();
  await enabled();
  expect(browser.requestPermission).not.toHaveBeenCalled();
  expect((await control()).checked).toBe(false);
  fireEvent.click(await control());
  await screen.findByText(/^이 기기 · /);
  await waitFor(async () => expect((await control()).checked).toBe(true));
  expect(server.sent.map(({ fields }) => fields)).toEqual([
    { endpoint: "https://fcm.googleapis.com/1", keys: { p256dh: "p", auth: "a" }, label: expect.any(String) },
  ]);
  server.on(testPushSubscription, null);
  await press("테스트 알림");
  await screen.findByText("테스트 알림을 보냈어요");
  await enabled();
  fireEvent.click(await control());
  await waitFor(async () => expect((await control()).checked).toBe(false));
  expect([subscription, ownSubscription(me)]).toEqual([null, null]);
  expect(devices.map(({ subscriptionId }) => subscriptionId)).toEqual([ids.phone]);
});

it("does not subscribe when the permission is denied, and explains how to grant it", async () => {
  const { subscribe } = fakeBrowser("default", "denied");
  open();
  await enabled();
  fireEvent.click(await control());
  await screen.findByText(/^이 사이트의 알림이 브라우저에서 차단되어 있어요/);
  expect([(await control()).checked, (await control()).disabled]).toEqual([false, true]);
  expect([subscribe.mock.calls, server.sent]).toEqual([[], []]);
});

it("removes another device without a dialog", async () => {
  fakeBrowser("default");
  open();
  await screen.findByText("2024년 12월 9일 확인");
  await press("Safari · iPhone 해제");
  await waitFor(() => expect(screen.queryByText("Safari · iPhone")).toBeNull());
});

it("explains a missing switch: the server or the browser has no push", async () => {
  const { unmount } = open(false);
  await screen.findByText("지금은 푸시 알림을 사용할 수 없어요.");
  unmount();
  const other = open();
  await screen.findByText("이 브라우저는 푸시 알림을 지원하지 않아요. 알림 센터에서는 그대로 볼 수 있어요.");
  other.unmount();
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1)");
  open();
  await screen.findByText("Safari 아래쪽의 공유 버튼을 눌러요. 보이지 않으면 ⋯ 메뉴에 있어요");
  await screen.findByText("‘홈 화면에 추가’를 골라요");
  expect(screen.queryByRole("switch")).toBeNull();
  vi.restoreAllMocks();
});

it("says where an iPad has the share button, whichever user agent it sends", () => {
  Object.assign(navigator, { maxTouchPoints: 5 });
  for (const agent of [
    "Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X)",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X)",
  ]) {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(agent);
    const { unmount } = open();
    expect(screen.getByText("Safari 위쪽의 공유 버튼을 눌러요")).toBeTruthy();
    unmount();
  }
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, "maxTouchPoints");
});

it("renews a device once a day, with a new subscription for a new server key, but never an unsubscribed device", async () => {
  fakeBrowser("granted");
  await renewDevice(me);
  expect(server.seen).toEqual([]);
  localStorage.setItem(`push-device:${me}`, ids.here);
  await renewDevice(me);
  await renewDevice(me);
  expect(server.sent).toHaveLength(1);
  const first = subscription;
  vi.setSystemTime(Date.now() + 25 * 60 * 60_000);
  server.on(getPush, () => ({ available: true, publicKey: "CCCC", devices }));
  await renewDevice(me);
  expect(server.sent).toHaveLength(2);
  expect(subscription).not.toBe(first);
  vi.useRealTimers();
  localStorage.clear();
});

describe("a subscription that has ended, or has another endpoint", () => {
  const other = "https://fcm.googleapis.com/2";
  const idAfter = "00000000-0000-4000-8000-0000000000a4";
  /** The server knows the device by its first endpoint, the browser has none any more. */
  const ended = async () => {
    fakeBrowser("granted");
    await receivePushes(me, publicKey);
    endpoint = other;
    server.on(addPushSubscription, ({ fields }) => {
      const subscriptionId = fields.endpoint === other ? idAfter : ids.here;
      devices = [
        device(subscriptionId, "Chrome · Windows"),
        ...devices.filter((one) => one.subscriptionId !== subscriptionId),
      ];
      return { subscriptionId };
    });
  };
  const registered = () => devices.map(({ subscriptionId }) => subscriptionId);

  it("is replaced when the settings are opened", async () => {
    await ended();
    subscription = null;
    open();
    await waitFor(() => expect(registered()).toEqual([idAfter, ids.phone]));
    expect((await screen.findAllByText(/^이 기기 · /)).length).toBe(1);
  });

  it("is replaced before a test, which goes to the new one", async () => {
    await ended();
    open();
    await screen.findByText(/^이 기기 · /);
    subscription = null;
    const tested: unknown[] = [];
    server.on(testPushSubscription, ({ params }) => {
      tested.push(params.subscriptionId);
      return null;
    });
    await press("테스트 알림");
    await screen.findByText("테스트 알림을 보냈어요");
    expect([tested, registered()]).toEqual([[idAfter], [idAfter, ids.phone]]);
  });

  it("is replaced when the browser reports it", async () => {
    await ended();
    await renewDevice(me);
    expect(registered()).toEqual([ids.here, ids.phone]);
    subscription = null;
    workers.dispatchEvent(new MessageEvent("message", { data: "endpoint changed" }));
    await waitFor(() => expect(registered()).toEqual([idAfter, ids.phone]));
  });
});

it("removes the subscription when the session ends, and creates a new one at the next login", async () => {
  fakeBrowser("granted");
  await receivePushes(me, publicKey);
  await renewDevice("00000000-0000-4000-8000-0000000000a3");
  expect([subscription, ownSubscription(me)]).toEqual([null, ids.here]);
  await renewDevice(me);
  expect(subscription).not.toBeNull();
});

it("unsubscribes even when the server cannot be reached", async () => {
  fakeBrowser("granted");
  await receivePushes(me, publicKey);
  server.refuse(deletePushSubscription, "push-subscription-not-found");
  await stopPushes(me);
  expect([subscription, ownSubscription(me)]).toEqual([null, null]);
});

it("offers installation with a browser prompt from before the settings were opened, until the site is installed", async () => {
  keepInstallPrompt();
  const offer = () => {
    const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: vi.fn(async () => ({ outcome: "dismissed" })),
    });
    act(() => void window.dispatchEvent(event));
    return event;
  };
  const first = offer();
  expect(first.defaultPrevented).toBe(true);
  fakeBrowser("default");
  open();
  await screen.findByText("설치하면 앱 아이콘에 안 읽은 알림 수가 보여요.");
  await press("홈 화면에 설치");
  expect(first.prompt).toHaveBeenCalledOnce();
  const button = () => screen.queryByRole("button", { name: "홈 화면에 설치" });
  await waitFor(() => expect(button()).toBeNull());
  offer();
  expect(button()).not.toBeNull();
  act(() => void window.dispatchEvent(new Event("appinstalled")));
  expect(button()).toBeNull();
});
