import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applicationRole } from "#services/platform/embedded-postgres/application-role";
import { startEmbeddedPostgres } from "#services/platform/embedded-postgres/embedded-postgres";
import { runningServer, stopByPid } from "#services/platform/embedded-postgres/postgres-process";
import { isMarkedRunning } from "#services/platform/embedded-postgres/processes";
import { ownerFile } from "#services/platform/embedded-postgres/supervise";
import { memoryFolder } from "./memory-folder.ts";
import { asSuperuser } from "./superuser.ts";

export interface ThrowAwayServer {
  readonly url: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

const prefix = "algomoim-postgres-";

/** Servers and data that killed runs left behind. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const dataDir = join(folder, name);
    const owner = name.startsWith(prefix) && (await readFile(ownerFile(dataDir), "utf8").catch(() => ""));
    // Without an owner it is about to start.
    if (!owner || isMarkedRunning(owner)) continue;
    const server = await runningServer(join(dataDir, "cluster"));
    if (server) await stopByPid(server.pid);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A PostgreSQL server for one run; its data are gone after `stop`. */
export async function throwAwayPostgres(settings: Record<string, string> = {}): Promise<ThrowAwayServer> {
  const folder = settings.fsync === "off" ? memoryFolder() : tmpdir();
  await removeAbandoned(folder);
  const dataDir = await mkdtemp(join(folder, prefix));
  const server = await startEmbeddedPostgres({ dataDir, settings });
  // For tests that say which side of a deadlock gives up.
  await asSuperuser(dataDir, `GRANT SET ON PARAMETER deadlock_timeout TO ${applicationRole}`);
  return {
    url: server.url,
    dataDir,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Nothing needs to survive a power cut. */
export const carefree = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
};

/** Runs something with a throw-away server and stops it in any case. */
export async function withPostgres<T>(
  use: (url: string) => Promise<T>,
  settings?: Record<string, string>,
): Promise<T> {
  const server = await throwAwayPostgres(settings);
  try {
    return await use(server.url);
  } finally {
    await server.stop();
  }
}
