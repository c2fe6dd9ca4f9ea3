import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ordinaryUser } from "./ordinary-user.ts";
import { postgresBinaries } from "./postgres-binaries.ts";
import { createDatabase, initialise, type Place, readPassword, urlOf } from "./postgres-cluster.ts";
import {
  launch,
  launchOnFreePort,
  onceEnded,
  runningServer,
  stopByPid,
  stopChild,
} from "./postgres-process.ts";
import { lockStart } from "./start-lock.ts";
import { enter, isUsed, leave, othersAt } from "./users.ts";

export interface EmbeddedPostgresOptions {
  /** Kept between starts; holds the cluster, its password (0600) and its log. Made when absent. */
  readonly dataDir: string;
  readonly log?: (line: string) => void;
  /** postgresql.conf settings, e.g. `{ fsync: "off" }` for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether root may use a user namespace. Default true. */
  readonly namespaces?: boolean;
}

export interface EmbeddedPostgres {
  /** Of the database `algomoim`, on 127.0.0.1. */
  readonly url: string;
  /** Shuts the server down, unless somebody else still uses it. */
  stop(): Promise<void>;
}

/**
 * A PostgreSQL server of this program's own, for machines that have none. A server left behind by killed processes is
 * stopped first; one that a living one uses is shared. A server that dies is started again on the same port by whoever
 * started it.
 * @throws Error whose message is one sentence that says what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const release = await lockStart(dataDir);
    try {
      return await startLocked({ ...options, dataDir });
    } finally {
      await release();
    }
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/[.\s]+$/, "");
    throw new Error(
      `The embedded PostgreSQL cannot start in ${dataDir} (${reason}): set DATABASE_URL to a PostgreSQL 15 or newer, or run as an ordinary user who owns that folder.`,
      { cause: error },
    );
  }
}

async function startLocked(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log = () => {} } = options;
  const cluster = join(dataDir, "cluster");
  const running = await runningServer(cluster);
  if (running) {
    if (isUsed(dataDir)) {
      log("sharing the embedded PostgreSQL of another process");
      await enter(dataDir);
      const stop = leaving(dataDir, async () => {
        const present = await runningServer(cluster);
        if (present) await stopByPid(present.pid);
      });
      return { url: urlOf(await readPassword(dataDir), running.port), stop };
    }
    log("stopping the embedded PostgreSQL that a killed process left behind");
    await stopByPid(running.pid);
  }
  const binaries = await postgresBinaries();
  const password = await readPassword(dataDir);
  const user = await ordinaryUser(dataDir, binaries.postgres, { namespaces: options.namespaces ?? true });
  if (!user) throw new Error("PostgreSQL refuses to run as root");
  const place = { dataDir, cluster, password, user, binaries };
  await initialise(place);
  return supervise(place, options);
}

/** Keeps a server running until stopped. */
async function supervise(place: Place, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, settings = {} } = options;
  let stopping = false;
  let { child, port } = await launchOnFreePort(place, settings);
  const restart = async () => {
    for (let waitMs = 200; !stopping; waitMs = Math.min(2 * waitMs, 5000)) {
      log("the embedded PostgreSQL died and is started again");
      await pause(waitMs);
      const next = await launch(place, port, settings).catch(() => undefined);
      if (!next) continue;
      child = next;
      watch();
      return;
    }
  };
  let restarted: Promise<void> | undefined;
  const watch = () =>
    onceEnded(child, () => {
      restarted = restart();
    });
  watch();
  const killWithUs = () => othersAt(place.dataDir).length > 0 || child.kill("SIGINT");
  process.once("exit", killWithUs);
  await enter(place.dataDir);
  await createDatabase(place.password, port);
  log(`embedded PostgreSQL ${place.binaries.major} listens on 127.0.0.1:${port}`);
  const stopServer = leaving(place.dataDir, () => stopChild(child));
  return {
    url: urlOf(place.password, port),
    stop: async () => {
      stopping = true;
      process.off("exit", killWithUs);
      // A server on its way back would otherwise outlive us.
      await restarted;
      await stopServer();
    },
  };
}

/** Takes this user off, once, and stops the server when it was the last. */
function leaving(dataDir: string, stopServer: () => Promise<void>): () => Promise<void> {
  let left: Promise<void> | undefined;
  const goAway = async () => {
    const release = await lockStart(dataDir);
    try {
      if (await leave(dataDir)) await stopServer();
    } finally {
      await release();
    }
  };
  return () => {
    left ??= goAway();
    return left;
  };
}
