import type { ChildProcess } from "node:child_process";
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
  onceGone,
  runningServer,
  stopByPid,
  stopChild,
} from "./postgres-process.ts";
import { isRunning } from "./processes.ts";
import { withoutStarters } from "./start-lock.ts";
import { enter, isUsed, leave, notedPort, notePort, othersAt } from "./users.ts";

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
 * stopped first; one that a living one uses is shared. A server that dies is started again on the same port by one of those
 * who use it.
 * @throws Error whose message is one sentence that says what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return await withoutStarters(dataDir, () => startLocked({ ...options, dataDir }));
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL cannot start in ${dataDir} (${reasonOf(error)}): set DATABASE_URL to a PostgreSQL 15 or newer, or run as an ordinary user who owns that folder.`,
      { cause: error },
    );
  }
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/[.\s]+$/, "");

async function startLocked(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log = () => {} } = options;
  const running = await runningServer(join(dataDir, "cluster"));
  if (running && isUsed(dataDir)) {
    log("sharing the embedded PostgreSQL of another process");
    return supervise(running, options);
  }
  if (running) {
    log("stopping the embedded PostgreSQL that a killed process left behind");
    await stopByPid(running.pid);
  }
  const place = await placeOf(options);
  await initialise(place);
  // Those who use it look for it there: it has just died.
  const wished = isUsed(dataDir) ? await notedPort(dataDir) : undefined;
  const server = await launchOnFreePort(place, options.settings ?? {}, wished);
  await notePort(dataDir, server.port);
  const postgres = await supervise(server, options);
  await createDatabase(place.password, server.port);
  log(`embedded PostgreSQL ${place.binaries.major} listens on 127.0.0.1:${server.port}`);
  return postgres;
}

async function placeOf({ dataDir, namespaces = true }: EmbeddedPostgresOptions): Promise<Place> {
  const binaries = await postgresBinaries();
  const password = await readPassword(dataDir);
  const user = await ordinaryUser(dataDir, binaries.postgres, { namespaces });
  if (!user) throw new Error("PostgreSQL refuses to run as root");
  return { dataDir, cluster: join(dataDir, "cluster"), password, user, binaries };
}

/** A server that runs: this process's child, or by its number another's. */
type Server = { readonly port: number } & ({ readonly child: ChildProcess } | { readonly pid: number });

const pidOf = (server: Server) => ("child" in server ? server.child.pid : server.pid);

/** Makes this process one of those that use a server and keep it running, until it stops doing so. */
async function supervise(first: Server, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log = () => {}, settings = {} } = options;
  const { port } = first;
  const cluster = join(dataDir, "cluster");
  let stopping = false;
  let server = first;
  let stopLooking = () => {};
  let restarted: Promise<void> | undefined;
  /** By whoever is first of those who use it. */
  const next = async (): Promise<Server> => {
    const running = await runningServer(cluster);
    if (running?.port === port) return running;
    log("the embedded PostgreSQL died and is started again");
    return { child: await launch(await placeOf(options), port, settings), port };
  };
  const restart = async () => {
    for (let waitMs = 200; !stopping; waitMs = Math.min(2 * waitMs, 5000)) {
      await pause(waitMs);
      if (stopping) return;
      const found = await withoutStarters(dataDir, next).catch((error: unknown) => {
        log(`the embedded PostgreSQL does not start again yet (${reasonOf(error)})`);
      });
      if (!found) continue;
      server = found;
      watch();
      return;
    }
  };
  const onEnd = () => {
    restarted = restart();
  };
  const watch = () => {
    if ("child" in server) onceEnded(server.child, onEnd);
    else stopLooking = onceGone(server.pid, onEnd);
  };
  watch();
  const killWithUs = () => {
    const pid = pidOf(server);
    if (pid !== undefined && isRunning(pid) && othersAt(dataDir).length === 0) process.kill(pid, "SIGINT");
  };
  process.once("exit", killWithUs);
  await enter(dataDir);
  let left: Promise<void> | undefined;
  const goAway = async () => {
    stopping = true;
    process.off("exit", killWithUs);
    stopLooking();
    // A server on its way back would otherwise outlive us.
    await restarted;
    stopLooking();
    await withoutStarters(dataDir, async () => {
      if (!(await leave(dataDir))) return;
      if ("child" in server) await stopChild(server.child);
      // Another's, or what another has begun meanwhile.
      const present = await runningServer(cluster);
      if (present) await stopByPid(present.pid);
    });
  };
  return {
    url: urlOf(await readPassword(dataDir), port),
    stop() {
      left ??= goAway();
      return left;
    },
  };
}
