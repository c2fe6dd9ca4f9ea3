import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { documentsPath } from "#contracts/documents/api";
import { hasMembers, readMemberState } from "#projections/member-card";
import { readModelRows } from "#projections/projector/checkpoints";
import { isHeld } from "#projections/projector/lease";
import { createProgress } from "#projections/projector/progress";
import { prepareReadModels } from "#projections/projector/schema";
import type { ProjectorLog } from "#projections/projector/status";
import { readModels } from "#projections/read-models";
import { assertNoneNewer } from "#projections/rebuild";
import { createProjector } from "#projections/runner";
import { writeDemo } from "../demo/demo.ts";
import { createDrafts } from "../drafts/drafts.ts";
import { type Checkpoint, type OwnedEventStore, StoreUnavailable } from "../event-store/event-store.ts";
import { listeningOn } from "../event-store/listening.ts";
import { leftOf } from "../event-store/time-budget.ts";
import { createIdentity } from "../identity/identity.ts";
import { type KnownMembers, knownMembers } from "../identity/known-members.ts";
import type { PictureStore } from "../images/picture-store.ts";
import { recordUses } from "../images/picture-uses.ts";
import { memberPhaseOf } from "../member/facts.ts";
import type { Config } from "../platform/config.ts";
import { assertUnlocked } from "../platform/database/exclusive.ts";
import { createSanitiser } from "../platform/html/sanitiser.ts";
import { limitConnections } from "../platform/http/connections.ts";
import type { Route } from "../platform/http/route.ts";
import { securityHeaders } from "../platform/http/security-headers.ts";
import { answerUnreadable, closeServer, listen } from "../platform/http/server.ts";
import { limitUpgrades } from "../platform/live/upgrades.ts";
import type { Logger } from "../platform/logging.ts";
import { measured } from "../platform/measured-store.ts";
import { createMetrics } from "../platform/metrics.ts";
import { createQuotas } from "../platform/quotas.ts";
import { postgresReactorPositions } from "../platform/reactors/positions.ts";
import { createReactors } from "../platform/reactors/reactors.ts";
import { recordSpan, startTracing, stopTracing } from "../platform/tracing.ts";
import { application } from "./application.ts";
import { clocksFor } from "./clocks.ts";
import { deliveringReactors, deliveryFor } from "./delivery.ts";
import { registerGauges } from "./gauges.ts";
import { notifyingReactors } from "./inbox.ts";
import { openPictures } from "./pictures.ts";
import type { ProcessContext, StartOptions } from "./process-context.ts";
import { prunePeriodically } from "./pruning.ts";
import { allReactors } from "./reactors.ts";
import { readModelsOf } from "./read-model-lag.ts";
import { readModelWatch } from "./read-model-watch.ts";
import { allRoutes } from "./routes.ts";
import { documentsFor, liveFor } from "./sockets.ts";
import { openStorage } from "./storage.ts";

export interface System {
  /** Public URL. */
  readonly url: URL;
  readonly routes: readonly Route[];
  /** Resolves once the demo is written, or a first attempt at it has failed. */
  readonly demoTried: Promise<void>;
  /** Completes requests in progress, closes websockets, then everything else. */
  close(): Promise<void>;
}

/** Composes the product and starts to serve (docs/architecture.md). */
export async function start(config: Config, options: StartOptions): Promise<System> {
  const { log } = options;
  const metrics = createMetrics();
  if (config.tracesEndpoint) await startTracing(config.tracesEndpoint, log);
  const opened = await openStorage(config, log, assertUnlocked);
  const storage = { ...opened, store: measured(opened.store, metrics.observeAppend) };
  const { pool } = storage.database;
  const progress = createProgress({ store: storage.store, pool, listening: listeningOn(pool) });
  const projector = createProjector({
    store: storage.store,
    pool,
    replay: storage.replay,
    log: projectorLog(log),
    onMoved(checkpoint, events, began) {
      for (const { meta } of events) recordSpan("projection", meta.traceparent, began);
      progress.advanceTo(checkpoint);
    },
  });
  let pictures: PictureStore | undefined;
  try {
    await assertUsable(config, opened.log, log);
    pictures = await openPictures(config, pool, log);
    await prepareReadModels(pool, readModels, storage.store.start);
    await assertNoneNewer({ pool }, readModels);
    if (config.role !== "api") projector.start();
    await progress.start();
    const server = await listen(config);
    // Nothing is awaited from here on: a request that has already arrived finds the complete application.
    const url = config.publicUrl ?? new URL(`http://localhost:${(server.address() as AddressInfo).port}`);
    return assemble({
      config,
      options,
      now: options.now ?? (() => new Date()),
      metrics,
      storage,
      pictures,
      projector,
      // Within the time limit of a call (application.ts).
      progress: { ...progress, waitFor: (checkpoint, ms) => progress.waitFor(checkpoint, leftOf(ms)) },
      server,
      url,
    });
  } catch (error) {
    await progress.stop();
    await projector.stop();
    await pictures?.close();
    await storage.close();
    await stopTracing();
    throw error;
  }
}

/** A wrong setting of another event store ends the start. An unreachable one may recover (docs/decisions/operations.md). */
async function assertUsable({ eventStore }: Config, store: OwnedEventStore, log: Logger): Promise<void> {
  if (eventStore !== "eventstoredb") return;
  await store.isBehind?.().catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable) || error.isSetting) throw error;
    log.warn(error.message);
  });
}

