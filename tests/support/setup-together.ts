import { afterAll, vi } from "vitest";

/**
 * Runs before and after each file of those that share a process: modules of the product are reloaded, and remains of a
 * page are removed. Assignments to `window` or a prototype, listeners there and timers stay: a spec removes those
 * itself.
 */
vi.resetModules();

afterAll(() => {
  endLogs();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (typeof document === "undefined") return;
  for (const node of [document.documentElement, document.body])
    for (const { name } of [...node.attributes]) node.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  document.title = "";
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split("; ")) forget(cookie);
  history.replaceState(null, "", "/");
});

/** Each file has a log of its own, which would otherwise wait for the end of the shared process. */
function endLogs(): void {
  for (const listener of process.listeners("exit")) {
    if (listener.name !== "flushSync") continue;
    process.off("exit", listener);
    listener(0);
  }
}

function forget(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = `${cookie.split("=")[0]}=; Path=/; Max-Age=0`;
}
