import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { cpuSecondsOfChildren } from "./proc.ts";

const busy = "while (process.cpuUsage().user < 2e5); process.stdout.write('.'); process.stdin.resume()";

it("keeps the processor time of children that have ended", async () => {
  const before = cpuSecondsOfChildren(process.pid);
  const child = spawn(process.execPath, ["-e", busy], { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const meanwhile = cpuSecondsOfChildren(process.pid);
  expect(meanwhile - before).toBeGreaterThan(0.1);
  child.stdin.end();
  await once(child, "exit");
  expect(cpuSecondsOfChildren(process.pid)).toBeGreaterThanOrEqual(meanwhile);
});
