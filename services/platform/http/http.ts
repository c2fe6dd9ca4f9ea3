import type { IncomingMessage, ServerResponse } from "node:http";
import { parse as parseQuery } from "node:querystring";
import type { Request, Response } from "express";
import type { Endpoint } from "#contracts/endpoint";
import { Refused } from "#contracts/errors";
import { type Budget, inTime } from "../../event-store/time-budget.ts";
import { type Attributes, inSpan } from "../tracing.ts";
import { discardRest, hasBody } from "./discard-rest.ts";
import { type HttpDeps, requestIdOf } from "./http-deps.ts";
import { atPace, readerOf } from "./large-answers.ts";
import { readCall } from "./read-call.ts";
import { asRefused, isFault, send, sendRefusal } from "./reply.ts";
import type { Call, Reply, Route } from "./route.ts";

type Respond = (request: Request, response: Response) => Promise<void>;

interface Path {
  readonly pattern: RegExp;
  readonly params: readonly string[];
  readonly answers: ReadonlyMap<string, Respond>;
}

/** Paths without percent-encoding and double slashes. */
const plainPath = /^\/api((?:\/[\w-]+)+)$/;

/**
 * Serves the endpoints below `/api` in the checking order of spec/wire-contract.md §1.4.
 * @param prepare does for a request what Express's first handler does for every request
 */
export function serve(
  routes: readonly Route[],
  deps: HttpDeps,
  prepare: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const paths = pathsOf(routes, deps);
  return {
    /**
     * Serves a request without Express, whose routing costs more than most queries and a tenth of a command. Returns
     * false for paths that need decoding or have no such method; Express then calls `handle`.
     */
    answerDirectly(request: IncomingMessage, response: ServerResponse): boolean {
      const { method = "", url = "" } = request;
      if (method === "GET" && hasBody(request)) return false;
      const mark = url.indexOf("?");
      const [, path] = plainPath.exec(mark === -1 ? url : url.slice(0, mark)) ?? [];
      const found = path === undefined ? undefined : find(paths, path);
      const answer = found?.answers.get(method);
      if (!found || !answer) return false;
      prepare(request, response);
      const query = mark === -1 ? {} : parseQuery(url.slice(mark + 1));
      Object.assign(request, { path, params: found.params, query });
      // If not even the refusal can be sent, Express would do the same.
      answer(request as Request, response as Response).catch((error: unknown) => {
        deps.logError(error, request as Request);
        response.destroy();
      });
      return true;
    },
    /**
     * Express handler below `/api`.
     * @throws Refused unknown-route | wrong-method
     */
    async handle(request: Request, response: Response): Promise<void> {
      const found = find(paths, request.path);
      if (!found) throw new Refused("unknown-route");
      const { answers, params } = found;
      const answer = answers.get(request.method === "HEAD" ? "GET" : request.method);
      if (!answer) {
        const allow = [...answers.keys(), ...(answers.has("GET") ? ["HEAD"] : [])];
        throw new Refused("wrong-method", { headers: { Allow: allow.join(", ") } });
      }
      const decoded = Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]);
      request.params = Object.fromEntries(decoded);
      await answer(request, response);
    },
  };
}

function find(paths: readonly Path[], path: string) {
  for (const { pattern, params, answers } of paths) {
    const match = pattern.exec(path);
    if (match)
      return { answers, params: Object.fromEntries(params.map((name, n) => [name, match[n + 1] ?? ""])) };
  }
  return undefined;
}

/** Matches fixed segments before parameters: `/v1/teams/combined` must not be read as a team id. */
function pathsOf(routes: readonly Route[], deps: HttpDeps): Path[] {
  const answersOf = new Map<string, Map<string, Respond>>();
  for (const route of routes) {
    const { path, method } = route.endpoint;
    const answers = answersOf.get(path) ?? new Map<string, Respond>();
    answersOf.set(path, answers.set(method, answering(route, deps)));
  }
  const order = (path: string) => path.replace(/\{\w+\}/g, "~");
  return [...answersOf]
    .sort(([a], [b]) => (order(a) < order(b) ? -1 : 1))
    .map(([path, answers]) => ({
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`),
      params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
      answers,
    }));
}

/** Handles a request whose path has been matched. */
function answering(route: Route, deps: HttpDeps): Respond {
  const { endpoint } = route;
  const handler = route.handler as (call: Call<Endpoint>) => Promise<Reply<unknown>>;
  const { method, path } = endpoint;
  const span = {
    isRequest: true,
    attributes: { "http.request.method": method, "http.route": `/api${path}` },
  };
  const answer = async (request: Request, response: Response, note: (attributes: Attributes) => void) => {
    const started = performance.now();
    let result = "ok";
    try {
      const budget = deps.timeBudget();
      const call = await readCall(route, request, response, { budget, ...deps });
      const reader = readerOf(call.caller, request);
      // A reader's turns and the sending take as long as they take.
      const handle = () => budget(() => inTime(handler(call)));
      const reply = await (endpoint.kind === "query" ? atPace(reader, handle) : handle());
      await send(endpoint, reply, { request, response, reader }, inBudget(deps.progress, budget));
    } catch (error) {
      const refused = asRefused(error);
      result = refused.code;
      if (isFault(refused)) deps.logError(error, request);
      if (hasBody(request)) await discardRest(request);
      sendRefusal(response, refused, requestIdOf(request));
    }
    const milliseconds = performance.now() - started;
    deps.observe({ endpoint: endpoint.name, status: response.statusCode, result, milliseconds });
    note({
      "http.response.status_code": response.statusCode,
      ...(response.statusCode >= 500 ? { "error.type": result } : { result }),
    });
  };
  return (request, response) =>
    inSpan(`${method} /api${path}`, span, (note) => answer(request, response, note));
}

const inBudget = (
  { waitFor }: HttpDeps["progress"],
  budget: Budget,
): Pick<HttpDeps["progress"], "waitFor"> => ({
  waitFor: (checkpoint, ms) => budget(() => waitFor(checkpoint, ms)),
});
