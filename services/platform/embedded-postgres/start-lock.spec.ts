import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { isRunning, markOf } from "./processes.ts";
import { lockStart } from "./start-lock.ts";

it("takes over a lock that a full disk or a power cut has left without a name", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "algomoim-lock-"));
  const file = join(dataDir, "starting.lock");
  await writeFile(file, "");
  await utimes(file, new Date(), new Date(Date.now() - 3000));
  const release = await lockStart(dataDir);
  expect(await readFile(file, "utf8")).toBe(markOf(process.pid));
  await release();
  await rm(dataDir, { recursive: true });
}, 10_000);

it.runIf(process.platform === "linux")(
  "takes over a lock whose number has gone to another program",
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "algomoim-lock-"));
    await writeFile(join(dataDir, "starting.lock"), `${process.ppid} 1`);
    const release = await lockStart(dataDir);
    await release();
    await rm(dataDir, { recursive: true });
  },
  10_000,
);

it("knows a running process from one that has ended", async () => {
  expect(isRunning(process.pid)).toBe(true);
  const child = spawn(process.execPath, ["--eval", ""]);
  await once(child, "exit");
  expect(isRunning(child.pid as number)).toBe(false);
});

it.runIf(process.platform === "linux")(
  "does not take one for running that was never asked for its end",
  async () => {
    // The shell becomes a program that never looks after the child it has begun, which ends after that.
    const parent = spawn("sh", ["-c", "sleep 0.2 & echo $!; exec tail -f /dev/null"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const child = Number(String(line));
    await vi.waitFor(() => expect(isRunning(child)).toBe(false), { timeout: 30_000 });
    // Still listed.
    expect(process.kill(child, 0)).toBe(true);
    parent.kill();
    await once(parent, "exit");
  },
);
