import type pg from "pg";
import type { Documents } from "../documents/documents.ts";
import type { LiveStats } from "../platform/live/live.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { ReactorStatus } from "../platform/reactors/run-reactor.ts";
import type { ReadModelHealth } from "./health.ts";

interface GaugeSources {
  readonly pool: pg.Pool;
  readonly live: () => Pick<LiveStats, "connections" | "subscriptions" | "pending" | "buffered">;
  readonly documents: Documents["stats"];
  readonly readModels: () => Promise<readonly (ReadModelHealth & { readonly events: number })[]>;
  readonly reactors: () => readonly ReactorStatus[];
  readonly projector: () => string;
}

const everyMs = 5000;

/** Copies what is a state rather than an event into the metrics every five seconds. Returns how to stop. */
export function keepGauges(metrics: Metrics, sources: GaugeSources): () => void {
  const measure = () => {
    measureProcess(metrics, sources);
    // While the database cannot be reached the last values remain; the pool's gauge and health show it.
    void measureReadModels(metrics, sources).catch(() => {});
  };
  const timer = setInterval(measure, everyMs);
  timer.unref();
  measure();
  return () => clearInterval(timer);
}

function measureProcess(
  metrics: Metrics,
  { pool, live, documents, reactors, projector }: GaugeSources,
): void {
  const { connections, subscriptions, pending, buffered } = live();
  metrics.liveConnections.set(connections);
  metrics.liveSubscriptions.set(subscriptions);
  metrics.livePending.set(pending);
  metrics.liveBuffered.set(buffered);
  const { connections: writers, rooms } = documents();
  metrics.documentConnections.set(writers);
  metrics.documentRooms.set(rooms);
  metrics.poolConnections.set({ state: "idle" }, pool.idleCount);
  metrics.poolConnections.set({ state: "busy" }, pool.totalCount - pool.idleCount);
  metrics.poolConnections.set({ state: "waiting" }, pool.waitingCount);
  metrics.projectorActive.set(projector() === "active" ? 1 : 0);
  for (const { name, state, waiting, lagSeconds } of reactors()) {
    metrics.reactorWaiting.set({ reactor: name }, waiting);
    metrics.reactorLagSeconds.set({ reactor: name }, lagSeconds);
    metrics.reactorRetrying.set({ reactor: name }, state === "retrying" ? 1 : 0);
  }
}

async function measureReadModels(metrics: Metrics, { readModels }: GaugeSources): Promise<void> {
  for (const { name, state, events, lagEvents, lagSeconds } of await readModels()) {
    const labels = { projection: name };
    metrics.projectionEvents.set(labels, events);
    metrics.projectionLagEvents.set(labels, lagEvents);
    metrics.projectionLagSeconds.set(labels, lagSeconds);
    metrics.projectionStopped.set(labels, state === "stopped" ? 1 : 0);
  }
}
