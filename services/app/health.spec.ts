import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import type pg from "pg";
import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { isDiskFull } from "../platform/database/disk.ts";
import { type HealthSources, operations } from "./health.ts";

/** Answers every query except those that must write to disk. */
const fullDisk = {
  query: async (text: string) => {
    if (text.includes("generate_series"))
      throw Object.assign(new Error("could not write to file"), { code: "53100" });
    return { rows: [] };
  },
} as unknown as pg.Pool;

const well: HealthSources = {
  pool: { query: async () => ({ rows: [] }) } as unknown as pg.Pool,
  checkEventStore: async () => {},
  isLogBehind: async () => false,
  isOpen: () => true,
  projector: () => "active",
  readModels: async () => [{ name: "team-page", state: "running", lagEvents: 0, lagSeconds: 0 }],
  reactors: () => [],
  notifications: async () => ({}),
  clocks: async () => [],
  behind: () => undefined,
  isDemoDue: () => false,
  loginProvider: async () => undefined,
  pictures: async () => undefined,
  metrics: new Registry(),
};

async function ask(sources: Partial<HealthSources>) {
  const server = express()
    .use(operations({ ...well, ...sources }))
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/health/ready`);
  const body = await response.json();
  server.close();
  return { code: response.status, body };
}

async function healthOf(sources: Partial<HealthSources>) {
  const { code, body } = await ask(sources);
  return [code, body.status, body.reason, body.sentence];
}

async function storesOf(sources: Partial<HealthSources>) {
  const { code, body } = await ask(sources);
  return [code, body.status, body.database, body.eventStore];
}

it("is ready, and reports a full disk with its SQLSTATE, instead of the resulting lag", async () => {
  const named = [200, "degraded", "disk-full", expect.stringContaining("SQLSTATE 53100")];
  expect(await healthOf({})).toEqual([200, "ok", undefined, undefined]);
  expect(await healthOf({ pool: fullDisk })).toEqual(named);
  expect(await healthOf({ pool: fullDisk, behind: () => "lag" })).toEqual(named);
});

it("names a demo that is still to be written, unless something else is wrong", async () => {
  const isDemoDue = () => true;
  expect(await healthOf({ isDemoDue })).toEqual([200, "degraded", "demo", "The demo is being written."]);
  expect(await healthOf({ isDemoDue, behind: () => "lag" })).toEqual([
    ...[200, "degraded", "lag", expect.any(String)],
  ]);
});

it("names read models that catch up with a long log, and how much they lack", async () => {
  const lagging = (lagEvents: number, state = "catching-up", capped?: { isCapped: true }) => ({
    readModels: async () => [
      { name: "team-page", state: "running", lagEvents: 0, lagSeconds: 0 },
      { name: "team-members", state, lagEvents, lagSeconds: 3, ...capped },
    ],
  });
  const sentence = expect.stringContaining("60,000 events are missing");
  expect(await healthOf(lagging(60_000))).toEqual([200, "degraded", "catching-up", sentence]);
  expect(await healthOf({ ...lagging(60_000, "running"), behind: () => "lag" })).toEqual([
    ...[200, "degraded", "catching-up", sentence],
  ]);
  expect(await healthOf(lagging(20))).toEqual([200, "ok", undefined, undefined]);
  // In EventStoreDB, of large events.
  expect(await healthOf(lagging(20, "running", { isCapped: true }))).toEqual([
    ...[200, "degraded", "catching-up", expect.stringContaining(": 20 or more events are missing")],
  ]);
  expect(await healthOf({ ...lagging(60_000), behind: () => "no-projector" })).toEqual([
    ...[200, "degraded", "no-projector", expect.any(String)],
  ]);
});

it("tells an unreachable event store from an unreachable database", async () => {
  const fails = () => Promise.reject(new Error("away"));
  const away = { query: fails } as unknown as pg.Pool;
  expect(await storesOf({ checkEventStore: fails })).toEqual([200, "degraded", "ok", "unreachable"]);
  expect(await storesOf({ checkEventStore: fails, isLogBehind: fails })).toEqual([
    ...[200, "degraded", "ok", "unreachable"],
  ]);
  // Where the end of the log should be is read from the database.
  expect(await storesOf({ pool: away, isLogBehind: fails })).toEqual([503, "unready", "unreachable", "ok"]);
  expect(await storesOf({ isLogBehind: async () => true })).toEqual([503, "unready", "ok", "log-behind"]);
});

it("does not treat other errors as a full disk", async () => {
  const failing = (code: string) => ({ query: () => Promise.reject(Object.assign(new Error(), { code })) });
  expect(await isDiskFull(failing("53100"))).toBe(true);
  for (const code of ["53200", "57P01", "ECONNREFUSED"]) expect(await isDiskFull(failing(code))).toBe(false);
});
