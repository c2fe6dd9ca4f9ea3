import { readFileSync } from "node:fs";

/** Whether a process with this number exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether it can still do anything: one that was killed goes on existing until its parent has asked for its end. */
export const isRunning = (pid: number): boolean => isAlive(pid) && statOf(pid)?.state !== "Z";

/** A process as a file names it: its number and, where that is known, when it began, since numbers are given again. */
export function markOf(pid: number): string {
  const began = statOf(pid)?.began;
  return began === undefined ? String(pid) : `${pid} ${began}`;
}

/** The number in a mark; 0 when there is none. */
export const numberIn = (mark: string): number => Number(mark.split(" ")[0]) || 0;

/** Whether the process that a mark names is running, not another one that its number went to. */
export function isMarkedRunning(mark: string): boolean {
  const pid = numberIn(mark);
  const [, began] = mark.split(" ");
  if (pid <= 0 || !isRunning(pid)) return false;
  return began === undefined || (statOf(pid)?.began ?? began) === began;
}

/** Known of Linux alone: what stands behind the name in `/proc/<pid>/stat`. */
function statOf(pid: number): { state: string | undefined; began: string | undefined } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return { state: fields[0], began: fields[19] };
  } catch {
    return undefined;
  }
}
