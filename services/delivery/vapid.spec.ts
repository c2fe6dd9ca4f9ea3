import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import webPush from "web-push";
import { addPushSubscription, getPush } from "#contracts/delivery/api";
import { ownFolder } from "#tests/support/own-folder";
import { readConfig } from "../platform/config.ts";
import { pushRoutes } from "./routes.ts";
import { createAuthorizations, isPushAvailable, vapidOf } from "./vapid.ts";

const inFolder = ownFolder();
const production = {
  NODE_ENV: "production",
  SECRET_KEY: "a".repeat(40),
  PUBLIC_URL: "https://algomoim.example",
  OIDC_ISSUER: "https://kauth.kakao.com",
  OIDC_CLIENT_ID: "id",
};
const keys = { VAPID_PUBLIC_KEY: `B${"a".repeat(86)}`, VAPID_PRIVATE_KEY: "b".repeat(43) };

it("generates keys once, in a file that only its owner can read", async () => {
  const dataDir = inFolder("data");
  const config = readConfig({ DATA_DIR: dataDir });
  const [first, second] = await Promise.all([vapidOf(config)(), vapidOf(config)()]);
  expect(first).toEqual(second);
  expect(first).toMatchObject({ subject: "mailto:dev@algomoim.example" });
  const file = join(dataDir, "vapid-keys");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
    publicKey: first?.publicKey,
    privateKey: first?.privateKey,
  });
});

it("signs one token per push service, and another before it expires", () => {
  const vapid = { subject: "https://algomoim.example", ...webPush.generateVAPIDKeys() };
  const began = Date.parse("2025-12-11T03:00:00Z");
  const authorizationOf = createAuthorizations();
  const at = (hours: number, origin = "https://fcm.googleapis.com") =>
    authorizationOf(vapid, origin, new Date(began + hours * 3_600_000));
  const first = at(0);
  expect(at(10.9)).toBe(first);
  expect(at(0, "https://web.push.apple.com")).not.toBe(first);
  const next = at(11);
  expect(next).not.toBe(first);
  expect(at(12)).toBe(next);
  // The clock was set back.
  expect(at(1)).not.toBe(next);
  const claims = JSON.parse(Buffer.from(first.split(".")[1] as string, "base64url").toString());
  expect(claims).toMatchObject({ aud: "https://fcm.googleapis.com", sub: vapid.subject });
  expect(claims.exp * 1000 - Date.now()).toBeGreaterThan(11 * 3_600_000);
});

it("is undefined in production without keys, or without a subject", async () => {
  expect(isPushAvailable(readConfig(production))).toBe(false);
  expect(isPushAvailable(readConfig({ ...production, ...keys }))).toBe(true);
  const local = { ...production, ...keys, PUBLIC_URL: "https://localhost" };
  expect(isPushAvailable(readConfig(local))).toBe(false);
  expect(await vapidOf(readConfig(production))()).toBeUndefined();
});

it("refuses devices without push", async () => {
  const routes = pushRoutes({ vapid: async () => undefined, hosts: [] } as never as Parameters<
    typeof pushRoutes
  >[0]);
  const call = (endpoint: object, given: object) =>
    routes.find((route) => route.endpoint === endpoint)?.handler(given as never);
  await expect(call(addPushSubscription, { caller: "a", body: {} })).rejects.toMatchObject({
    code: "push-unavailable",
  });
  expect(await call(getPush, { caller: "a" })).toEqual({
    data: { available: false, publicKey: null, devices: [] },
  });
});
