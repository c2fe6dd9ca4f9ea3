import { readdirSync, readFileSync } from "node:fs";

/** Kernel clock ticks are hundredths of a second on Linux, whatever the machine. */
const ticksPerSecond = 100;

/** Ticks of a process, and those of its terminated children, user and system each (proc(5)). */
function ticksOf(pid: number): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name in parentheses may contain spaces; the times are the 12th to 15th word after it.
  const words = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = words.slice(11, 15).map(Number);
  return { own: user + system, ended: endedUser + endedSystem };
}

/** Seconds of processor time that a process has used (Linux). */
export const cpuSeconds = (pid: number): number => ticksOf(pid).own / ticksPerSecond;

/** Seconds of processor time of all children that a process has or had; never decreases. */
export function cpuSecondsOfChildren(parent: number): number {
  for (;;) {
    const { ended } = ticksOf(parent);
    const living = livingChildren(parent);
    // A child that ended meanwhile would be counted twice or not at all.
    if (ticksOf(parent).ended === ended) return (ended + living) / ticksPerSecond;
  }
}

function livingChildren(parent: number): number {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).reduce((sum, pid) => {
    try {
      return parentOf(pid) === parent ? sum + ticksOf(pid).own : sum;
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
    // A zombie process has no such line.
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
