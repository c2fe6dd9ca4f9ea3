import { type BrowserContext, expect, type Page, type Worker } from "@playwright/test";
import type { PushService, ReceivedPush } from "../push-service/push-service.ts";

type Payload = ReceivedPush["payload"];

/** The result of `subscribe()` in a page; the browser itself would contact its vendor's push service. */
function subscribeAt(given: { endpoint: string; keys: { p256dh: string; auth: string } }): void {
  let own: object | null = null;
  const subscription = {
    options: {},
    endpoint: given.endpoint,
    toJSON: () => given,
    async unsubscribe() {
      own = null;
      return true;
    },
  };
  PushManager.prototype.getSubscription = async () => own as PushSubscription | null;
  PushManager.prototype.subscribe = async ({ applicationServerKey } = {}) => {
    own = { ...subscription, options: { applicationServerKey } };
    return own as PushSubscription;
  };
}

/** Recorded by the worker's own globals in `pressed`. */
interface Pressed {
  badge?: number;
  opened?: string;
  /** Number of completed `showNotification` calls. */
  shows: number;
}

/**
 * Records clicks on notifications instead of performing them: without a real click, a browser refuses a worker to focus
 * or open a window.
 */
function recordPresses(): void {
  const worker = globalThis as never as EventTarget & {
    pressed: Pressed;
    navigator: { setAppBadge: (count: number) => Promise<void> };
    clients: { openWindow: (url: string) => Promise<null> };
    WindowClient: { prototype: { focus(): Promise<unknown> } };
    registration: ServiceWorkerRegistration;
  };
  worker.pressed = { shows: 0 };
  const show = worker.registration.showNotification.bind(worker.registration);
  worker.registration.showNotification = async (title, options) => {
    await show(title, options);
    worker.pressed.shows += 1;
  };
  worker.navigator.setAppBadge = async (count) => {
    worker.pressed.badge = count;
  };
  let isUsed = false;
  worker.clients.openWindow = async (url) => {
    if (isUsed) throw new Error("the press was used");
    worker.pressed.opened = url;
    return null;
  };
  worker.WindowClient.prototype.focus = async function focus() {
    isUsed = true;
    return this;
  };
  worker.addEventListener("notificationclick", () => {
    isUsed = false;
  });
}

/**
 * A browser whose device is subscribed at the push service of the tests; pushes that arrive there are passed to its
 * worker.
 */
export async function pushBrowser(context: BrowserContext, page: Page, service: PushService) {
  const { id, ...subscription } = service.subscribe();
  await context.addInitScript(subscribeAt, subscription);
  const { origin } = new URL(page.url());
  await context.grantPermissions(["notifications"], { origin });
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const session = await context.newCDPSession(page);
  let registrationId = "";
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    registrationId = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)?.registrationId ?? "";
  });
  await session.send("ServiceWorker.enable");
  await expect.poll(() => registrationId).not.toBe("");
  const worker = context.serviceWorkers()[0] as Worker;
  await worker.evaluate(recordPresses);
  const pressed = () => worker.evaluate(() => (globalThis as never as { pressed: Pressed }).pressed);

  return {
    /** Pushes sent to this device. */
    arrived: (): Payload[] =>
      service.received.filter(({ subscription: of }) => of === id).map(({ payload }) => payload),
    /**
     * Passes a push to the browser and waits until it is shown: Chromium drops a notification if `getNotifications` is
     * called while it is about to be shown.
     */
    async deliver(data: string) {
      const { shows } = await pressed();
      await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
      await expect.poll(async () => (await pressed()).shows).toBe(shows + 1);
    },
    shown: () =>
      worker.evaluate(async () => {
        const { registration } = globalThis as never as { registration: ServiceWorkerRegistration };
        return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
      }),
    /** Simulates a click on a shown notification. */
    press: (tag: string) =>
      worker.evaluate(async (wanted) => {
        const scope = globalThis as never as { registration: ServiceWorkerRegistration } & EventTarget & {
            NotificationEvent: new (type: string, init: object) => Event;
          };
        const [notification] = await scope.registration.getNotifications({ tag: wanted });
        scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
      }, tag),
    /** Windows of the site that the worker may navigate. */
    windows: () =>
      worker.evaluate(async () => {
        const { clients } = globalThis as never as { clients: { matchAll(): Promise<readonly object[]> } };
        return (await clients.matchAll()).length;
      }),
    pressed,
  };
}
