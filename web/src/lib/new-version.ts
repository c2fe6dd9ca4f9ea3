import { useSyncExternalStore } from "react";
import { changeSignal } from "./change-signal.ts";

/** How often an open page checks for a newer release. */
const checkEveryMs = 30 * 60_000;

let waiting: ServiceWorker | null = null;
const changes = changeSignal();

/** The build of this page; services/build.mjs writes it into `index.html`. */
const ownBuild = () => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;

function buildOf(worker: ServiceWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage("build?", [port2]);
  });
}

/** A service worker of the same build as this page takes over silently; one of another build is offered. */
async function meet(worker: ServiceWorker): Promise<void> {
  if ((await buildOf(worker)) === ownBuild()) {
    worker.postMessage("activate");
    return;
  }
  waiting = worker;
  changes.notify();
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

/** Registers the service worker once the page is loaded, and checks for newer releases. */
export function followReleases(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () =>
    navigator.serviceWorker
      .register("/service-worker.js", { updateViaCache: "none" })
      // Without a worker (a private window, a full disk) everything works except offline.
      .then(watch, () => undefined);
  if (document.readyState === "complete") void register();
  else window.addEventListener("load", () => void register(), { once: true });
}

/** Whether a newer release waits for `startNewVersion`. */
export const useNewVersion = (): boolean => useSyncExternalStore(changes.subscribe, () => waiting !== null);

/** Activates the newer release and reloads the page; if another tab has activated it, only reloads. */
export function startNewVersion(): void {
  const reload = () => window.location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  if (waiting?.state === "installed") waiting.postMessage("activate");
  else reload();
}
