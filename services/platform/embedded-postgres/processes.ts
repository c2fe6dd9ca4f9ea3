import { readFileSync } from "node:fs";

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether a process exists and is not a zombie, i.e. a killed process whose parent has not waited for it yet. */
export const isRunning = (pid: number): boolean => isAlive(pid) && statOf(pid)?.state !== "Z";

/** Identifies a process in a file: its id and, if known, its start time, because ids are reused. */
export function markOf(pid: number): string {
  const began = statOf(pid)?.began;
  return began === undefined ? String(pid) : `${pid} ${began}`;
}

/** The process id of such a text; 0 if there is none. */
export const numberIn = (mark: string): number => Number(mark.split(" ")[0]) || 0;

/** Whether the identified process is running, rather than another one with the same id. */
export function isMarkedRunning(mark: string): boolean {
  const pid = numberIn(mark);
  const [, began] = mark.split(" ");
  if (pid <= 0 || !isRunning(pid)) return false;
  return began === undefined || (statOf(pid)?.began ?? began) === began;
}

/** State and start time in `/proc/<pid>/stat`, which exists only on Linux. */
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
