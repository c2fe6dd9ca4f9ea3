import { readFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isMarkedRunning, markOf, numberIn } from "./processes.ts";

/** Who uses the server of a data directory: whoever leaves last stops it, whoever started it. Changed under the lock of starters. */
const fileIn = (dataDir: string) => join(dataDir, "owner.pid");

/** How often this process does. */
const own = new Map<string, number>();

/** Living processes beside this one, as they are marked. */
export function othersAt(dataDir: string): string[] {
  try {
    const marks = readFileSync(fileIn(dataDir), "utf8").split("\n");
    return marks.filter((mark) => numberIn(mark) !== process.pid && isMarkedRunning(mark));
  } catch {
    return [];
  }
}

export const isUsed = (dataDir: string): boolean => own.has(dataDir) || othersAt(dataDir).length > 0;

export async function enter(dataDir: string): Promise<void> {
  own.set(dataDir, (own.get(dataDir) ?? 0) + 1);
  await note(dataDir, [...othersAt(dataDir), markOf(process.pid)]);
}

/** Whether nobody is left. */
export async function leave(dataDir: string): Promise<boolean> {
  const left = (own.get(dataDir) ?? 1) - 1;
  if (left > 0) {
    own.set(dataDir, left);
    return false;
  }
  own.delete(dataDir);
  const others = othersAt(dataDir);
  if (others.length > 0) await note(dataDir, others);
  else await rm(fileIn(dataDir), { force: true });
  return others.length === 0;
}

/** Where those who use the server look for it, also once it has died. */
const portIn = (dataDir: string) => join(dataDir, "port");

export const notePort = (dataDir: string, port: number) =>
  writeFile(portIn(dataDir), String(port), { mode: 0o600 });

export async function notedPort(dataDir: string): Promise<number | undefined> {
  return Number(await readFile(portIn(dataDir), "utf8").catch(() => "")) || undefined;
}

const note = (dataDir: string, marks: readonly string[]) =>
  writeFile(fileIn(dataDir), marks.join("\n"), { mode: 0o600 });
