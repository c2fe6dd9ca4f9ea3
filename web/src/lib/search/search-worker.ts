import { seoulDate } from "#contracts/dates";
import { createSearchHost, type SearchHost } from "./search-host.ts";
import { openSearchStore } from "./search-store.ts";

/** A call from the page: a method of the host. */
interface WorkerCall {
  readonly id: number;
  readonly method: keyof SearchHost;
  readonly args: readonly unknown[];
}

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("search") : undefined;
const host = createSearchHost({
  openStore: openSearchStore,
  today: () => seoulDate(new Date()),
  onSaved: (memberId) => channel?.postMessage(memberId),
});
channel?.addEventListener("message", ({ data }) => host.savedByOtherTab(String(data)));

addEventListener("message", async ({ data }: MessageEvent<WorkerCall>) => {
  const { id, method, args } = data;
  try {
    const value = await (host[method] as (...args: readonly unknown[]) => unknown)(...args);
    postMessage({ id, value });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
