import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { until } from "#tests/support/until";
import { program } from "./program.ts";

/**
 * Ids of the commands that tests/support/appending-process.ts sent, and of those with a response, before it was killed
 * after 200 responses. Reported through a file, because a pipe would lose the last ones.
 * @param settings LOG_URL, and EVENTSTORE_URL for an existing log
 */
export async function killedWhileAppending(settings: NodeJS.ProcessEnv) {
  const path = join(tmpdir(), `algomoim-burst-${randomUUID()}`);
  const file = await open(path, "w");
  const child = spawn(process.execPath, program("appending-process"), {
    env: { ...process.env, ...settings },
    stdio: ["ignore", file.fd, "inherit"],
  });
  const gone = once(child, "exit");
  const lines = async () => (await readFile(path, "utf8")).split("\n").slice(0, -1);
  const idsAfter = async (word: string) =>
    (await lines()).filter((line) => line.startsWith(word)).map((line) => line.slice(5));
  try {
    await until(async () => expect((await idsAfter("done")).length).toBeGreaterThan(200));
  } finally {
    // Otherwise it would append forever.
    child.kill("SIGKILL");
  }
  expect(await gone).toEqual([null, "SIGKILL"]);
  await file.close();
  const said = { sent: await idsAfter("sent"), answered: await idsAfter("done") };
  await rm(path);
  return said;
}
