import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import express, { type Express } from "express";
import { documentsPath } from "#contracts/documents/api";
import { Refused } from "#contracts/errors";
import { limits } from "#contracts/limits";
import type { View } from "#contracts/live";
import { readModelRows } from "#projections/checkpoints";
import type { ProjectorLog } from "#projections/log";
import { readMemberState, readOwnProfile } from "#projections/member-card";
import { readRecruitmentIdsAppliedTo, readRecruitmentOfApplication } from "#projections/my-applications";
import { readTeamIds } from "#projections/my-teams";
import { createProgress, type Progress } from "#projections/progress";
import { readModels } from "#projections/read-models";
import { readRecruitment, readRecruitmentIdsBy } from "#projections/recruitment-detail";
import { createProjector, type Projector } from "#projections/runner";
import { prepareReadModels } from "#projections/schema";
import { readArticle } from "#projections/team-articles";
import { readSubject, readSubjectPlace } from "#projections/team-calendar";
import { isManager } from "#projections/team-members";
import { readTeamAdmin } from "#projections/team-page";
import { channelsThatShow, touchedChannels } from "#projections/touched";
import { articleRoutes } from "./article/routes.ts";
import { type Background, startBackground } from "./background.ts";
import { demoPeople, playDemo } from "./demo/demo.ts";
import { stageOn } from "./demo/stage.ts";
import { createDocuments, type Documents } from "./documents/documents.ts";
import type { Checkpoint } from "./event-store/event-store.ts";
import { keepGauges } from "./gauges.ts";
import { operations } from "./health.ts";
import { devPeople } from "./identity/dev-people.ts";
import { createIdentity, type Identity } from "./identity/identity.ts";
import { identityRoutes } from "./identity/routes.ts";
import { forgetOwner, keepPicture } from "./images/keep-picture.ts";
import { type Picture, readPicture } from "./images/read-picture.ts";
import { createImagesRouter } from "./images/routes.ts";
import { memberReactors } from "./member/reactors.ts";
import { memberRoutes } from "./member/routes.ts";
import { apiDocs } from "./platform/api-docs.ts";
import type { Config } from "./platform/config.ts";
import { type Door, errorHandler, type Route, serve } from "./platform/http.ts";
import { postgresIds } from "./platform/ids.ts";
import { createLive, type Live } from "./platform/live.ts";
import type { ServerLimits } from "./platform/live-options.ts";
import { type Logger, logRequests } from "./platform/logging.ts";
import { measured } from "./platform/measured-store.ts";
import { memberPhaseOf } from "./platform/membership.ts";
import { createMetrics, type Metrics } from "./platform/metrics.ts";
import { oneProcessAtATime } from "./platform/one-process.ts";
import type { PictureOwner } from "./platform/platform.ts";
import type { Reactor } from "./platform/reactor.ts";
import { postgresReactorPlaces } from "./platform/reactor-places.ts";
import { createReactors, type Reactors } from "./platform/reactors.ts";
import { securityHeaders } from "./platform/security-headers.ts";
import { publicPages, queryRoutes } from "./queries.ts";
import { lagFrom } from "./read-model-lag.ts";
import { abandonRecruitment, recruitmentsForTeams } from "./recruitment/places.ts";
import { recruitmentReactors } from "./recruitment/reactors.ts";
import { recruitmentRoutes } from "./recruitment/routes.ts";
import { revocationsOf } from "./revocations.ts";
import { createSite } from "./site/site.ts";
import { openStorage, type Storage } from "./storage.ts";
import { subjectRoutes } from "./subject/routes.ts";
import { abandonTeam, teamsForRecruitments } from "./team/admission-routes.ts";
import { createEntryPasswords } from "./team/entry-passwords.ts";
import { teamReactors } from "./team/reactors.ts";
import { teamRoutes } from "./team/routes.ts";

/** With the wait for read models after it still below the client's time-out. */
const consequencesMs = 2500;

export interface StartOptions {
  readonly log: Logger;
  /** Folder of the built client; without it only the server's own paths are answered. */
  readonly siteFolder?: string;
  readonly now?: () => Date;
  readonly liveLimits?: Partial<ServerLimits>;
}

export interface System {
  /** Where people reach it. */
  readonly url: URL;
  readonly routes: readonly Route[];
  /** Answers what has begun, sends live watchers elsewhere, then lets go of everything. */
  close(): Promise<void>;
}

