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

export interface TemporaryServer {
  readonly url: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

const prefix = "algomoim-postgres-";

/** Removes servers and data that killed runs have left. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const dataDir = join(folder, name);
    const owner = name.startsWith(prefix) && (await readFile(ownerFile(dataDir), "utf8").catch(() => ""));
    // A server without an owner is about to start.
    if (!owner || isMarkedRunning(owner)) continue;
    const server = await runningServer(join(dataDir, "cluster"));
    if (server) await stopByPid(server.pid);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A PostgreSQL server for one run; its data are deleted by `stop`. */
export async function temporaryPostgres(settings: Record<string, string> = {}): Promise<TemporaryServer> {
  const folder = settings.fsync === "off" ? memoryFolder() : tmpdir();
  await removeAbandoned(folder);
  const dataDir = await mkdtemp(join(folder, prefix));
  const server = await startEmbeddedPostgres({ dataDir, settings });
  // For tests that determine which side of a deadlock is rolled back.
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

/** Settings without durability, because no data need to survive a power failure. */
export const withoutDurability = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
};

/** Runs work with a temporary server and stops it in any case. */
export async function withPostgres<T>(
  use: (url: string) => Promise<T>,
  settings?: Record<string, string>,
): Promise<T> {
  const server = await temporaryPostgres(settings);
  try {
    return await use(server.url);
  } finally {
    await server.stop();
  }
}
