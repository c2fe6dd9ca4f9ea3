import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type System, start } from "#services/app/main";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { settingsOf } from "#tests/support/ops";
import { freePort } from "#tests/support/server-process";
import { signIn } from "#tests/support/sign-in";

let database: TestDatabase<unknown>;
let system: System;
let ahead = 0;

const startAs = (ROLE: string, env: Record<string, string> = {}, log = createLogger("silent")) =>
  start(readConfig({ ...settingsOf(database.url), PORT: "0", ROLE, ...env }, ["--no-demo"]), {
    log,
    now: () => new Date(Date.now() + ahead),
  });

beforeAll(async () => {
  database = await testDatabase();
  system = await startAs("api");
});
afterAll(async () => {
  await system.close();
  await database.close();
});

it("reports a missing projector in health, and refuses commands after a minute", async () => {
  const { origin } = system.url;
  const { accessToken } = await signIn(origin, "new");
  const headers = { Authorization: `Bearer ${accessToken}` };
  const post = (name: string) => {
    const body = new FormData();
    body.set("memberName", name);
    body.set("memberExplain", "그래프 공부 중이에요");
    return fetch(`${origin}/api/v1/members`, { method: "POST", headers, body });
  };
  const profile = async () => (await fetch(`${origin}/api/v1/members/own-profile`, { headers })).status;
  const health = async () => {
    const response = await fetch(`${origin}/health/ready`);
    const { status, reason } = (await response.json()) as { status: string; reason?: string };
    return [response.status, status, reason];
  };

  expect((await post("새사람")).status).toBe(201);
  expect(await profile()).toBe(503);
  ahead = 15_000;
  await vi.waitFor(async () => expect(await health()).toEqual([200, "degraded", "lag"]));
  ahead = 75_000;
  await vi.waitFor(async () => expect(await health()).toEqual([200, "degraded", "no-projector"]));
  const refused = await post("다른이름");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  expect((await fetch(`${origin}/api/v1/teams/combined`)).status).toBe(200);

  const projector = await startAs("projector");
  await vi.waitFor(async () =>
    expect([await profile(), await health()]).toEqual([200, [200, "ok", undefined]]),
  );
  await projector.close();
});

it("reports an unreachable login provider, also in the log, and keeps serving", async () => {
  const issuer = `http://127.0.0.1:${await freePort()}/`;
  const log = createLogger("silent");
  const warn = vi.spyOn(log, "warn");
  const other = await startAs("all", { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: "id" }, log);
  const response = await fetch(`${other.url.origin}/health/ready`);
  const { status, loginProvider } = (await response.json()) as Record<string, unknown>;
  expect([response.status, status, loginProvider]).toEqual([
    200,
    "degraded",
    { state: "unusable", issuer, cause: expect.stringContaining("ECONNREFUSED") },
  ]);
  await vi.waitFor(() =>
    expect(warn).toHaveBeenCalledWith(
      { issuer, cause: expect.stringContaining("ECONNREFUSED") },
      "the login provider cannot be used",
    ),
  );
  await other.close();
});

it("reports an unreachable bucket of pictures, also in the log, and keeps serving", async () => {
  const PICTURES = `s3://pictures?endpoint=http://127.0.0.1:${await freePort()}`;
  const log = createLogger("silent");
  const warn = vi.spyOn(log, "warn");
  const keys = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "key" };
  const other = await startAs("all", { PICTURES, ...keys }, log);
  const sentence = expect.stringMatching(
    /^The bucket pictures of PICTURES cannot be reached \(ECONNREFUSED\)/,
  );
  const response = await fetch(`${other.url.origin}/health/ready`);
  const { status, pictures } = (await response.json()) as Record<string, unknown>;
  expect([response.status, status, pictures]).toEqual([200, "degraded", { state: "unusable", sentence }]);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(sentence));
  await other.close();
});