/** Puts the product together and opens its door (design/architecture.md §2). */
export async function start(config: Config, options: StartOptions): Promise<System> {
  const { log } = options;
  const metrics = createMetrics();
  const opened = await openStorage(config, log);
  const storage = { ...opened, store: measured(opened.store, metrics.observeAppend) };
  const { pool } = storage.database;
  const projector = createProjector({ store: storage.store, pool, log: projectorLog(log) });
  const progress = createProgress({ store: storage.store, pool });
  try {
    await prepareReadModels(pool, readModels, storage.store.start);
    if (config.role !== "api") projector.start();
    await progress.start();
    const server = await listen(config);
    // From here to the end nothing waits: a request that is already there finds the whole application.
    const url = config.publicUrl ?? new URL(`http://localhost:${(server.address() as AddressInfo).port}`);
    const { system, identity } = assemble({
      config,
      options,
      metrics,
      storage,
      projector,
      progress,
      server,
      url,
    });
    if (config.demo && config.role !== "projector") await playDemoOnce(storage, identity, progress, log);
    return system;
  } catch (error) {
    await progress.stop();
    await projector.stop();
    await storage.close();
    throw error;
  }
}

const projectorLog =
  (log: Logger): ProjectorLog =>
  ({ level, message, ...fields }) =>
    log[level]({ component: "projector", ...fields }, message);

interface Parts {
  readonly config: Config;
  readonly options: StartOptions;
  readonly metrics: Metrics;
  readonly storage: Storage;
  readonly projector: Projector;
  readonly progress: Progress;
  readonly server: Server;
  readonly url: URL;
}

interface Assembled extends Parts {
  readonly identity: Identity;
  readonly reactors: Reactors;
  readonly readModels: ReturnType<typeof readModelsOf>;
}

function assemble(parts: Parts): { system: System; identity: Identity } {
  const { config, options, metrics, storage, projector, progress, server, url } = parts;
  const { now = () => new Date(), log } = options;
  const { pool, kysely: db } = storage.database;
  const identity = createIdentity({
    pool,
    store: storage.store,
    publicUrl: url,
    secrets: storage.secrets,
    provider: config.provider ?? "development",
    log,
    now,
    // The read model first: it is one lookup. The log knows those who have just arrived.
    memberState: async (uuid) => {
      const state = await readMemberState(db, uuid);
      return state === "complete" || state === "withdrawn" ? state : memberPhaseOf(storage.store, uuid);
    },
  });
  const live = createLive({
    store: storage.store,
    progress,
    touched: touchedChannels,
    lookUp: (event) => channelsThatShow(db, event),
    revocations: revocationsOf,
    authenticate: (token) => memberBehind(identity, token),
    mayWatch: (member, view, key) => mayWatch(db, member, view, key),
    allowedOrigin: url.origin,
    log,
    metrics: metrics.live,
    ...(options.liveLimits ? { limits: options.liveLimits } : {}),
  });
  const documents = documentsFor(parts, identity);
  const reactors = createReactors({
    store: storage.store,
    places: postgresReactorPlaces(pool),
    reactors: [...allReactors(parts, identity), ...documents.reactors],
    log,
  });
  const readModels = readModelsOf(parts);
  const assembled = { ...parts, identity, reactors, readModels };
  const routes = allRoutes(assembled);
  let isOpen = true;
  server.on("request", application({ ...assembled, routes, documents, now, isOpen: () => isOpen }));
  live.attach(server, "/live");
  documents.attach(server, documentsPath);
  if (config.role !== "api") reactors.start();
  const background = startBackground({
    identity,
    log: storage.log,
    live,
    documents,
    metrics,
    pool,
    logger: log,
  });
  const stopGauges = keepGauges(metrics, {
    live: live.stats,
    readModels,
    reactors: reactors.status,
    projector: () => projector.status().role,
  });
  const close = async () => {
    isOpen = false;
    await sleep(config.drainSeconds * 1000);
    stopGauges();
    await shutDown({ server, live, documents, background, reactors, progress, projector, storage });
  };
  return { system: { url, routes, close }, identity };
}

