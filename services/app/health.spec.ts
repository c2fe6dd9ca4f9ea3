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
  checkEventStore: async () => "ok",
  isOpen: () => true,
  projector: () => "active",
  readModels: async () => [{ name: "team-page", state: "running", lagEvents: 0, lagSeconds: 0 }],
  reactors: () => [],
  notifications: async () => ({}),
  clocks: async () => [],
  behind: () => undefined,
  loginProvider: async () => undefined,
  pictures: async () => undefined,
  metrics: new Registry(),
};

async function healthOf(sources: Partial<HealthSources>) {
  const server = express()
    .use(operations({ ...well, ...sources }))
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/health/ready`);
  const { status, reason, sentence } = await response.json();
  server.close();
  return [response.status, status, reason, sentence];
}

it("is ready, and reports a full disk with its SQLSTATE, instead of the resulting lag", async () => {
  const named = [200, "degraded", "disk-full", expect.stringContaining("SQLSTATE 53100")];
  expect(await healthOf({})).toEqual([200, "ok", undefined, undefined]);
  expect(await healthOf({ pool: fullDisk })).toEqual(named);
  expect(await healthOf({ pool: fullDisk, behind: () => "lag" })).toEqual(named);
});

it("does not treat other errors as a full disk", async () => {
  const failing = (code: string) => ({ query: () => Promise.reject(Object.assign(new Error(), { code })) });
  expect(await isDiskFull(failing("53100"))).toBe(true);
  for (const code of ["53200", "57P01", "ECONNREFUSED"]) expect(await isDiskFull(failing(code))).toBe(false);
});
