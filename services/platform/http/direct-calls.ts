import type { IncomingMessage, ServerResponse } from "node:http";
import { parse as parseQuery } from "node:querystring";
import type { Request, Response } from "express";
import { answering, groupByPath, hasBody } from "./http.ts";
import type { HttpDeps } from "./http-deps.ts";
import type { Route } from "./route.ts";

/** Whether it has taken the request on. */
export type DirectCalls = (request: IncomingMessage, response: ServerResponse) => boolean;

type Answer = ReturnType<typeof answering>;

interface Place {
  readonly pattern: RegExp;
  readonly params: readonly string[];
  /** By method. */
  readonly answers: ReadonlyMap<string, Answer>;
}

/** Nothing that has to be decoded, and no two slashes in a row. */
const plain = /^\/api(?:\/[\w-]+)+$/;

/**
 * Answers what is asked for below `/api` on node's own request and response: what Express does on the way to an endpoint
 * costs more than most queries and a tenth of a command. Takes on a request whose path is plainly that of an endpoint
 * with this method, a query only without a body, and leaves the rest to Express; from there on both are answered by the
 * same code. `prepare` gives the request what every one gets.
 */
export function directCalls(
  routes: readonly Route[],
  deps: HttpDeps,
  prepare: (request: IncomingMessage, response: ServerResponse) => void,
): DirectCalls {
  const places = placesOf(routes, deps);
  return (request, response) => {
    const { method = "", url = "" } = request;
    if (method === "GET" && hasBody(request)) return false;
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    if (!plain.test(path)) return false;
    // The first place of that path decides, as it would in Express.
    for (const { pattern, params, answers } of places) {
      const match = pattern.exec(path);
      if (!match) continue;
      const answer = answers.get(method);
      if (!answer) return false;
      prepare(request, response);
      Object.assign(request, {
        // As Express has it below `/api`.
        path: path.slice("/api".length),
        params: Object.fromEntries(params.map((name, n) => [name, match[n + 1]])),
        query: mark === -1 ? {} : parseQuery(url.slice(mark + 1)),
      });
      // What even refusing failed at: Express would do the same.
      answer(request as Request, response as Response).catch((error: unknown) => {
        deps.logFault(error, request as Request);
        response.destroy();
      });
      return true;
    }
    return false;
  };
}

function placesOf(routes: readonly Route[], deps: HttpDeps): Place[] {
  return [...groupByPath(routes)].map(([path, sharing]) => ({
    pattern: new RegExp(`^/api${path.replace(/:\w+/g, "([^/]+)")}$`),
    params: [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string),
    answers: new Map(sharing.map((one): [string, Answer] => [one.endpoint.method, answering(one, deps)])),
  }));
}
