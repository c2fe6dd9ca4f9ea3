import { offerNewVersion, reload } from "./new-version.ts";

/** How often an open page checks for a newer release. */
const checkEveryMs = 30 * 60_000;

/** The build of this page; services/build.mjs writes it into `index.html`. */
const ownBuild = () => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;

function buildOf(worker: ServiceWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage("build?", [port2]);
  });
}

/** Activates the worker of a newer release and reloads the page; if another tab has activated it, only reloads. */
function startWith(worker: ServiceWorker): void {
  const reloadPage = () => window.location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", reloadPage, { once: true });
  if (worker.state === "installed") worker.postMessage("activate");
  else reloadPage();
}

/** A service worker of the same build as this page takes over silently; one of another build is offered. */
async function meet(worker: ServiceWorker): Promise<void> {
  if ((await buildOf(worker)) === ownBuild()) worker.postMessage("activate");
  else offerNewVersion(() => startWith(worker));
}

/** Where service workers are blocked there may be no registration. */
function watch(registration: ServiceWorkerRegistration | undefined): void {
  if (!registration) return;
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener("statechange", () => {
      // The first worker takes over by itself.
      if (worker.state === "installed" && navigator.serviceWorker.controller) void meet(worker);
    });
  if (registration.waiting && navigator.serviceWorker.controller) void meet(registration.waiting);
  follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  // If the server is unreachable, the next check tries again.
  const check = () => void registration.update().catch(() => undefined);
  setInterval(check, checkEveryMs);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && check());
}

const fields = `textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="file"])`;

/** Whether the page has unsaved changes, or text in a field. */
function isTextOpen(): boolean {
  if (!window.dispatchEvent(new Event("beforeunload", { cancelable: true }))) return true;
  return [...document.querySelectorAll<HTMLInputElement>(fields)].some(
    ({ value, textContent }) => value || textContent,
  );
}

/** A part failed to load: if a newer release has replaced it, the page reloads once, unless a text is open. */
async function afterMissingPart(): Promise<void> {
  const page = await fetch("/index.html", { cache: "no-store" });
  const build = /<meta name="build" content="(\w+)"/.exec(await page.text())?.[1];
  if (build === undefined || build === ownBuild()) return;
  if (window.history.state?.isReloaded || isTextOpen()) offerNewVersion(reload);
  else reload();
}

/** Registers the service worker, and notices newer releases by it and by parts that are missing. */
export function follow(): void {
  // Vite reports every dynamic import that fails.
  window.addEventListener("vite:preloadError", () => void afterMissingPart().catch(() => undefined));
  // Without a worker (a private window, a full disk) everything works except offline.
  navigator.serviceWorker
    ?.register("/service-worker.js", { updateViaCache: "none" })
    .then(watch, () => undefined);
}
