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
  [`/images/7c/${"7cf1".repeat(16)}.jpg`, `/images/7c/${"7cf1".repeat(16)}.jpg`],
  ["/api/v1/drafts/article-new-12/8f14e45f-ceea-467f-a8a0-0000000000aa", undefined],
  ["/api/v1/teams/12/invitations/8f14e45f-ceea-467f-a8a0-0000000000aa", undefined],
  ["/%EA%B7%B8%EB%9E%98%ED%94%84", undefined],
  ["/%E0%A4%A", undefined],
] as const)("logs %s as %s", (url, path) => {
  expect(logged(url).path).toBe(path ?? url);
});
