import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { droppedLines } from "./logging.ts";

/** Prometheus metrics of one process (served at /metrics). */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const calls = new Histogram({
    name: "algomoim_call_seconds",
    help: "Time to answer an API call, read-your-writes wait included",
    labelNames: ["endpoint", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const results = new Counter({
    name: "algomoim_call_results_total",
    help: "API calls by result: ok or the refusal's code",
    labelNames: ["endpoint", "result"],
    registers,
  });
  const documentSaves = new Histogram({
    name: "algomoim_document_save_seconds",
    help: "Time to keep what was written in a document: kept, refused (full, too-many), lost or failed",
    labelNames: ["result"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const documentUpdates = new Counter({
    name: "algomoim_document_updates_total",
    help: "Updates of documents taken from clients; several are kept in one save",
    registers,
  });
  const appends = new Histogram({
    name: "algomoim_append_seconds",
    help: "Time to append one command's events: appended, repeated, wrong-revision, unavailable or failed",
    labelNames: ["result"],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const liveLag = new Histogram({
    name: "algomoim_live_lag_seconds",
    help: "From an event's time until its names were let go to those who watch",
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30],
    registers,
  });
  const liveMessages = new Counter({
    name: "algomoim_live_messages_total",
    help: "Messages handed to live websockets",
    registers,
  });
  const liveClosed = new Counter({
    name: "algomoim_live_closed_total",
    help: "Live websockets closed, by close code",
    labelNames: ["code"],
    registers,
  });
  new Counter({
    name: "algomoim_log_dropped_lines_total",
    help: "Lines of the log that nothing took: a full disk, a pipe that is not read",
    registers,
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    registry,
    observeCall(call: { endpoint: string; status: number; result: string; milliseconds: number }) {
      calls.observe({ endpoint: call.endpoint, status: String(call.status) }, call.milliseconds / 1000);
      results.inc({ endpoint: call.endpoint, result: call.result });
    },
    observeAppend: (result: string, milliseconds: number) => appends.observe({ result }, milliseconds / 1000),
    live: {
      sent: (messages: number) => liveMessages.inc(messages),
      closed: (code: number) => liveClosed.inc({ code }),
      released: (milliseconds: number) => liveLag.observe(Math.max(0, milliseconds) / 1000),
    },
    documentUpdated: () => documentUpdates.inc(),
    documentSaved: (result: string, milliseconds: number) =>
      documentSaves.observe({ result }, milliseconds / 1000),
    documentConnections: gauge("algomoim_document_connections", "Open websockets of documents"),
    documentRooms: gauge("algomoim_document_rooms", "Documents that somebody is in", ["kind"]),
    liveConnections: gauge("algomoim_live_connections", "Open live websockets"),
    liveSubscriptions: gauge("algomoim_live_subscriptions", "Watched live channels over all websockets"),
    livePending: gauge("algomoim_live_pending_messages", "Messages that wait for slow clients"),
    liveBuffered: gauge("algomoim_live_buffered_bytes", "Bytes handed to live websockets that have not left"),
    projectionEvents: gauge(
      "algomoim_projection_events",
      "Events delivered to a read model since the start of the log; its rate is the projector's",
      ["projection"],
    ),
    projectionLagEvents: gauge(
      "algomoim_projection_lag_events",
      "Events a read model is behind the log, counted up to 1000",
      ["projection"],
    ),
    projectionLagSeconds: gauge(
      "algomoim_projection_lag_seconds",
      "Age of the oldest event a read model lacks",
      ["projection"],
    ),
    projectionStopped: gauge("algomoim_projection_stopped", "1 when a read model stopped at a poison event", [
      "projection",
    ]),
    projectorActive: gauge("algomoim_projector_active", "1 in the process that writes the read models"),
    reactorWaiting: gauge("algomoim_reactor_waiting_events", "Events a reactor has not reacted to yet", [
      "reactor",
    ]),
    reactorLagSeconds: gauge("algomoim_reactor_lag_seconds", "Age of the oldest of them", ["reactor"]),
    reactorRetrying: gauge("algomoim_reactor_retrying", "1 while a reactor's last attempt failed", [
      "reactor",
    ]),
    poolConnections: gauge("algomoim_pool_connections", "Postgres connections", ["state"]),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
