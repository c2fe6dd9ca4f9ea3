import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { ownFolder } from "#tests/support/own-folder";
import { startServerProcess } from "#tests/support/server-process";

let database: TestDatabase<unknown>;
const inFolder = ownFolder();
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** A pipe whose reader reads nothing, and may close it. */
function pipe() {
  const path = inFolder("pipe");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { fd: openSync(path, constants.O_WRONLY), reader };
}

/** More than a pipe buffers, and more than one block of lines. */
const calls = 800;
const atOnce = 20;

async function servesAndEnds(output: number, before = () => {}) {
  const server = await startServerProcess({
    databaseUrl: database.url,
    fromSources: true,
    env: { LOG_LEVEL: "info" },
    output,
  });
  before();
  const call = () => fetch(`${server.origin}/api/v1/none`, { signal: AbortSignal.timeout(20_000) });
  try {
    for (let n = 0; n < calls; n += atOnce) {
      const answers = await Promise.all(Array.from({ length: atOnce }, call));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    }
    await server.stop();
    expect(await server.ended).toBe(0);
  } catch (error) {
    await server.stop("SIGKILL");
    throw error;
  }
}

it("serves and stops while there is no space for its log", async () => {
  await servesAndEnds(openSync("/dev/full", "w"));
});

it("serves and stops while its output is not read, and after its reader has ended", async () => {
  const { fd, reader } = pipe();
  await servesAndEnds(fd);
  await servesAndEnds(fd, () => closeSync(reader));
  closeSync(fd);
});