const projectorLog =
  (log: Logger): ProjectorLog =>
  ({ level, message, ...fields }) =>
    log[level]({ component: "projector", ...fields }, message);

const watchEveryMs = 2000;

function assemble(parts: ProcessContext): System {
  const { config, options, metrics, storage, pictures, projector, progress, server, url } = parts;
  const { pool } = storage.database;
  const members = membersOf(parts, () => live.released());
  const identity = createIdentity({
    pool,
    store: storage.store,
    publicUrl: url,
    secrets: storage.secrets,
    provider: config.provider ?? "development",
    log: options.log,
    now: parts.now,
    memberState: members.stateOf,
  });
  const live = liveFor(parts, identity, members);
  const { log } = options;
  const quotas = createQuotas({
    pool,
    limits: config.quotas,
    onRefused: metrics.quotaRefused,
    onError: (err) => log.warn({ err }, "quotas are counted by this process alone until they can be stored"),
  });
  const documents = documentsFor(parts, identity, quotas);
  const drafts = createDrafts(pool, storage.keys, (...uses) => recordUses(pool, ...uses), parts.now);
  const delivery = deliveryFor(parts);
  const running = { store: storage.store, positions: postgresReactorPositions(pool), log };
  const reactors = createReactors({ ...running, reactors: allReactors(storage, progress, identity) });
  const notifying = createReactors({
    ...running,
    reactors: [
      ...notifyingReactors({ ...parts, db: storage.database.kysely }),
      ...deliveringReactors(delivery, progress),
    ],
  });
  const clocks = clocksFor(parts);
  const sanitiser = createSanitiser();
  const watch = readModelWatch({
    ...{ store: storage.store, reached: progress.reached, now: parts.now, log },
    isProjectorAtWork: () => isHeld(pool),
    checkpoints: async () => (await readModelRows(pool)).map(({ checkpoint }) => checkpoint),
  });
  const watching = setInterval(watch.poll, watchEveryMs).unref();
  void watch.poll();
  const routes = allRoutes({
    ...{ storage, progress, identity, reactors, drafts, delivery, quotas, metrics, pictures },
    ...{ now: parts.now, origin: url.origin },
  });
  const demo =
    config.demo && config.role !== "projector"
      ? writeDemo({ storage, identity, progress, log, hasMembers: () => hasMembers(storage.database.kysely) })
      : undefined;
  let isOpen = true;
  const state = {
    isOpen: () => isOpen,
    projector: () => projector.status().role,
    readModels: readModelsOf(parts),
    reactors: () => [...reactors.status(), ...notifying.status()],
    notifications: delivery.health,
    clocks: clocks.state,
    behind: watch.behind,
    isPreparing: watch.isPreparing,
    isDemoDue: () => demo?.isDue() ?? false,
    loginProvider: identity.providerError,
    pictures: pictures.problem,
  };
  const { mailbox } = delivery.mail.mailer ?? {};
  const { answer, refuse } = application(parts, { identity, sanitiser, quotas, routes, state, mailbox });
  const onRefused = () => metrics.socketRefused("http");
  const connections = { perAddress: config.connectionsPerAddress, senderOf: identity.senderOf };
  limitConnections(server, { ...connections, onRefused, refuse }, answer);
  answerUnreadable(server, securityHeaders(url, config.chatWidgetUrl), options.log);
  limitUpgrades(server, config.sockets, metrics.socketRefused);
  live.attach(server, "/live");
  documents.attach(server, documentsPath);
  if (config.role !== "api") {
    for (const each of [reactors, notifying]) each.start();
    delivery.start();
    clocks.start();
  }
  const stopPruning = prunePeriodically({ ...parts, identity, documents, drafts, delivery, quotas, log });
  registerGauges(metrics.registry, {
    ...state,
    delivery,
    pool,
    live: live.stats,
    documents: documents.stats,
  });
  void identity
    .providerError()
    .then((problem) => problem && log.warn(problem, "the login provider cannot be used"));
  void pictures.problem().then((problem) => problem && log.warn(problem));
  const close = async () => {
    isOpen = false;
    await sleep(config.drainSeconds * 1000);
    await demo?.close();
    const pruned = stopPruning();
    clearInterval(watching);
    const closed = closeServer(server);
    await Promise.all([live.close(), documents.close()]);
    await identity.close();
    await closed;
    await sanitiser.close();
    await quotas.close();
    await Promise.all([reactors.stop(), notifying.stop(), clocks.stop()]);
    await delivery.close();
    await projector.stop();
    await pruned;
    await progress.stop();
    await pictures.close();
    await storage.close();
    await stopTracing();
  };
  return { url, routes, demoTried: demo?.tried ?? Promise.resolve(), close };
}

/** States of members: from the read model, which is one query; from the log for members who have just signed up. */
function membersOf({ storage, progress }: ProcessContext, released: () => Checkpoint): KnownMembers {
  const { store, database } = storage;
  const readLog = (uuid: string) => memberPhaseOf(store, uuid);
  return knownMembers({
    readModel: async (uuid) => {
      const state = await readMemberState(database.kysely, uuid);
      return state === "complete" || state === "withdrawn" ? state : readLog(uuid);
    },
    log: readLog,
    isUpToDate: () => store.compare(released(), progress.reached()) >= 0,
  });
}
