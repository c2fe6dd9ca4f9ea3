import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

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
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    registry,
    observeCall(call: { endpoint: string; status: number; result: string; milliseconds: number }) {
      calls.observe({ endpoint: call.endpoint, status: String(call.status) }, call.milliseconds / 1000);
      results.inc({ endpoint: call.endpoint, result: call.result });
    },
    documentUpdated: () => documentUpdates.inc(),
    documentSaved: (result: string, milliseconds: number) =>
      documentSaves.observe({ result }, milliseconds / 1000),
    documentConnections: gauge("algomoim_document_connections", "Open websockets of documents"),
    documentRooms: gauge("algomoim_document_rooms", "Documents that somebody is in", ["kind"]),
    liveConnections: gauge("algomoim_live_connections", "Open live websockets"),
    liveSubscriptions: gauge("algomoim_live_subscriptions", "Watched live channels over all websockets"),
    projectionLagEvents: gauge("algomoim_projection_lag_events", "Events a read model is behind the log", [
      "projection",
    ]),
    projectionStopped: gauge("algomoim_projection_stopped", "1 when a read model stopped at a poison event", [
      "projection",
    ]),
    poolConnections: gauge("algomoim_pool_connections", "Postgres connections", ["state"]),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
