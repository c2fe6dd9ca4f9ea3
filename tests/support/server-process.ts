import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

/** Secret key of servers without one. */
export const usualSecretKey = "a secret key of the tests, long enough";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface ServerProcess {
  readonly origin: string;
  readonly pid: number;
  /** Sends a signal and waits for the end. Default SIGTERM. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Resolves when the process ends for any reason, with the exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
}

export interface ServerSettings {
  /** By default a free port. */
  readonly port?: number;
  readonly databaseUrl: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The path that responds 200 once the process has started. Default `/health/ready`, with the demo written. */
  readonly until?: string;
  /** Runs the sources, unless `npm test` has just built them (BUILT), which start in a third of the time. */
  readonly fromSources?: boolean;
  /** File descriptor of its output; by default the output is kept and reported if the server ends by itself. */
  readonly output?: number;
}

/**
 * Below the ephemeral ports of systems (Linux from 32768), so that no process gets one of these while a server has not
 * begun to listen, or is being replaced. Each process of a test run has its own range.
 */
const ports = { from: 12_000, blocks: 200, each: 100 };
let asked = 0;

/** A free port that no other process will take. */
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

/** Node arguments that run the server: the sources if requested or if nothing is built. */
export const serverProgram = (fromSources: boolean): readonly string[] =>
  fromSources && process.env.BUILT === undefined
    ? ["--import", "tsx", "services/app/run.ts"]
    : ["dist/server/run.js"];

/** The same for `npm run ops`. */
export const opsProgram = (): readonly string[] =>
  process.env.BUILT === undefined ? ["--import", "tsx", "services/ops/main.ts"] : ["dist/server/ops.js"];

/** The product as a separate process; resolves once it is ready. */
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
      NOTIFICATIONS_PER_TEN_MINUTES: "1000000",
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
      // If a server ended by itself, the test reports its output beside the resulting failures.
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
      async (response) => response.ok && !(await response.text()).includes('"reason":"demo"'),
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill("SIGKILL");
  throw new Error(`the server was not ready in time: ${said()}`);
}
