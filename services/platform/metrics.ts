import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { droppedLines } from "./logging.ts";

const timeBuckets = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const lagBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30];

function countDroppedLines(registry: Registry): void {
  new Counter({
    name: "algomoim_log_dropped_lines_total",
    help: "Lines of the log that were not taken: a full disk, a pipe that is not read",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
}

/** Metrics of notifications and their deliveries. */
function notificationMetrics(
  counter: (name: string, help: string, labelNames: string[]) => Counter,
  histogram: (name: string, help: string, labelNames: string[]) => Histogram,
) {
  const deliveries = counter(
    "deliveries_total",
    "Deliveries by how an attempt ended: sent, dropped, failed, unknown or retried",
    ["channel", "result"],
  );
  const deliverySeconds = histogram("delivery_seconds", "Time of an attempt to deliver", ["channel"]);
  const digests = counter(
    "digests_total",
    "Digests by mail by how they ended: sent, failed, unknown, missed, bounced, or why there was none",
    ["result"],
  );
  // Initialised, because `increase` in an alert does not see the first value of a series.
  digests.inc({ result: "missed" }, 0);
  for (const channel of ["push", "mail", "discord"]) deliveries.inc({ channel, result: "failed" }, 0);
  const notifications = counter(
    "notifications_total",
    "What became of events for each recipient: raised, collapsed, muted or capped; stale ones once per event",
    ["kind", "result"],
  );
  return {
    delivered({ channel, result, milliseconds }: { channel: string; result: string; milliseconds?: number }) {
      deliveries.inc({ channel, result });
      if (milliseconds !== undefined) deliverySeconds.observe({ channel }, milliseconds / 1000);
    },
    digested: (result: string) => digests.inc({ result }),
    notified: (kind: string, result: string) => notifications.inc({ kind, result }),
  };
}

/** Prometheus metrics of one process (served at /metrics). */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const histogram = (name: string, help: string, labelNames: string[], buckets = timeBuckets) =>
    new Histogram({ name: `algomoim_${name}`, help, labelNames, buckets, registers });
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `algomoim_${name}`, help, labelNames, registers });

  const calls = histogram("call_seconds", "Time to answer an API call, read-your-writes wait included", [
    "endpoint",
    "status",
  ]);
  const today = histogram("today_seconds", "Time to answer what is going on in a member's teams", []);
  const results = counter("call_results_total", "API calls by result: ok or the refusal's code", [
    "endpoint",
    "result",
  ]);
  const documentSaves = histogram(
    "document_save_seconds",
    "Time to store an update of a document: kept, full or failed",
    ["result"],
  );
  const documentUpdates = counter("document_updates_total", "Updates of documents stored for clients");
  const appends = histogram(
    "append_seconds",
    "Time to append one command's events: appended, repeated, wrong-revision, unavailable or failed",
    ["result"],
  );
  const liveLag = histogram(
    "live_lag_seconds",
    "From an event's time until the names of its channels were sent",
    [],
    lagBuckets,
  );
  const liveMessages = counter("live_messages_total", "Messages handed to live websockets");
  const liveClosed = counter("live_closed_total", "Live websockets closed, by close code", ["code"]);
  const quotaRefusals = counter(
    "quota_refusals_total",
    "Calls refused because a member's quota was used up",
    ["kind"],
  );
  const invitationsCreated = counter("invitations_created_total", "Invitation links made");
  const invitationJoins = counter(
    "invitation_joins_total",
    "Joins by invitation by result: ok or the refusal's code",
    ["result"],
  );
  const searchFeedItems = counter(
    "search_feed_items_total",
    "Articles and problems, also deleted ones, that indexes in browsers were fed",
  );
  const clockFailures = counter(
    "clock_failures_total",
    "Items of a clock that failed, and its failed looks for what is due",
    ["clock"],
  );
  const socketRefusals = counter(
    "socket_refusals_total",
    "Refused by limit: inAll and perAddress of websockets, subscriptions of them, http connections",
    ["limit"],
  );
  countDroppedLines(registry);
  return {
    registry,
    observeCall(call: { endpoint: string; status: number; result: string; milliseconds: number }) {
      if (call.endpoint === "getToday") today.observe(call.milliseconds / 1000);
      calls.observe({ endpoint: call.endpoint, status: String(call.status) }, call.milliseconds / 1000);
      results.inc({ endpoint: call.endpoint, result: call.result });
    },
    observeAppend: (result: string, milliseconds: number) => appends.observe({ result }, milliseconds / 1000),
    live: {
      sent: (messages: number) => liveMessages.inc(messages),
      subscriptionRefused: () => socketRefusals.inc({ limit: "subscriptions" }),
      closed: (code: number) => liveClosed.inc({ code }),
      released: (milliseconds: number) => liveLag.observe(Math.max(0, milliseconds) / 1000),
    },
    quotaRefused: (kind: string) => quotaRefusals.inc({ kind }),
    ...notificationMetrics(counter, histogram),
    socketRefused: (limit: string) => socketRefusals.inc({ limit }),
    invitations: {
      created: () => invitationsCreated.inc(),
      joined: (result: string) => invitationJoins.inc({ result }),
    },
    searchFed: (items: number) => searchFeedItems.inc(items),
    clockFailed: (clock: string, times = 1) => clockFailures.inc({ clock }, times),
    documentUpdated: () => documentUpdates.inc(),
    documentSaved: (result: string, milliseconds: number) =>
      documentSaves.observe({ result }, milliseconds / 1000),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
