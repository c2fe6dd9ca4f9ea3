import type { IncomingMessage, ServerResponse } from "node:http";
import { parse as parseQuery } from "node:querystring";
import type { Request, Response } from "express";
import type { Door } from "./door.ts";
import { answering, groupByPath, hasBody } from "./http.ts";
import type { Route } from "./route.ts";

/** Whether it has taken the request on. */
export type QuickReads = (request: IncomingMessage, response: ServerResponse) => boolean;

type Answer = ReturnType<typeof answering>;

interface Place {
  readonly pattern: RegExp;
  readonly params: readonly string[];
  /** Missing where the path knows no query. */
  readonly answer: Answer | undefined;
}

/** Nothing that has to be decoded, and no two slashes in a row. */
const plain = /^\/api(?:\/[\w-]+)+$/;

/**
 * Answers the queries below `/api` on node's own request and response: what Express does on the way to an endpoint costs
 * more than most of them. Takes on a GET without a body whose path is plainly that of a query and leaves the rest to
 * Express; from there on both are answered by the same code. `prepare` gives the request what every one gets.
 */
export function quickReads(
  routes: readonly Route[],
  door: Door,
  prepare: (request: IncomingMessage, response: ServerResponse) => void,
): QuickReads {
  const places = placesOf(routes, door);
  return (request, response) => {
    const { method, url = "" } = request;
    if (method !== "GET" || hasBody(request)) return false;
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    if (!plain.test(path)) return false;
    // The first place of that path decides, as it would in Express.
    for (const { pattern, params, answer } of places) {
      const match = pattern.exec(path);
      if (!match) continue;
      if (!answer) return false;
      prepare(request, response);
      Object.assign(request, {
        params: Object.fromEntries(params.map((name, n) => [name, match[n + 1]])),
        query: mark === -1 ? {} : parseQuery(url.slice(mark + 1)),
      });
      // What even refusing failed at: Express would do the same.
      answer(request as Request, response as Response).catch((error: unknown) => {
        door.logFault(error, request as Request);
        response.destroy();
      });
      return true;
    }
    return false;
  };
}

function placesOf(routes: readonly Route[], door: Door): Place[] {
  return [...groupByPath(routes)].map(([path, sharing]) => {
    const query = sharing.find(({ endpoint }) => endpoint.method === "GET" && endpoint.kind === "query");
    return {
      pattern: new RegExp(`^/api${path.replace(/:\w+/g, "([^/]+)")}$`),
      params: [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string),
      answer: query && answering(query, door),
    };
  });
}
