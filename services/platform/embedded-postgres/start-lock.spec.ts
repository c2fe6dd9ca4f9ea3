import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { markOf } from "./processes.ts";
import { whileLocked } from "./start-lock.ts";

it("takes over a lock file that a full disk or a power failure has left empty", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "algomoim-lock-"));
  const file = join(dataDir, "starting.lock");
  await writeFile(file, "");
  await utimes(file, new Date(), new Date(Date.now() - 3000));
  expect(await whileLocked(dataDir, () => readFile(file, "utf8"))).toBe(markOf(process.pid));
  await rm(dataDir, { recursive: true });
}, 10_000);

it.runIf(process.platform === "linux")(
  "takes over a lock whose process id was reused by another program",
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "algomoim-lock-"));
    await writeFile(join(dataDir, "starting.lock"), `${process.ppid} 1`);
    expect(await whileLocked(dataDir, async () => "locked")).toBe("locked");
    await rm(dataDir, { recursive: true });
  },
  10_000,
);
