import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { memoryFolder } from "./memory-folder.ts";

/** A folder for the tests of a file. Returns a function that joins names to its path. */
export function ownFolder(): (...names: string[]) => string {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(memoryFolder(), "algomoim-test-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return (...names) => join(folder, ...names);
}
