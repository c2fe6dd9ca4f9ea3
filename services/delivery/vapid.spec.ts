import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addPushSubscription, getPush } from "#contracts/delivery/api";
import { ownFolder } from "#tests/support/own-folder";
import { readConfig } from "../platform/config.ts";
import { pushRoutes } from "./routes.ts";
import { isPushAvailable, vapidOf } from "./vapid.ts";

const inFolder = ownFolder();
const production = {
  NODE_ENV: "production",
  SECRET_KEY: "a".repeat(40),
  PUBLIC_URL: "https://algomoim.example",
  OIDC_ISSUER: "https://kauth.kakao.com",
  OIDC_CLIENT_ID: "id",
};
const keys = { VAPID_PUBLIC_KEY: `B${"a".repeat(86)}`, VAPID_PRIVATE_KEY: "b".repeat(43) };

it("makes keys once, which only their owner can read", async () => {
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

it("has no push in production without keys, or without a subject", async () => {
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
    routes.find((route) => route.endpoint === endpoint)?.handler(given as never, undefined as never);
  await expect(call(addPushSubscription, { caller: "a", body: {} })).rejects.toMatchObject({
    code: "push-unavailable",
  });
  expect(await call(getPush, { caller: "a" })).toEqual({
    data: { available: false, publicKey: null, devices: [] },
  });
});
