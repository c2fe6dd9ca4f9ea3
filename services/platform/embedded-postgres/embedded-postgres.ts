import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeFolder } from "../make-folder.ts";
import { prepareApplication, preparedApplication } from "./application-role.ts";
import { postgresBinaries } from "./postgres-binaries.ts";
import { type ClusterSetup, initialise, readPassword } from "./postgres-cluster.ts";
import { launch, launchOnFreePort, runningServer, stopByPid } from "./postgres-process.ts";
import { isMarkedRunning, markOf, numberIn } from "./processes.ts";
import { whileLocked } from "./start-lock.ts";
import { ownerFile, reasonOf, supervise } from "./supervise.ts";
import { unprivilegedUser } from "./unprivileged-user.ts";

interface EmbeddedPostgresOptions {
  /** Persistent folder of the cluster, its passwords (0600) and its log; created if absent. */
  readonly dataDir: string;
  readonly log?: (line: string) => void;
  /** postgresql.conf settings, e.g. `{ fsync: "off" }` for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether root may use a user namespace. Default true. */
  readonly namespaces?: boolean;
}

interface EmbeddedPostgres {
  /** URL of the database `algomoim` on 127.0.0.1 for a role that owns it and is no superuser. */
  readonly url: string;
  /** Shuts the server down if this call started it. */
  stop(): Promise<void>;
}

/** URLs of the servers that this process started, by data directory. */
const own = new Map<string, string>();

/**
 * Starts a PostgreSQL server of the product's own, for machines without one. The first call starts and supervises it
 * and ends it; later calls, in other processes too, connect to it. A server left by a killed process is stopped first.
 * @throws Error whose message is one sentence with the remedy
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  try {
    await makeFolder(dataDir);
    for (let waited = 0; ; waited += pollMs) {
      const server = await whileLocked(dataDir, () => connectOrStart({ ...options, dataDir }));
      if (server) return server;
      if (waited > restartWithinMs) throw new Error("the process that owns it does not start it again");
      await pause(pollMs);
    }
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL cannot start in ${dataDir} (${reasonOf(error)}): set DATABASE_URL to a PostgreSQL 15 or newer, or run as an ordinary user who owns that folder.`,
      { cause: error },
    );
  }
}

const pollMs = 100;
const restartWithinMs = 60_000;

async function hasOtherOwner(dataDir: string): Promise<boolean> {
  const mark = await readFile(ownerFile(dataDir), "utf8").catch(() => "");
  return numberIn(mark) !== process.pid && isMarkedRunning(mark);
}

/** Returns undefined while the owner has not yet restarted a server that died. */
async function connectOrStart(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres | undefined> {
  const { dataDir, log = () => {} } = options;
  const ours = own.get(dataDir);
  if (ours) return { url: ours, stop: async () => {} };
  const running = await runningServer(join(dataDir, "cluster"));
  if (await hasOtherOwner(dataDir)) {
    const url = running && (await preparedApplication(dataDir, running.port));
    if (url === undefined) return undefined;
    log("using the embedded PostgreSQL of another process");
    return { url, stop: async () => {} };
  }
  if (running) {
    log("stopping the embedded PostgreSQL that a killed process left behind");
    await stopByPid(running.pid);
  }
  const setup = await setupOf(options);
  await initialise(setup);
  const { child, port } = await launchOnFreePort(setup, options.settings ?? {});
  await writeFile(ownerFile(dataDir), markOf(process.pid), { mode: 0o600 });
  const supervised = supervise(child, {
    dataDir,
    log,
    startAgain: async () => launch(await setupOf(options), port, options.settings ?? {}),
  });
  const url = await prepareApplication(dataDir, port);
  own.set(dataDir, url);
  log(`embedded PostgreSQL ${setup.binaries.major} listens on 127.0.0.1:${port}`);
  return {
    url,
    async stop() {
      if (own.delete(dataDir)) await supervised.stop();
    },
  };
}

async function setupOf({ dataDir, namespaces = true }: EmbeddedPostgresOptions): Promise<ClusterSetup> {
  const binaries = await postgresBinaries();
  const password = await readPassword(dataDir);
  const user = await unprivilegedUser(dataDir, binaries.postgres, { namespaces });
  if (!user) throw new Error("PostgreSQL refuses to run as root");
  return { dataDir, cluster: join(dataDir, "cluster"), password, user, binaries };
}
