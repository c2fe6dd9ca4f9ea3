import { addPushSubscription, deletePushSubscription, getPush } from "#contracts/delivery/api";
import { call, read } from "./calls/api.ts";
import { deviceLabel } from "./device-label.ts";
import { deviceEntries } from "./storage/entries.ts";

const checkEveryMs = 24 * 60 * 60_000;

const entryOf = (uuid: string) => `push-device:${uuid}`;
/** When this device was registered last, and its endpoint then. */
const checkedOf = (uuid: string) => `push-checked:${uuid}`;

/** The id of this device's subscription at the server; null without one. */
export const ownSubscription = (uuid: string): string | null => deviceEntries.get(entryOf(uuid));

/** Whether this browser can show push notifications. */
export const canPush = (): boolean =>
  "PushManager" in window && "Notification" in window && "serviceWorker" in navigator;

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

const keyOf = (subscription: PushSubscription): string =>
  String.fromCharCode(...new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0)));

async function present(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Subscribes this device at its push service and registers it; a registered one keeps its id. */
export async function receivePushes(uuid: string, publicKey: string): Promise<void> {
  const key = bytesOf(publicKey);
  const { pushManager } = await navigator.serviceWorker.ready;
  let subscription = await pushManager.getSubscription();
  // A subscription with another server key gets no notifications.
  if (subscription && keyOf(subscription) !== String.fromCharCode(...key)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const former = ownSubscription(uuid);
  const { data } = await call(addPushSubscription, {
    body: {
      endpoint,
      keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" },
      label: deviceLabel(navigator.userAgent),
    },
  });
  deviceEntries.set(entryOf(uuid), data.subscriptionId);
  deviceEntries.set(checkedOf(uuid), `${Date.now()} ${endpoint}`);
  if (former !== null && former !== data.subscriptionId) await remove(former);
}

const remove = (subscriptionId: string) =>
  call(deletePushSubscription, { params: { subscriptionId } }).catch(() => undefined);

/** Whose device is renewed when the browser reports another endpoint. */
let follower: string | undefined;

function followEndpoint(uuid: string): void {
  if (follower === undefined)
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (data === "endpoint changed" && follower) void renewDevice(follower).catch(() => undefined);
    });
  follower = uuid;
}

/**
 * Registers a subscribed device again if its endpoint is missing or another one; once a day in any case, which renews
 * its last use.
 */
export async function renewDevice(uuid: string): Promise<void> {
  if (!canPush()) return;
  followEndpoint(uuid);
  const subscription = await present();
  if (ownSubscription(uuid) === null) {
    // The subscription of another member whose session has ended here must not show their notifications.
    await subscription?.unsubscribe();
    return;
  }
  const [at, endpoint] = deviceEntries.get(checkedOf(uuid))?.split(" ") ?? [];
  if (subscription?.endpoint === endpoint && Date.now() - Number(at) < checkEveryMs) return;
  const { publicKey } = await read(getPush, {});
  if (publicKey !== null) await receivePushes(uuid, publicKey);
}

/** The system notifications that this device shows, with one id or all. */
export async function shownNotifications(tag?: string): Promise<readonly Notification[]> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.getNotifications?.(tag === undefined ? {} : { tag })) ?? [];
}

/** Unsubscribes this device; an unreachable server learns it from the push service. */
export async function stopPushes(uuid: string): Promise<void> {
  const subscriptionId = ownSubscription(uuid);
  deviceEntries.remove(entryOf(uuid));
  deviceEntries.remove(checkedOf(uuid));
  if (subscriptionId !== null) await remove(subscriptionId);
  if (canPush()) await (await present())?.unsubscribe();
}
