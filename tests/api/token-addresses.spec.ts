import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { ownFolder } from "#tests/support/own-folder";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process";

const token = "Zm9vYmFyYmF6cXV4MTIzNA";
/** Each letter percent-encoded. */
const encoded = [...token].map((char) => `%${char.charCodeAt(0).toString(16)}`).join("");
const chat = "https://chat.example";

const secrets = [
  `/invite/${token}`,
  `/invite/${token}/`,
  `/invite/${token}?from=kakao`,
  `/invite/${token}/more/${token}`,
  `/invite/${token}.`,
  `/invite/${token.slice(0, 12)}`,
  `/invite/${encoded}`,
  `/%69nvite/${token}`,
  `/%2569nvite/${token}`,
  `/invite%2F${token}`,
  `/invite%5c${token}`,
  `/invite\\${token}`,
  `//invite/${token}`,
  `/./invite//${token}`,
  `/team-list/../invite/${token}`,
  `/INVITE/${token}`,
  `/InViTe;x=1/${token}`,
  `/en/invite/${token}`,
  `/invit/${token}`,
  `/invite;${token}`,
  `/invite.${token}`,
  `/(${token})`,
  `/${token}%20`,
  `/${token}`,
  `http://localhost/invite/${token}`,
  `/api/v1/invitations/${token}`,
  `/api/v1/invitations/${token}/join`,
  `/api/v1/%69nvitations/${token}`,
  `//api/v1/invitations/${token}`,
  `/API/v1/Invitations/${token}`,
  `/api/v1/teams/12/invitations/${token}`,
  `/mail/confirm/${token}`,
  `/mail/unsubscribe/${token}`,
  `/m%61il/c%6fnfirm/${token}/`,
  `//mail//unsubscribe//${token}`,
  // Redirects.
  `/api/v1/mail/confirmations/${token}`,
  `/api/v1/mail/unsubscriptions/${token}`,
  `/api/v1/mail/unsubscriptions/${token}%zz`,
];

const inFolder = ownFolder();
let database: TestDatabase<unknown>;
let server: ServerProcess;
let log: string;
beforeAll(async () => {
  database = await testDatabase();
  log = inFolder("log");
  server = await startServerProcess({
    databaseUrl: database.url,
    fromSources: true,
    env: { LOG_LEVEL: "trace", CHAT_WIDGET_URL: `${chat}/widget.js` },
    output: openSync(log, "w"),
  });
});
afterAll(async () => {
  await server.stop("SIGKILL");
  await database.close();
});

/** The address as it is, which `fetch` would normalise. */
async function get(path: string): Promise<IncomingMessage["headers"]> {
  const sent = request({ port: new URL(server.origin).port, path }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  await response.resume().toArray();
  return response.headers;
}

it("lets no address with a token be passed on as referrer, listed, or read by the chat, in any spelling", async () => {
  const usual = await get("/team-list");
  expect(usual["referrer-policy"]).toBe("strict-origin-when-cross-origin");
  expect(usual["x-robots-tag"]).toBeUndefined();
  expect(usual["content-security-policy"]).toContain(chat);
  for (const address of secrets) {
    const headers = await get(address);
    expect([headers["referrer-policy"], headers["x-robots-tag"]], address).toEqual([
      "no-referrer",
      "noindex",
    ]);
    expect(headers["content-security-policy"], address).not.toContain(chat);
  }
});

it("writes no token to its log and metrics, in any spelling of an address", async () => {
  const lines = () => readFileSync(log, "utf8").split("\n").length;
  const before = lines();
  for (const address of secrets) await get(address);
  await vi.waitFor(() => expect(lines()).toBeGreaterThanOrEqual(before + secrets.length));
  const metrics = await (await fetch(`${server.origin}/metrics`)).text();
  const written = readFileSync(log, "utf8");
  for (const part of [token, token.slice(0, 12), encoded])
    for (const [name, text] of Object.entries({ metrics, written }))
      expect(text.toLowerCase().includes(part.toLowerCase()), `${part} in ${name}`).toBe(false);
});
