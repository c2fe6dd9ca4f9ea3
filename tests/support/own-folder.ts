import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { memoryFolder } from "./memory-folder.ts";

/** A folder that is there while the tests of a file run. Joins names to its path. */
export function ownFolder(): (...names: string[]) => string {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(memoryFolder(), "algomoim-test-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return (...names) => join(folder, ...names);
}