/** Every read model and how far it is behind the log, whichever process writes it. */
function readModelsOf({ storage, options: { now = () => new Date() } }: Parts) {
  const lagOf = lagFrom(storage.log, now);
  return async () => {
    const rows = await readModelRows(storage.database.pool);
    const lags = await lagOf(rows.map(({ checkpoint }) => checkpoint));
    return rows.map(({ name, version, state, stopped, events, checkpoint }) => ({
      name,
      version,
      state,
      ...(stopped && { stopped }),
      events,
      lagEvents: lags.get(checkpoint)?.lagEvents ?? 0,
      lagSeconds: lags.get(checkpoint)?.lagSeconds ?? 0,
    }));
  };
}

/** Drafts, problems written together, and who is on a team's page. */
function documentsFor({ options, metrics, storage, url }: Parts, identity: Identity): Documents {
  const { database, keys, store } = storage;
  return createDocuments({
    pool: database.pool,
    keys,
    store,
    authenticate: (token) => memberBehind(identity, token),
    personOf: async (uuid) => {
      const profile = await readOwnProfile(database.kysely, uuid);
      return { uuid, name: profile?.memberName ?? "", imageUrl: profile?.imageUrl ?? "" };
    },
    allowedOrigin: url.origin,
    now: options.now ?? (() => new Date()),
    metrics: { updated: metrics.documentUpdated, saved: metrics.documentSaved },
    log: options.log,
  });
}

async function memberBehind(identity: Identity, token: string) {
  const caller = await identity.authenticate(`Bearer ${token}`);
  return caller as Extract<typeof caller, { kind: "member" }>;
}

/**
 * Only an empty log gets the demo; its people are the first of those that the development provider offers. One process
 * at a time; a play that was cut off is carried on.
 */
async function playDemoOnce(
  storage: Storage,
  identity: Identity,
  progress: Progress,
  log: Logger,
): Promise<void> {
  const { store, database, secrets } = storage;
  const memberOf = identity.developmentMember;
  const stage = stageOn({ store, ids: postgresIds(database.pool), seal: secrets.seal, memberOf });
  await oneProcessAtATime(database.pool, "demo", async () => {
    const isEmpty = (await store.head()) === store.start;
    if (!isEmpty && (!(await stage.hasBegun()) || (await stage.isOver()))) return;
    log.info("writing the demo");
    await playDemo(stage, devPeople.slice(0, demoPeople), new Date());
  });
  await progress.waitFor(await store.head(), 10_000);
}

/** What carries facts from one stream to another, and out of the log. */
function allReactors({ storage, progress }: Parts, identity: Identity): Reactor[] {
  const { pool, kysely: db } = storage.database;
  const forgetPictures = (owner: PictureOwner) => forgetOwner(pool, owner);
  /** What a read model says of a member at a place in the log that it must have reached. */
  const asOf =
    (view: View, read: (from: typeof db, memberId: string) => Promise<readonly number[]>) =>
    async (memberId: string, at: Checkpoint) => {
      await progress.waitFor(at, limits.readYourWritesMs);
      const reached = (await readModelRows(pool)).find(({ name }) => name === view)?.checkpoint;
      if (reached === undefined || storage.store.compare(reached, at) < 0)
        throw new Error(`${view} has not come that far`);
      return read(db, memberId);
    };
  return [
    ...memberReactors({ ...identity, forgetPictures }),
    ...teamReactors({ teamsOf: asOf("my-teams", readTeamIds), forgetPictures }),
    ...recruitmentReactors({
      recruitmentsBy: asOf("recruitment-detail", readRecruitmentIdsBy),
      recruitmentsAppliedTo: asOf("my-applications", readRecruitmentIdsAppliedTo),
    }),
  ];
}

function allRoutes({ storage, progress, identity, reactors }: Assembled): Route[] {
  const { pool, kysely: db } = storage.database;
  const entryPasswords = createEntryPasswords(pool, storage.secrets);
  const { store } = storage;
  const consequencesOf = async (of: Checkpoint) => (await reactors.waitFor(of, consequencesMs)).checkpoint;
  const platform = {
    store,
    ids: postgresIds(pool),
    progress,
    keepPicture: async (picture: { url: string }, owner: PictureOwner) => {
      await keepPicture(pool, picture as Picture, owner);
      await forgetIfWithdrawn(storage, owner);
    },
  };
  return [
    ...identityRoutes(identity),
    ...memberRoutes({
      ...platform,
      clearedCookies: identity.clearedCookies,
      consequencesOf,
    }),
    ...teamRoutes({
      ...platform,
      recruitments: recruitmentsForTeams(store, abandonTeam(store)),
      async settled(handled) {
        await progress.waitFor(await consequencesOf(handled.checkpoint), limits.readYourWritesMs);
        return handled;
      },
      entryPasswords,
      presentTeam: (teamId) => readTeamAdmin(db, teamId, storage.secrets.open),
    }),
    ...articleRoutes({
      ...platform,
      presentArticle: (articleId, memberId) => readArticle(db, { articleId, memberId }),
    }),
    ...subjectRoutes({
      ...platform,
      placeOfSubject: (articleId) => readSubjectPlace(db, articleId),
      presentSubject: (teamId, date) => readSubject(db, { teamId, date }),
    }),
    ...recruitmentRoutes({
      ...platform,
      teams: teamsForRecruitments(store, abandonRecruitment(store)),
      presentRecruitment: (recruitmentId, memberId) => readRecruitment(db, { recruitmentId, memberId }),
      recruitmentOfApplication: (applicationId) => readRecruitmentOfApplication(db, applicationId),
    }),
    ...queryRoutes({ db, openPassword: storage.secrets.open }),
  ];
}

