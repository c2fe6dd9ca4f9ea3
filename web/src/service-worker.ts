/**
 * The service worker (spec/ui.md §1, spec/daily-use.md §2): caches pictures, fonts and the current build, so
 * that the app starts offline, and shows pushes (spec/notifications.md §7). It never handles `/api/`, `/oauth2/` and
 * `/login/oauth2/`, and never responds with a page or script of an older release.
 */

export {};

/** Set by services/build.mjs: the id of the build, and the files that are loaded at its start. */
declare const BUILD: string;
declare const SHELL_FILES: readonly string[];

interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface ClientMessageEvent extends ExtendableEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}
interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}
interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification;
}
interface Window {
  postMessage(message: string): void;
  focus(): Promise<Window>;
  navigate(url: string): Promise<Window | null>;
}
interface Worker {
  readonly location: Location;
  readonly navigator: Partial<Pick<Navigator, "setAppBadge">>;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled?: boolean }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<Window | null>;
  };
  readonly registration: {
    readonly navigationPreload?: { disable(): Promise<void> };
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: "install" | "activate" | "pushsubscriptionchange",
    listener: (event: ExtendableEvent) => void,
  ): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listener: (event: ClientMessageEvent) => void): void;
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: NotificationEvent) => void): void;
}
declare const self: Worker;

const shellCache = `shell-${BUILD}`;
const pictureCache = "pictures-and-fonts";
const maxEntries = 50;
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;
const storedAt = "x-stored-at";

const isServers = (path: string) =>
  /^\/(api|oauth2|login\/oauth2|dev-provider|health|metrics)(\/|$)/.test(path);
/** Their names contain a digest, so a cached copy is equal to the server's. */
const isScriptOrStyle = (path: string) => /^\/assets\/.*\.(js|css)$/.test(path);
const isPictureOrFont = (path: string) => /\.(png|jpe?g|svg|gif|webp|woff2?)$/i.test(path);

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(shellCache).then((cache) => cache.addAll([...SHELL_FILES])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name !== shellCache && name !== pictureCache);
      await Promise.all(old.map((name) => caches.delete(name)));
      // A navigation preload would request each page twice, and a login redirect is valid only once.
      await self.registration.navigationPreload?.disable();
      await self.clients.claim();
    })(),
  );
});

/**
 * Messages of pages: `build?` requests the id of the build, `activate` is sent after a click, `forget pictures` at the
 * end of a login.
 */
self.addEventListener("message", (event) => {
  const { data, ports } = event;
  if (data === "build?") ports[0]?.postMessage(BUILD);
  if (data === "activate") void self.skipWaiting();
  if (data === "forget pictures") event.waitUntil(forgetPictures());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || isServers(pathname)) return;
  if (request.mode === "navigate") event.respondWith(newestOrStored(request, "/index.html"));
  else if (pathname === "/start.js") event.respondWith(newestOrStored(request, pathname));
  else if (isPictureOrFont(pathname)) event.respondWith(pictureOrFont(event));
  else if (isScriptOrStyle(pathname)) event.respondWith(scriptOrStyle(event));
});

/** An unreadable push is shown too, because browsers revoke the permission after pushes without a notification. */
self.addEventListener("push", (event) => {
  const { title, body, tag, url, unread } = readPush(event);
  event.waitUntil(
    Promise.all([
      self.registration.showNotification(title, { body, tag, data: url, icon: "/icon-192.png" }),
      unread !== undefined && self.navigator.setAppBadge?.(unread).catch(() => undefined),
    ]),
  );
});

/** Only pages can register the new endpoint; the next page that is opened compares it. */
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(tellPages("endpoint changed"));
});

async function tellPages(message: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage(message);
}

interface Push {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly url: string;
  readonly unread?: number;
}

function readPush({ data }: PushEvent): Push {
  const unreadable = {
    title: "알고모임",
    body: "새 알림이 왔어요.",
    tag: "",
    url: "/notifications",
  };
  try {
    return { ...unreadable, ...(data?.json() as Partial<Push> | null) };
  } catch {
    return unreadable;
  }
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data ?? "/notifications")));
});

/**
 * Opens an address in an open window of the site, otherwise in a new one. Only windows controlled by this worker can be
 * navigated. A click allows one call of focus or openWindow, so a failed focus cannot be followed by openWindow.
 */
async function open(url: string): Promise<void> {
  const [window] = await self.clients.matchAll({ type: "window" });
  if (window) await (await window.focus()).navigate(url);
  else await self.clients.openWindow(url);
}

/** For files whose names contain no digest: a page, and the script that runs before it. */
async function newestOrStored(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await caches.match(path, { cacheName: shellCache, ignoreVary: true });
    if (stored) return stored;
    throw error;
  }
}

/** Caches the files of the build that are not loaded at its start when they are requested. */
async function scriptOrStyle(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(shellCache);
  const stored = await cache.match(request, { ignoreVary: true });
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.status === 200) event.waitUntil(cache.put(request, answer.clone()));
  return answer;
}

/** How often the pictures were deleted: one that was requested before is not stored afterwards. */
let forgotten = 0;

async function forgetPictures(): Promise<void> {
  forgotten += 1;
  const cache = await caches.open(pictureCache);
  for (const request of await cache.keys())
    if (new URL(request.url).pathname.startsWith("/images/")) await cache.delete(request);
}

async function pictureOrFont(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const began = forgotten;
  const cache = await caches.open(pictureCache);
  const stored = await cache.match(request);
  if (stored && Date.now() - Number(stored.headers.get(storedAt)) < maxAgeMs) return stored;
  try {
    const answer = await fetch(request);
    if (answer.status === 200 && answer.type === "basic")
      event.waitUntil(keep(cache, request, answer.clone(), () => began === forgotten));
    return answer;
  } catch (error) {
    if (stored) return stored;
    throw error;
  }
}

/** Stores a copy with its time and deletes the oldest copies above the limit. */
async function keep(
  cache: Cache,
  request: Request,
  answer: Response,
  isWanted: () => boolean,
): Promise<void> {
  const headers = new Headers(answer.headers);
  headers.set(storedAt, String(Date.now()));
  await cache.delete(request);
  await cache.put(request, new Response(await answer.blob(), { headers }));
  if (!isWanted()) await cache.delete(request);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - maxEntries)).map((key) => cache.delete(key)));
}
