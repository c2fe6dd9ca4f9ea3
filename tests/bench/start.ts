import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../support/server-process.ts";
import type { Figures } from "./figures.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const shipped = [
  "contracts",
  "projections",
  "services",
  "web",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const patienceMs = 120_000;

/** `npm start` in a copy without `dist` or data: with the build, the new database and the demo; then once more. */
export async function benchStart({ atMost }: Figures): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "algomoim-start-"));
  try {
    for (const name of shipped) await cp(join(root, name), join(folder, name), { recursive: true });
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    atMost(45_000, { what: "cold start", value: await untilReady(folder), unit: "ms" });
    atMost(3000, { what: "second start", value: await untilReady(folder), unit: "ms" });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds from the command to the first 200 of `/health/ready`. */
async function untilReady(folder: string): Promise<number> {
  const port = await freePort();
  const { PATH = "", HOME = "" } = process.env;
  const began = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: folder,
    env: { PATH, HOME, PORT: String(port), LOG_LEVEL: "error" },
    stdio: "ignore",
    // npm forwards signals only on a terminal, so the whole group is signalled.
    detached: true,
  });
  try {
    const url = `http://127.0.0.1:${port}/health/ready`;
    await poll(() => answers(child, url), "npm start was not ready in time");
    return performance.now() - began;
  } finally {
    if (child.exitCode === null) {
      process.kill(-(child.pid as number), "SIGTERM");
      await once(child, "exit");
      await poll(() => isGone(child.pid as number), "npm start left processes behind");
    }
  }
}

/** Polls until the condition holds. @throws when it does not in time */
async function poll(holds: () => boolean | Promise<boolean>, failure: string): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(20)) if (await holds()) return;
  throw new Error(failure);
}

async function answers(child: ChildProcess, url: string): Promise<boolean> {
  if (child.exitCode !== null) throw new Error("npm start ended at once");
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

function isGone(group: number): boolean {
  try {
    return !process.kill(-group, 0);
  } catch {
    return true;
  }
}
