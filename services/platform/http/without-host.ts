import type { IncomingMessage, ServerResponse } from "node:http";
import type { Request, Response } from "express";
import { Refused } from "#contracts/errors";
import { requestIdOf } from "./http-deps.ts";
import { sendRefusal } from "./reply.ts";

/** A request of HTTP/1.1 that does not say whom it is for must be answered 400 (RFC 9112 §3.2). */
export const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersion === "1.1";

/** Answers it and hangs up, as Node would, but with an envelope. */
export function refuseWithoutHost(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("Connection", "close");
  sendRefusal(response as Response, new Refused("malformed"), requestIdOf(request as Request));
}
