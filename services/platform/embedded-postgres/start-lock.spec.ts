import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, vi } from "vitest";
import { isRunning } from "./start-lock.ts";

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
