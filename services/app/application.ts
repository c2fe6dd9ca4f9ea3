import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import express from "express";
import { Refused } from "#contracts/errors";
import { devMailbox, mailLinks } from "../delivery/mail-pages.ts";
import type { Mailer } from "../delivery/mailer.ts";
import { StoreUnavailable } from "../event-store/event-store.ts";
import { budgetOf, callMs } from "../event-store/time-budget.ts";
import type { Identity } from "../identity/identity.ts";
import { readPicture } from "../images/read-picture.ts";
import { createImagesRouter } from "../images/routes.ts";
import type { Sanitiser } from "../platform/html/sanitiser.ts";
import { apiDocs } from "../platform/http/api-docs.ts";
import { serve } from "../platform/http/http.ts";
import { type HttpDeps, requestIdOf } from "../platform/http/http-deps.ts";
import { errorHandler } from "../platform/http/reply.ts";
import type { Route } from "../platform/http/route.ts";
import { secretAddressHeaders, securityHeaders } from "../platform/http/security-headers.ts";
import { lacksOneHost, refuseAndClose, refuseUnread } from "../platform/http/server.ts";
import { hasToken } from "../platform/http/token-paths.ts";
import { logRequests } from "../platform/logging.ts";
import type { Quotas } from "../platform/quotas.ts";
import { createSite } from "../site/site.ts";
import { type HealthSources, operations } from "./health.ts";
import type { ProcessContext } from "./process-context.ts";
import { publicPages } from "./queries.ts";
import { sentenceOf } from "./read-model-watch.ts";

export interface Served {
  readonly identity: Identity;
  readonly sanitiser: Sanitiser;
  readonly quotas: Quotas;
  readonly routes: readonly Route[];
  /** Mails kept instead of sent; undefined with a relay and in production. */
  readonly mailbox: Mailer["mailbox"] | undefined;
  readonly state: Omit<HealthSources, "pool" | "checkEventStore" | "isLogBehind" | "metrics"> & {
    /** Whether every read model is empty, though the log is not. */
    readonly isPreparing: () => boolean;
  };
}

const commandIdOf = (request: object) => ("commandId" in request ? { commandId: request.commandId } : {});

interface Application {
  readonly answer: RequestListener;
  /** Refuses a request without reading it. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse, refused: Refused) => void;
}

/** Everything that serves HTTP, in the order of its matching: the endpoints, then what Express serves. */
export function application(
  parts: ProcessContext,
  { identity, sanitiser, quotas, routes, state, mailbox }: Served,
): Application {
  const { config, now, metrics, storage, pictures, progress, url } = parts;
  const { log, siteFolder } = parts.options;
  const { pool } = storage.database;
  const logError: HttpDeps["logError"] = (error, request) =>
    log.error({ err: error, requestId: requestIdOf(request), ...commandIdOf(request) }, "request failed");
  const assertReadable = () => {
    if (state.isPreparing()) throw new Refused("preparing", { retryAfter: 5 });
  };
  const deps: HttpDeps = {
    authenticate: identity.authenticate,
    readPicture,
    sanitise: sanitiser.sanitise,
    progress,
    spend: quotas.spend,
    origin: url.origin,
    now,
    digestKey: storage.secrets.sub("payload digest"),
    observe: metrics.observeCall,
    logError,
    assertReadable,
    async assertWritable() {
      assertReadable();
      if (state.behind() === "no-projector")
        throw new StoreUnavailable(undefined, sentenceOf["no-projector"]);
      await storage.log.assertComplete?.();
    },
    timeBudget: () => budgetOf(callMs),
  };
  const logRequest = logRequests(log);
  const headers = securityHeaders(url, config.chatWidgetUrl);
  const secretHeaders = secretAddressHeaders(url);
  const prepare = (request: IncomingMessage, response: ServerResponse) => {
    logRequest(request, response);
    const chosen = hasToken(request.url ?? "") ? secretHeaders : headers;
    for (const [name, value] of chosen) response.setHeader(name, value);
  };
  const calls = serve(routes, deps, prepare);
  const app = express();
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.disable("etag");
  app.disable("x-powered-by");
  app.use((request, response, next) => {
    prepare(request, response);
    next();
  });
  app.use(
    operations({
      pool,
      checkEventStore: storage.store.head,
      isLogBehind: async () => (await storage.log.isBehind?.()) ?? false,
      metrics: metrics.registry,
      ...state,
    }),
  );
  app.use("/api", apiDocs());
  app.use("/api", mailLinks());
  app.use("/api", calls.handle);
  app.use(devMailbox(mailbox));
  app.use(identity.router);
  app.use(createImagesRouter({ pool, pictures }));
  if (siteFolder) {
    app.use(
      createSite({
        folder: siteFolder,
        origin: url.origin,
        ...publicPages(storage.database.kysely, parts.now),
        chat: { url: config.chatWidgetUrl, key: config.chatWidgetKey },
        logError: (error) => log.error({ err: error }, "page preview failed"),
      }),
    );
  }
  app.use(() => {
    throw new Refused("unknown-route");
  });
  app.use(errorHandler(logError));
  const refuse = (request: IncomingMessage, response: ServerResponse, refused: Refused) => {
    prepare(request, response);
    refuseUnread(request, response, refused);
  };
  return {
    refuse,
    answer(request, response) {
      if (lacksOneHost(request)) {
        prepare(request, response);
        refuseAndClose(request, response, new Refused("malformed"));
      } else if (!calls.answerDirectly(request, response)) app(request, response);
    },
  };
}
