import { type ChildProcess, spawn } from "node:child_process";
import { open, readFile, realpath, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type ClusterSetup, clusterUrl, lastErrorIn, superuser } from "./postgres-cluster.ts";
import { isAlive, isRunning } from "./processes.ts";

const readyWithinMs = 120_000;
const fastStopMs = 20_000;
const pollMs = 20;

/** Starts the server and waits until it accepts connections. */
export async function launchOnFreePort(setup: ClusterSetup, settings: Readonly<Record<string, string>>) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      return { child: await launch(setup, port, settings), port };
    } catch (error) {
      // Another program may have taken the port in the meantime.
      if (attempt === 5 || !String(error).includes("could not bind")) throw error;
    }
  }
}

export async function launch(setup: ClusterSetup, port: number, settings: Readonly<Record<string, string>>) {
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    log_checkpoints: "off",
    // A recycled segment keeps its old records until it is overwritten, which may never happen
    // (services/app/erasure.ts).
    wal_recycle: "off",
    // Failed statements and their parameters contain members' texts.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    ...settings,
  };
  const options = Object.entries(all).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const command = [setup.binaries.postgres, "-D", setup.cluster, "-p", String(port), ...options];
  const [program = "", ...args] = [...setup.user.prefix, ...command];
  const logFile = await open(join(setup.dataDir, "postgres.log"), "w", 0o600);
  // Detached, so that Ctrl+C in the terminal reaches only this process, which still needs the server to finish its
  // work.
  const child = spawn(program, args, {
    ...setup.user.ids,
    cwd: setup.dataDir,
    detached: true,
    stdio: ["ignore", logFile.fd, logFile.fd],
  });
  child.on("error", () => {});
  await logFile.close();
  child.unref();
  await untilReady(child, setup, port);
  return child;
}

async function untilReady(child: ChildProcess, setup: ClusterSetup, port: number): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  const url = clusterUrl({ role: superuser, password: setup.password, port, database: "postgres" });
  for (;;) {
    if (await answers(url)) return;
    if (child.pid === undefined || hasEnded(child)) {
      const output = await readFile(join(setup.dataDir, "postgres.log"), "utf8").catch(() => "");
      throw new Error(lastErrorIn(output));
    }
    if (performance.now() > deadline) {
      child.kill("SIGQUIT");
      throw new Error(`it did not respond within ${readyWithinMs / 1000} s`);
    }
    await pause(30);
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/**
 * Calls back once a process has ended, or immediately if it has ended already: it may die just after it became ready.
 */
export function onceEnded(child: ChildProcess, then: () => void): void {
  if (hasEnded(child)) then();
  else child.once("exit", then);
}

/** @throws Error if the process still exists after all signals */
export async function stopByPid(pid: number): Promise<void> {
  signal(pid, "SIGINT");
  for (let waited = 0; isRunning(pid); waited += pollMs) {
    if (waited === fastStopMs) signal(pid, "SIGQUIT");
    if (waited > 2 * fastStopMs)
      throw new Error(`PostgreSQL (process ${pid}) does not stop: see what blocks it.`);
    await pause(pollMs);
  }
}

/** Sends SIGCONT as well, because a stopped process (SIGSTOP) handles no other signal. */
function signal(pid: number, name: "SIGINT" | "SIGQUIT"): void {
  const signals = process.platform === "win32" ? [name] : ([name, "SIGCONT"] as const);
  for (const each of signals) if (isRunning(pid)) process.kill(pid, each);
}

/** The running server of a cluster according to its postmaster.pid. */
export async function runningServer(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  if (!(pid > 1) || !isAlive(pid)) return undefined;
  // The process id may have been reused by another program.
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  if (command !== undefined && !(await serves(command, cluster))) {
    await rm(join(cluster, "postmaster.pid"), { force: true });
    return undefined;
  }
  return { pid, port: Number(lines[3]) };
}

/** Whether a command line belongs to a server on this cluster, however its folder was written. */
async function serves(command: string, cluster: string): Promise<boolean> {
  const args = command.split("\0");
  const served = args[args.indexOf("-D") + 1] ?? "";
  return served === cluster || (await realpath(served).catch(() => "")) === (await realpath(cluster));
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((settle, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => settle(typeof address === "object" && address ? address.port : 0));
    });
  });
}
