import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bufferedLines } from "./buffered-lines.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "algomoim-lines-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => `${n} ${"줄".repeat(3)}${"-".repeat(90)}\n`);

/** A pipe that is read on demand only; writes without room fail immediately. */
function pipe() {
  const path = join(folder, "pipe");
  execFileSync("mkfifo", [path]);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const part = Buffer.alloc(1 << 16);
  let text = Buffer.alloc(0);
  return {
    fd,
    /** Returns everything received so far. */
    read() {
      try {
        text = Buffer.concat([text, part.subarray(0, readSync(fd, part))]);
      } catch {
        // The pipe is empty for now.
      }
      return text.toString();
    },
    close: () => closeSync(fd),
  };
}

it("keeps a megabyte for an unread pipe and drops further lines; once it is read, all kept lines arrive whole and in order", async () => {
  const { fd, read, close } = pipe();
  const lines = bufferedLines(fd);
  const all = numbered(30_000);
  for (const line of all) lines.write(line);
  const dropped = lines.dropped();
  expect(dropped).toBeGreaterThan(0);
  const kept = all.slice(0, all.length - dropped).join("");
  expect(kept.length).toBeGreaterThan(1_000_000);
  await expect.poll(read, { interval: 1 }).toBe(kept);
  lines.write("later\n");
  await expect.poll(read).toBe(`${kept}later\n`);
  expect(lines.dropped()).toBe(dropped);
  close();
});

it("writes the buffered lines at the end of the process, and ends if the output accepts nothing", async () => {
  const path = join(folder, "end");
  const fd = openSync(path, "w");
  const lines = bufferedLines(fd);
  for (const line of numbered(20)) lines.write(line);
  lines.flushSync();
  expect(await readFile(path, "utf8")).toBe(numbered(20).join(""));

  const full = bufferedLines(openSync("/dev/full", "w"));
  full.write("dropped\n");
  full.flushSync();
  expect(full.dropped()).toBe(0);
});