/** A picture kept while its owner withdraws must not outlast them. */
async function forgetIfWithdrawn({ store, database }: Storage, owner: PictureOwner): Promise<void> {
  const memberId = /^member:(.*)$/.exec(owner)?.[1];
  if (memberId === undefined || (await memberPhaseOf(store, memberId)) !== "withdrawn") return;
  await forgetOwner(database.pool, owner);
  throw new Refused("bad-token");
}

interface Application extends Assembled {
  readonly routes: readonly Route[];
  readonly documents: Documents;
  readonly now: () => Date;
  readonly isOpen: () => boolean;
}

const commandIdOf = (request: object) => ("commandId" in request ? { commandId: request.commandId } : {});

function application(parts: Application): Express {
  const { config, options, storage, progress, projector, reactors, url } = parts;
  const { identity, routes, documents, metrics, now, isOpen } = parts;
  const { log } = options;
  const { pool } = storage.database;
  const logFault: Door["logFault"] = (error, request) =>
    log.error({ err: error, requestId: request.id, ...commandIdOf(request) }, "request failed");
  const app = express();
  app.disable("etag");
  app.use(logRequests(log));
  app.use(securityHeaders(url, config.chatWidgetUrl));
  app.use(
    operations({
      pool,
      askEventStore: () => storage.store.head(),
      isOpen,
      projector: () => projector.status().role,
      readModels: parts.readModels,
      reactors: reactors.status,
      documents: documents.health,
      metrics: metrics.registry,
    }),
  );
  app.use("/api", apiDocs());
  app.use(
    "/api",
    serve(routes, {
      authenticate: identity.authenticate,
      readPicture,
      progress,
      origin: url.origin,
      now,
      digestKey: storage.secrets.sub("payload digest"),
      observe: metrics.observeCall,
      logFault,
    }),
  );
  app.use(identity.router);
  app.use(createImagesRouter({ pool }));
  if (options.siteFolder) {
    app.use(
      createSite({
        folder: options.siteFolder,
        origin: url.origin,
        ...publicPages(storage.database.kysely),
        chat: { url: config.chatWidgetUrl, key: config.chatWidgetKey },
        logFault: (error) => log.error({ err: error }, "page preview failed"),
      }),
    );
  }
  app.use(() => {
    throw new Refused("unknown-route");
  });
  app.use(errorHandler(logFault));
  return app;
}

async function mayWatch(db: Storage["database"]["kysely"], member: string | null, view: View, key: string) {
  if (member === null) return false;
  return view === "team-members" || view === "role-history"
    ? isManager(db, Number(key), member)
    : key === member;
}

async function listen(config: Config): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${config.port} is taken: set PORT to another one (0 for any free one).`)
          : error,
      ),
    );
    server.listen(config.port, config.host, resolve);
  });
  return server;
}

interface Running extends Pick<Parts, "server" | "progress" | "projector" | "storage"> {
  readonly live: Live;
  readonly documents: Documents;
  readonly background: Background;
  readonly reactors: Reactors;
}

async function shutDown(running: Running): Promise<void> {
  const { server, live, documents, background, reactors, progress, projector, storage } = running;
  const drained = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  background.stop();
  await Promise.all([live.close(), documents.close()]);
  const tooLong = setTimeout(() => server.closeAllConnections(), 5000);
  await drained;
  clearTimeout(tooLong);
  await reactors.stop();
  await projector.stop();
  await progress.stop();
  await storage.close();
}
