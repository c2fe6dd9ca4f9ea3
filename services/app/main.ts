import type { AddressInfo } from "node:net";
import { hasMembers, readMemberState } from "#projections/member-card";
import { readModelRows } from "#projections/projector/checkpoints";
import { isHeld } from "#projections/projector/lease";
import { writeDemo } from "../demo/demo.ts";
import { createDrafts } from "../drafts/drafts.ts";
import { type Checkpoint, type OwnedEventStore, StoreUnavailable } from "../event-store/event-store.ts";
import { createIdentity, type Identity } from "../identity/identity.ts";
import { type KnownMembers, knownMembers } from "../identity/known-members.ts";
import { recordUses } from "../images/picture-uses.ts";
import { memberPhaseOf } from "../member/facts.ts";
import type { Config } from "../platform/config.ts";
import { assertUnlocked } from "../platform/database/exclusive.ts";
import { createSanitiser } from "../platform/html/sanitiser.ts";
import type { Route } from "../platform/http/route.ts";
import { closeServer, listen } from "../platform/http/server.ts";
import type { Logger } from "../platform/logging.ts";
import { measured } from "../platform/measured-store.ts";
import { createMetrics } from "../platform/metrics.ts";
import { createQuotas } from "../platform/quotas.ts";
import { startTracing } from "../platform/tracing.ts";
import { openBackground } from "./background.ts";
import { deliveryFor } from "./delivery.ts";
import { registerGauges } from "./gauges.ts";
import { createOpened, type Opened } from "./opened.ts";
import { openPictures } from "./pictures.ts";
import type { ProcessContext, StartOptions } from "./process-context.ts";
import { openProjecting } from "./projecting.ts";
import { prunePeriodically } from "./pruning.ts";
import { readModelsOf } from "./read-model-lag.ts";
import { readModelWatch } from "./read-model-watch.ts";
import { allRoutes } from "./routes.ts";
import { openServing } from "./serving.ts";
import { documentsFor, liveFor } from "./sockets.ts";
import { openStorage } from "./storage.ts";

const watchEveryMs = 2000;

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
  const opened = createOpened();
  try {
    const metrics = createMetrics();
    if (config.tracesEndpoint) opened.keep(await startTracing(config.tracesEndpoint, log));
    const ownStorage = opened.keep(await openStorage(config, log, assertUnlocked));
    const storage = { ...ownStorage, store: measured(ownStorage.store, metrics.observeAppend) };
    const projecting = opened.keep(openProjecting(config, storage, log));
    await assertUsable(config, ownStorage.log, log);
    const pictures = opened.keep(await openPictures(config, storage.database.pool, log));
    await projecting.start();
    const server = await listen(config);
    // Serving ends before; after a failed start the port would stay open, and no request would get a response.
    opened.keep({ close: () => closeServer(server, 0) });
    // Nothing is awaited from here on: a request that has already arrived finds the complete application.
    const url = config.publicUrl ?? new URL(`http://localhost:${(server.address() as AddressInfo).port}`);
    const { progress, roleOfProjector } = projecting;
    const now = options.now ?? (() => new Date());
    const parts = {
      config,
      options,
      now,
      metrics,
      storage,
      pictures,
      roleOfProjector,
      progress,
      server,
      url,
    };
    return { url, ...assemble(parts, opened), close: opened.close };
  } catch (error) {
    await opened.close();
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

function assemble(parts: ProcessContext, opened: Opened): Omit<System, "url" | "close"> {
  const { options, now, metrics, storage, pictures, progress, url } = parts;
  const { log } = options;
  const { pool } = storage.database;
  const { identity, members } = opened.keep(openAccounts(parts, () => live.released()));
  const quotas = opened.keep(quotasFor(parts));
  const sanitiser = opened.keep(createSanitiser());
  const live = liveFor(parts, identity, members);
  const documents = documentsFor(parts, identity, quotas);
  const drafts = createDrafts(pool, storage.keys, (...uses) => recordUses(pool, ...uses), now);
  const delivery = deliveryFor(parts);
  const demo = opened.keep(openDemo(parts, identity));
  const background = opened.keep(openBackground(parts, identity, delivery, demo.isDue));
  const { reactors } = background;
  // Ends before the projector, for whose progress an erasure waits.
  opened.keep(prunePeriodically({ ...parts, identity, documents, drafts, delivery, quotas, log }));
  const watch = opened.keep(openWatch(parts));
  const state = {
    projector: parts.roleOfProjector,
    readModels: readModelsOf(parts),
    reactors: background.status,
    notifications: delivery.health,
    clocks: background.clocks,
    behind: watch.behind,
    isPreparing: watch.isPreparing,
    isDemoDue: demo.isDue,
    loginProvider: identity.providerError,
    pictures: pictures.problem,
  };
  const routes = allRoutes({
    storage,
    progress,
    identity,
    reactors,
    drafts,
    delivery,
    quotas,
    metrics,
    pictures,
    now,
    origin: url.origin,
  });
  const { mailbox } = delivery.mail.mailer ?? {};
  const served = { identity, sanitiser, quotas, routes, state, mailbox };
  opened.keep(openServing(parts, { live, documents }, served));
  background.start();
  registerGauges(metrics.registry, {
    ...state,
    delivery,
    database: storage.database,
    live: live.stats,
    documents: () => documents.stats(),
  });
  void identity
    .providerError()
    .then((problem) => problem && log.warn(problem, "the login provider cannot be used"));
  void pictures.problem().then((problem) => problem && log.warn(problem));
  return { routes, demoTried: demo.tried };
}

/** Sign-ins, and the members behind them. */
function openAccounts(parts: ProcessContext, released: () => Checkpoint) {
  const { config, options, now, storage, url } = parts;
  const members = membersOf(parts, released);
  const identity = createIdentity({
    pool: storage.database.pool,
    store: storage.store,
    publicUrl: url,
    secrets: storage.secrets,
    provider: config.provider ?? "development",
    log: options.log,
    now,
    memberState: members.stateOf,
  });
  return { identity, members, close: identity.close };
}

const quotasFor = ({ config, options, metrics, storage }: ProcessContext) =>
  createQuotas({
    pool: storage.database.pool,
    limits: config.quotas,
    onRefused: metrics.quotaRefused,
    onError: (err) =>
      options.log.warn({ err }, "quotas are counted by this process alone until they can be stored"),
  });

/** Watches whether the read models reach the log. */
function openWatch({ options, now, storage, progress }: ProcessContext) {
  const { pool } = storage.database;
  const watch = readModelWatch({
    store: storage.store,
    reached: progress.reached,
    now,
    log: options.log,
    isProjectorAtWork: () => isHeld(pool),
    checkpoints: async () => (await readModelRows(pool)).map(({ checkpoint }) => checkpoint),
  });
  const watching = setInterval(watch.poll, watchEveryMs).unref();
  void watch.poll();
  return { ...watch, close: async () => clearInterval(watching) };
}

/** Writes the demo into an empty log, if the settings ask for it. */
function openDemo({ config, options, storage, progress }: ProcessContext, identity: Identity) {
  if (!config.demo || config.role === "projector")
    return { isDue: () => false, tried: Promise.resolve(), close: async () => {} };
  const { log } = options;
  return writeDemo({
    storage,
    identity,
    progress,
    log,
    hasMembers: () => hasMembers(storage.database.kysely),
  });
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
