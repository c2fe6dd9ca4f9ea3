import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { onceEnded, stopByPid } from "./postgres-process.ts";
import { isRunning } from "./processes.ts";

it("calls back once for a process that ends, or has ended", async () => {
  const child = spawn(process.execPath, ["--eval", "process.stdin.resume()"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  const noticed: string[] = [];
  onceEnded(child, () => noticed.push("while it ran"));
  expect(noticed).toEqual([]);
  child.kill("SIGKILL");
  await once(child, "exit");
  onceEnded(child, () => noticed.push("after its end"));
  expect(noticed).toEqual(["while it ran", "after its end"]);
});

it.runIf(process.platform === "linux")(
  "does not wait for a zombie process",
  async () => {
    const parent = spawn("sh", ["-c", "sleep 0.2 & echo $!; exec tail -f /dev/null"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(String(line));
    expect(isRunning(pid)).toBe(true);
    await stopByPid(pid);
    // The process still exists.
    expect(process.kill(pid, 0)).toBe(true);
    parent.kill();
    await once(parent, "exit");
  },
  10_000,
);
