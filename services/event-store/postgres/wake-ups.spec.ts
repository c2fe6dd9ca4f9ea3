import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { connectionTo } from "#tests/support/raw-append";
import { listeningOn } from "../listening.ts";
import { WakeUps } from "./wake-ups.ts";

let database: TestDatabase<unknown>;
beforeAll(async () => {
  database = await testDatabase({ migrations: [] });
});
afterAll(() => database.close());

it("notifies other processes of appends that arrive while a notification is sent, at most fifty times a second", async () => {
  const other = await connectionTo(database.url);
  const received = vi.fn();
  other.on("notification", received);
  await other.query("LISTEN event_log");
  const wakeUps = new WakeUps(listeningOn(database.pool));
  wakeUps.start();
  await vi.waitFor(() => expect(wakeUps.signal.generation).toBeGreaterThan(0));
  wakeUps.notify();
  wakeUps.notify();
  await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(2));
  const began = performance.now();
  while (performance.now() - began < 200) {
    wakeUps.notify();
    await nextTurn();
  }
  await vi.waitFor(() => expect(received.mock.calls.length).toBeGreaterThan(2));
  expect(received.mock.calls.length - 2).toBeLessThan((performance.now() - began) / 20 + 2);
  await wakeUps.close();
  await other.end();
});
