import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { type Logger, logRequests } from "./logging.ts";

/** The logged fields of a request to this address. */
function logged(url: string): { path?: string } {
  const lines: object[] = [];
  const write = (line: object) => lines.push(line);
  const response = Object.assign(new EventEmitter(), {
    statusCode: 200,
    setHeader() {},
    writableEnded: true,
  });
  const log = logRequests({ info: write, error: write } as unknown as Logger);
  log({ url, method: "GET" } as IncomingMessage, response as unknown as ServerResponse);
  response.emit("close");
  return lines[0] ?? {};
}

const token = "Zm9vYmFyYmF6cXV4MTIzNA";
it.each([
  [`/invite/${token}`, "/invite/{token}"],
  [`/invite/${token}?from=kakao`, "/invite/{token}"],
  [`/api/v1/invitations/${token}`, "/api/v1/invitations/{token}"],
  [`/api/v1/invitations/${token}/join`, "/api/v1/invitations/{token}/join"],
  ["/api/v1/teams/12/invitations/b0c2", "/api/v1/teams/12/invitations/b0c2"],
  ["/invite", "/invite"],
  [`/mail/confirm/${token}`, "/mail/confirm/{token}"],
  [`/mail/unsubscribe/${token}`, "/mail/unsubscribe/{token}"],
  [`/api/v1/mail/confirmations/${token}`, "/api/v1/mail/confirmations/{token}"],
  [`/api/v1/mail/unsubscriptions/${token}`, "/api/v1/mail/unsubscriptions/{token}"],
  ["/team-list?keyword=x", "/team-list"],
])("logs %s as %s", (url, path) => {
  expect(logged(url).path).toBe(path);
});
