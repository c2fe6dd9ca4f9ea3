import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { type Request, type Response, urlencoded } from "express";
import type { Provider } from "oidc-provider";
import type { CustomFetch } from "openid-client";
import { v5 as uuidv5 } from "uuid";
import { exactRouter } from "../platform/http/exact-router.ts";
import type { IdentityLog, Secrets } from "./deps.ts";
import { devPeople, handleOf } from "./dev-people.ts";
import { peoplePage } from "./dev-people-page.ts";
import { peopleStyle } from "./dev-people-style.ts";
import { devAlgorithm, devClientId, devProviderSettings } from "./dev-provider-settings.ts";
import type { SocialProvider } from "./provider-client.ts";

const path = "/dev-provider";
const handles = "3c1d7f0e-8f3a-4a57-8a55-0f6e2b6a9d10";

/** The same handle is the same account in every database, after every restart. */
export const subjectOf = (handle: string): string => uuidv5(handle, handles);

interface DevProviderDeps {
  readonly publicUrl: URL;
  readonly redirectUri: string;
  readonly secrets: Secrets;
  readonly log: IdentityLog;
}

/**
 * An OpenID Connect provider in this process without credentials.
 * @throws Error in production
 */
export function createDevProvider({ publicUrl, redirectUri, secrets, log }: DevProviderDeps): SocialProvider {
  if (process.env.NODE_ENV === "production")
    throw new Error("The development login provider must not run in production: configure a real provider.");
  const issuer = new URL(path, publicUrl);
  const address = ownAddress(publicUrl);

  let started: Promise<Provider> | undefined;
  const provider = () => {
    started ??= start(issuer, redirectUri, Buffer.from(secrets.sub("dev provider cookies")), log);
    return started;
  };

  const router = exactRouter();
  router.use(path, (request, _, next) => {
    // The provider derives its addresses from the request, which a proxy may have changed.
    request.headers["x-forwarded-proto"] = publicUrl.protocol.slice(0, -1);
    request.headers["x-forwarded-host"] = publicUrl.host;
    next();
  });
  router.get(`${path}/people.css`, (_, response) => void response.type("css").send(peopleStyle));
  router
    .route(`${path}/people/:login`)
    .get(async (request, response) => choose(await provider(), request, response))
    .post(urlencoded({ extended: false, limit: "10kb" }), async (request, response) =>
      chosen(await provider(), request, response),
    );
  router.use(path, async (request, response) => (await provider()).callback()(request, response));

  return {
    name: "development",
    client: { issuer, clientId: devClientId, algorithm: devAlgorithm, fetch: address.fetch },
    router,
    passOn(request) {
      address.note(request.socket);
      const handle = handleOf(request.query.login_hint);
      return handle ? { login_hint: handle } : {};
    },
  };
}

/** Reaches this server although the public address may lead through a proxy or out of a container. */
function ownAddress(publicUrl: URL) {
  let base = publicUrl.origin;
  const reach: CustomFetch = (url, options) => {
    const { origin, pathname, search } = new URL(url);
    const target = origin === publicUrl.origin ? base + pathname + search : url;
    return fetch(target, options as RequestInit);
  };
  return {
    fetch: reach,
    /** Learns the server's own address from a request's socket. */
    note(socket: Socket): void {
      const { localAddress, localPort } = socket;
      if (!localAddress || !localPort || "encrypted" in socket) return;
      const host = localAddress.replace(/^::ffff:/, "");
      base = `http://${host.includes(":") ? `[${host}]` : host}:${localPort}`;
    },
  };
}

async function start(issuer: URL, redirectUri: string, key: Buffer, log: IdentityLog): Promise<Provider> {
  const { Provider } = await importQuietly();
  const provider = new Provider(issuer.href, devProviderSettings(redirectUri, key.toString("base64url")));
  provider.proxy = true;
  const failed = (error: Error) => log.warn({ reason: error.name }, "development provider failed");
  provider.on("server_error", (_, error) => failed(error));
  // Without a listener its framework prints the error.
  (provider as EventEmitter).on("error", failed);
  return provider;
}

/** On import it prints a warning on every Node before 22 between log lines; it works on Node 20. */
async function importQuietly() {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await import("oidc-provider");
  } finally {
    console.warn = warn;
  }
}

/** The page of members, or the next step if the login contains a handle. */
async function choose(provider: Provider, request: Request, response: Response): Promise<void> {
  const interaction = await openLogin(provider, request, response);
  if (!interaction) return response.redirect("/login?error=failed");
  const hinted = handleOf(interaction.params.login_hint);
  if (hinted) return signIn(provider, request, response, hinted);
  response.set("Cache-Control", "no-store").type("html").send(peoplePage(devPeople));
}

async function chosen(provider: Provider, request: Request, response: Response): Promise<void> {
  if (!(await openLogin(provider, request, response))) return response.redirect("/login?error=failed");
  const { handle: typed, cancel } = request.body as Record<string, unknown>;
  const handle = handleOf(typed);
  if (cancel !== undefined)
    return provider.interactionFinished(request, response, { error: "access_denied" });
  if (handle) return signIn(provider, request, response, handle);
  response.redirect(303, request.originalUrl);
}

const signIn = (provider: Provider, request: Request, response: Response, handle: string) =>
  provider.interactionFinished(request, response, {
    login: { accountId: subjectOf(handle), remember: false },
  });

/** Undefined if it has expired or began in another browser. */
async function openLogin(provider: Provider, request: Request, response: Response) {
  try {
    return await provider.interactionDetails(request, response);
  } catch {
    return undefined;
  }
}
