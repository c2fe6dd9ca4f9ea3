import { readdirSync, readFileSync } from "node:fs";

/** Kernel clock ticks are hundredths of a second on Linux, whatever the machine. */
const ticksPerSecond = 100;

/** Seconds of processor time that a process has used, user and system (Linux). */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name in parentheses may hold spaces; user and system time are the 12th and 13th word after it.
  const words = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(words[11]) + Number(words[12])) / ticksPerSecond;
}

/** Processor time of a process's children, those that have just ended left out. */
export function cpuSecondsOfChildren(parent: number): number {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).reduce((sum, pid) => {
    try {
      return parentOf(pid) === parent ? sum + cpuSeconds(pid) : sum;
    } catch {
      return sum;
    }
  }, 0);
}

export const parentOf = (pid: number) =>
  Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]);

/** Resident size of a process in MB of 2^20 bytes; 0 once it has ended. */
export function residentMb(pid: number): number {
  try {
    // A process that has ended and was not yet waited for has no such line.
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
