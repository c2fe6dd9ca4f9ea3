import type { ReadModelHealth } from "./health.ts";
import type { LiveStats } from "./platform/live/live.ts";
import type { Metrics } from "./platform/metrics.ts";
import type { ReactorStatus } from "./platform/reactors/reactor-lane.ts";

interface GaugeSources {
  readonly live: () => LiveStats;
  readonly readModels: () => Promise<readonly (ReadModelHealth & { readonly events: number })[]>;
  readonly reactors: () => readonly ReactorStatus[];
  readonly projector: () => string;
}

const everyMs = 5000;

/** Reads what is a state rather than an event into the metrics, now and then. Returns how to stop. */
export function keepGauges(metrics: Metrics, sources: GaugeSources): () => void {
  const measure = async () => {
    const { pending, buffered } = sources.live();
    metrics.livePending.set(pending);
    metrics.liveBuffered.set(buffered);
    metrics.projectorActive.set(sources.projector() === "active" ? 1 : 0);
    for (const { name, state, waiting, lagSeconds } of sources.reactors()) {
      metrics.reactorWaiting.set({ reactor: name }, waiting);
      metrics.reactorLagSeconds.set({ reactor: name }, lagSeconds);
      metrics.reactorRetrying.set({ reactor: name }, state === "retrying" ? 1 : 0);
    }
    for (const { name, state, events, lagEvents, lagSeconds } of await sources.readModels()) {
      const labels = { projection: name };
      metrics.projectionEvents.set(labels, events);
      metrics.projectionLagEvents.set(labels, lagEvents);
      metrics.projectionLagSeconds.set(labels, lagSeconds);
      metrics.projectionStopped.set(labels, state === "stopped" ? 1 : 0);
    }
  };
  // While the database is away the last values stand; the pool and health tell of it.
  const timer = setInterval(() => void measure().catch(() => {}), everyMs);
  timer.unref();
  void measure().catch(() => {});
  return () => clearInterval(timer);
}
