import { type Request, type Response, Router } from "express";
import type { Endpoint } from "#contracts/endpoint";
import { Refused } from "#contracts/errors";
import { discardRest } from "./discard-rest.ts";
import { type HttpDeps, requestIdOf } from "./http-deps.ts";
import { readCall } from "./read-call.ts";
import { asRefused, send, sendRefusal } from "./reply.ts";
import type { Call, Reply, Route } from "./route.ts";

/** Serves the endpoints below `/api` in the checking order of spec/wire-contract.md §1.4. */
export function serve(routes: readonly Route[], deps: HttpDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, sharing] of groupByPath(routes)) {
    const place = router.route(path);
    for (const one of sharing) place[methodOf(one.endpoint)](answering(one, deps));
    const allow: string[] = sharing.map((one) => one.endpoint.method);
    if (allow.includes("GET")) allow.push("HEAD");
    place.all(() => {
      throw new Refused("wrong-method", { headers: { Allow: allow.join(", ") } });
    });
  }
  router.use(() => {
    throw new Refused("unknown-route");
  });
  return router;
}

type Method = "get" | "post" | "put" | "patch" | "delete";
const methodOf = (endpoint: Endpoint) => endpoint.method.toLowerCase() as Method;

/** Routes by path as Express writes it, in the order in which paths are compared. */
export function groupByPath(routes: readonly Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  // Fixed segments before parameters: `/v1/teams/combined` must not be read as a team id.
  const parameters = (path: string) =>
    path
      .split("/")
      .map((part) => (part.startsWith("{") ? "1" : "0"))
      .join("");
  const sorted = [...routes].sort((a, b) =>
    parameters(a.endpoint.path).localeCompare(parameters(b.endpoint.path)),
  );
  for (const one of sorted) {
    const path = one.endpoint.path.replaceAll("{", ":").replaceAll("}", "");
    groups.set(path, [...(groups.get(path) ?? []), one]);
  }
  return groups;
}

/** Answers a request whose path has been taken apart. */
export function answering(route: Route, deps: HttpDeps) {
  const { endpoint } = route;
  const handler = route.handler as (call: Call<Endpoint>, ahead: unknown) => Promise<Reply<unknown>>;
  return async (request: Request, response: Response): Promise<void> => {
    const started = performance.now();
    let result = "ok";
    try {
      const { call, ahead } = await readCall(route, request, response, deps);
      const reply = await handler(call, ahead);
      await send(endpoint, reply, request, response, deps);
    } catch (error) {
      const refused = (await deps.isTransient(error))
        ? new Refused("overload", { retryAfter: 1 })
        : asRefused(error);
      result = refused.code;
      if (refused.code === "fault" || refused.code === "overload") deps.logFault(error, request);
      if (hasBody(request)) await discardRest(request);
      sendRefusal(response, refused, requestIdOf(request));
    }
    const milliseconds = performance.now() - started;
    deps.observe({ endpoint: endpoint.name, status: response.statusCode, result, milliseconds });
  };
}

export const hasBody = ({ headers }: Pick<Request, "headers">) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
