import { SearchHost } from "./search-host.ts";
import { openSearchStore } from "./search-store.ts";

/** A call from the page: a method of the host. */
interface WorkerCall {
  readonly id: number;
  readonly method: keyof SearchHost;
  readonly args: readonly unknown[];
  /** The day by the server's clock, which only the page knows. */
  readonly today: string;
}

const channel = typeof BroadcastChannel !== "undefined" ? new BroadcastChannel("search") : undefined;
let today = "";
const host = new SearchHost({
  openStore: openSearchStore,
  today: () => today,
  onSaved: (memberId) => channel?.postMessage(memberId),
});
channel?.addEventListener("message", ({ data }) => host.savedByOtherTab(String(data)));

addEventListener("message", async ({ data }: MessageEvent<WorkerCall>) => {
  const { id, method, args } = data;
  today = data.today;
  try {
    const value = await (host[method] as (...args: readonly unknown[]) => unknown)(...args);
    postMessage({ id, value });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
