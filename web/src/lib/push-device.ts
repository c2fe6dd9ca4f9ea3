import { addPushSubscription, deletePushSubscription, getPush } from "#contracts/delivery/api";
import { call, read } from "./calls/api.ts";
import { deviceLabel } from "./device-label.ts";

const entryOf = (uuid: string) => `push-device:${uuid}`;

const checkedOf = (uuid: string) => `push-checked:${uuid}`;
const checkEveryMs = 24 * 60 * 60_000;

/** The id under which the server knows this device of a member; null for none. */
export const ownSubscription = (uuid: string): string | null => localStorage.getItem(entryOf(uuid));

/** Whether this browser can show what the server pushes. */
export const canPush = (): boolean =>
  "PushManager" in window && "Notification" in window && "serviceWorker" in navigator;

export function forgetDevice(uuid: string): void {
  localStorage.removeItem(entryOf(uuid));
  localStorage.removeItem(checkedOf(uuid));
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

const keyOf = (subscription: PushSubscription): string =>
  String.fromCharCode(...new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0)));

async function present(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Subscribes this device at its push service and tells the server; one that stands already keeps its id. */
export async function receivePushes(uuid: string, publicKey: string): Promise<void> {
  const key = bytesOf(publicKey);
  const { pushManager } = await navigator.serviceWorker.ready;
  let subscription = await pushManager.getSubscription();
  // One that was made with another key of the server gets nothing more.
  if (subscription && keyOf(subscription) !== String.fromCharCode(...key)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { data } = await call(addPushSubscription, {
    body: {
      endpoint,
      keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" },
      label: deviceLabel(navigator.userAgent),
    },
  });
  localStorage.setItem(entryOf(uuid), data.subscriptionId);
  localStorage.setItem(checkedOf(uuid), String(Date.now()));
}

/** Once a day: a device that gets pushes stands at the server with its present endpoint, and has been seen. */
export async function renewDevice(uuid: string): Promise<void> {
  if (!canPush()) return;
  const subscription = await present();
  if (ownSubscription(uuid) === null) {
    // Of another member, whose login has ended here: this one is not to see what is theirs.
    await subscription?.unsubscribe();
    return;
  }
  if (subscription && Date.now() - Number(localStorage.getItem(checkedOf(uuid))) < checkEveryMs) return;
  const { publicKey } = await read(getPush, {});
  if (publicKey !== null) await receivePushes(uuid, publicKey);
}

/** What this device shows at present of one notification, or of all. */
export async function shownNotifications(tag?: string): Promise<readonly Notification[]> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.getNotifications?.(tag === undefined ? {} : { tag })) ?? [];
}

/** Nothing more is sent to this device; a server that cannot be reached finds the subscription gone. */
export async function stopPushes(uuid: string): Promise<void> {
  const subscriptionId = ownSubscription(uuid);
  forgetDevice(uuid);
  if (subscriptionId !== null)
    await call(deletePushSubscription, { params: { subscriptionId } }).catch(() => undefined);
  if (canPush()) await (await present())?.unsubscribe();
}
