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
    // npm hands signals on to what it runs only on a terminal: the whole group is told to end.
    detached: true,
  });
  try {
    await ready(child, `http://127.0.0.1:${port}/health/ready`);
    return performance.now() - began;
  } finally {
    if (child.exitCode === null) {
      process.kill(-(child.pid as number), "SIGTERM");
      await once(child, "exit");
      await gone(child.pid as number);
    }
  }
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(20)) {
    if (child.exitCode !== null) throw new Error("npm start ended at once");
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
  }
  throw new Error("npm start was not ready in time");
}

/** Waits until nobody of a process group is left. */
async function gone(group: number): Promise<void> {
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(50)) {
    try {
      process.kill(-group, 0);
    } catch {
      return;
    }
  }
}
