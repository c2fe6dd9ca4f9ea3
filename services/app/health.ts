import type { Router } from "express";
import type pg from "pg";
import type { Registry } from "prom-client";
import { LogBehind } from "../event-store/event-store.ts";
import { within } from "../event-store/time-budget.ts";
import type { ProviderError } from "../identity/identity.ts";
import type { ClockState } from "../platform/clock.ts";
import { diskFullSentence, isDiskFull } from "../platform/database/disk.ts";
import { exactRouter } from "../platform/http/exact-router.ts";
import type { ReactorStatus } from "../platform/reactors/running-reactor.ts";
import { eventsOf, type Lag } from "./read-model-lag.ts";
import { type Behind, sentenceOf } from "./read-model-watch.ts";

export interface ReadModelHealth extends Lag {
  readonly name: string;
  readonly state: string;
}

export interface HealthSources {
  readonly pool: pg.Pool;
  /** Resolves when the event store responds. */
  readonly checkEventStore: () => Promise<unknown>;
  /** Whether the log ends before the read models. Asks the database, too. */
  readonly isLogBehind: () => Promise<boolean>;
  /** False once the process has begun to shut down. */
  readonly isOpen: () => boolean;
  /** `active`, `standby` or `off`: whether this process writes the read models. */
  readonly projector: () => string;
  readonly readModels: () => Promise<readonly ReadModelHealth[]>;
  /** A failing reactor is shown and retried; requests are served meanwhile. */
  readonly reactors: () => readonly ReactorStatus[];
  /** Whether notifications are sent, and what is due; informational. */
  readonly notifications: () => Promise<object>;
  /** Items that are due by time and not recorded. */
  readonly clocks: () => Promise<readonly ClockState[]>;
  /** Whether the read models lag (read-model-watch.ts). */
  readonly behind: () => Behind | undefined;
  /** Whether the demo is still to be written. */
  readonly isDemoDue: () => boolean;
  /** Fault of the login provider; existing sessions stay valid. */
  readonly loginProvider: () => Promise<ProviderError | undefined>;
  /** Why pictures can be neither shown nor stored, in one sentence. */
  readonly pictures: () => Promise<string | undefined>;
  readonly metrics: Registry;
}

const timeoutMs = 2000;
/** By then an item has failed four times, or no process records. */
const overdueSeconds = 15 * 60;

/** Fewer are a burst of commands, or the last part of a rebuild. */
const farBehind = 1000;

/** The lag of the read model that is furthest behind; undefined if all are near the head of the log. */
function lagToCatchUp(readModels: readonly ReadModelHealth[]): Lag | undefined {
  const far = readModels.filter(
    (one) => one.state !== "stopped" && (one.isCapped || one.lagEvents >= farBehind),
  );
  return far.sort((one, other) => other.lagEvents - one.lagEvents)[0];
}

const catchingUpSentence = (lag: Lag) =>
  `The read models are catching up with the log: ${eventsOf(lag)} are missing in what is shown.`;

const answered = <T>(work: Promise<T>): Promise<T> => within(timeoutMs, work, () => new Error("no answer"));

const reaches = (work: Promise<unknown>) =>
  answered(work).then(
    () => "ok" as const,
    () => "unreachable" as const,
  );

/**
 * `/health/live`: the process responds. `/health/serving`: for proxies, 503 only while the process closes, because
 * without its database it still serves pages and answers for itself. `/health/ready`: it can serve requests (200, `ok`
 * or `degraded`) or not (503). `degraded` is a state that all processes share, such as a read model stopped at an event:
 * removing all of them would close the site. `/metrics`: Prometheus.
 */
export function operations(sources: HealthSources): Router {
  const { pool, isOpen, metrics } = sources;
  const router = exactRouter();
  router.get("/health/live", (_request, response) => void response.json({ status: "ok" }));
  router.get("/health/serving", (_request, response) => {
    response.status(isOpen() ? 200 : 503).json({ status: isOpen() ? "ok" : "closing" });
  });
  router.get("/health/ready", async (_request, response) => {
    const [database, eventStore, isBehind, isFull, provider, noPictures, notifications, clocks] =
      await Promise.all([
        reaches(pool.query("SELECT 1")),
        reaches(sources.checkEventStore()),
        answered(sources.isLogBehind()).catch(() => false),
        answered(isDiskFull(pool)).catch(() => false),
        answered(sources.loginProvider()).catch(() => ({ cause: "no answer" })),
        answered(sources.pictures()).catch(() => "The bucket of PICTURES did not answer in time."),
        answered(sources.notifications()).catch(() => null),
        answered(sources.clocks()).catch(() => null),
      ]);
    const behind = sources.behind();
    const isDemoDue = sources.isDemoDue();
    const isReady = isOpen() && database === "ok" && !isBehind;
    const readModels =
      isReady && eventStore === "ok" ? await answered(sources.readModels()).catch(() => []) : [];
    const reactors = sources.reactors();
    const lacking = lagToCatchUp(readModels);
    const isHealthy =
      eventStore === "ok" &&
      readModels.length > 0 &&
      readModels.every(({ state }) => state !== "stopped") &&
      reactors.every(({ state }) => state === "running") &&
      clocks?.every(({ oldestDueSeconds }) => oldestDueSeconds <= overdueSeconds) &&
      !(isFull || behind || lacking || isDemoDue || provider || noPictures);
    const reason =
      (isBehind && { reason: "log-behind", sentence: new LogBehind().message }) ||
      (isFull && { reason: "disk-full", sentence: diskFullSentence }) ||
      (behind === "no-projector" && { reason: behind, sentence: sentenceOf[behind] }) ||
      (lacking && { reason: "catching-up", sentence: catchingUpSentence(lacking) }) ||
      (behind && { reason: behind, sentence: sentenceOf[behind] }) ||
      (isDemoDue && { reason: "demo", sentence: "The demo is being written." });
    response.status(isReady ? 200 : 503).json({
      status: !isReady ? "unready" : isHealthy ? "ok" : "degraded",
      ...reason,
      database,
      eventStore: isBehind ? "log-behind" : eventStore,
      projector: sources.projector(),
      loginProvider: provider ? { state: "unusable", ...provider } : { state: "ok" },
      pictures: noPictures ? { state: "unusable", sentence: noPictures } : { state: "ok" },
      readModels,
      reactors,
      notifications,
      clocks,
    });
  });
  router.get("/metrics", async (_request, response) => {
    response.type(metrics.contentType).send(await metrics.metrics());
  });
  return router;
}
