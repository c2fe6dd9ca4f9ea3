import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

/** Of servers that are given none. */
export const usualSecretKey = "a secret key of the tests, long enough";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface ServerProcess {
  readonly origin: string;
  readonly pid: number;
  /** Sends a signal and waits for the end. Default SIGTERM. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Resolves at its end, of any cause, with the exit code; null for a signal. */
  readonly ended: Promise<number | null>;
}

export interface ServerSettings {
  /** A free one by default. */
  readonly port?: number;
  readonly databaseUrl: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The path that answers 200 when the process counts as started. Default `/health/ready`. */
  readonly until?: string;
  /** Runs the sources, unless `npm test` has just built them (BUILT): what is built starts in a third of the time. */
  readonly fromSources?: boolean;
  /** Where all it says goes; by default it is kept and told when the server ends by itself. */
  readonly output?: number;
}

/**
 * Below the ports that systems hand out by themselves (Linux from 32768), so that no process is given one of these while a
 * server has not yet begun to listen, or is just being replaced. Each process of a test run goes through some of its own.
 */
const ports = { from: 12_000, blocks: 200, each: 100 };
let asked = 0;

/** A port that is free, and that no other process is going to take. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < ports.each; tries += 1) {
    const port = ports.from + (process.pid % ports.blocks) * ports.each + (asked % ports.each);
    asked += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port is free among the ${ports.each} of process ${process.pid}`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}

/** Arguments for node that run the server: the sources where they are wanted and nothing is known to be built. */
export const serverProgram = (fromSources: boolean): readonly string[] =>
  fromSources && process.env.BUILT === undefined
    ? ["--import", "tsx", "services/app/run.ts"]
    : ["dist/server/run.js"];

/** The same for `npm run ops`. */
export const opsProgram = (): readonly string[] =>
  process.env.BUILT === undefined ? ["--import", "tsx", "services/ops/main.ts"] : ["dist/server/ops.js"];

/** The product as a process of its own; resolves once it is ready. */
export async function startServerProcess(settings: ServerSettings): Promise<ServerProcess> {
  const {
    port = await freePort(),
    databaseUrl,
    args = ["--no-demo"],
    env = {},
    until = "/health/ready",
    fromSources = false,
    output = "pipe",
  } = settings;
  const child = spawn(process.execPath, [...serverProgram(fromSources), ...args], {
    cwd: root,
    stdio: ["ignore", output, output],
    env: {
      PATH: process.env.PATH ?? "",
      NODE_ENV: "test",
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      SECRET_KEY: usualSecretKey,
      LOG_LEVEL: "error",
      // Programs write faster than people, and all from one address.
      WRITES_PER_MINUTE: "1000000",
      CONNECTIONS_PER_ADDRESS: "100000",
      SOCKETS_PER_ADDRESS: "100000",
      ...env,
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (said += text));
  const ended = once(child, "exit") as Promise<[number | null]>;
  const origin = `http://localhost:${port}`;
  await ready(child, `${origin}${until}`, () => said);
  return {
    origin,
    pid: child.pid!,
    ended: ended.then(([code]) => code),
    async stop(signal = "SIGTERM") {
      // A server that ended by itself says why, beside the failures that it led to.
      if (child.exitCode !== null)
        process.stderr.write(`the server ended by itself (${child.exitCode}): ${said}\n`);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, "exit");
    },
  };
}

async function ready(child: ChildProcess, url: string, said: () => string): Promise<void> {
  const giveUpAt = Date.now() + 90_000;
  while (Date.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`the server ended at once: ${said()}`);
    const isReady = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill("SIGKILL");
  throw new Error(`the server was not ready in time: ${said()}`);
}
