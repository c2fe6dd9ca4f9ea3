import { closeSync, openSync, readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { startEventStoreDb } from "../eventstoredb/server.ts";
import { testDatabase } from "../support/database.ts";
import { ownFolder } from "../support/own-folder.ts";
import { startServerProcess } from "../support/server-process.ts";

/** Node prints its warnings between the lines for the operator. */
const said = "\n  알고모임이 열렸어요: ";
/** Listeners of one emitter or signal, above which Node warns. */
const maxListeners = 10;

const inFolder = ownFolder();
// Starting takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

/** All that a server prints, from the first line to the end of the process. */
async function printed(env: Record<string, string>, isStarted = async () => {}): Promise<string> {
  const database = await testDatabase({ migrations: [] });
  const file = inFolder("output");
  const output = openSync(file, "w");
  const server = await startServerProcess({ databaseUrl: database.url, env, output, fromSources: true });
  closeSync(output);
  const read = () => readFileSync(file, "utf8").replace(server.origin, "");
  await vi.waitFor(() => expect(read()).toContain(said));
  await isStarted();
  await server.stop();
  await database.close();
  return read();
}

it("a start with the log in PostgreSQL prints the address and no warning of Node", async () => {
  expect(await printed({})).toBe(`${said}\n\n`);
});

it("a start with the log in EventStoreDB prints the address and no warning of Node", async () => {
  const log = await startEventStoreDb();
  const subscriptions = () => log.nodes[0]?.calls.subscribe;
  const isStarted = () => expect.poll(subscriptions).toBeGreaterThan(maxListeners);
  const env = { EVENT_STORE: "eventstoredb", EVENTSTORE_URL: log.url };
  expect(await printed(env, isStarted)).toBe(`${said}\n\n`);
  await log.close();
});
