import { afterAll, beforeAll } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { freePort, type ServerProcess, startServerProcess } from "#tests/support/server-process";
import { isLong } from "./rounds.ts";

interface OwnServer {
  readonly database: TestDatabase<unknown>;
  /** The one that was started last. */
  readonly server: ServerProcess;
  /** Starts the next one at the same port. */
  startAgain(): Promise<void>;
}

/**
 * The product as a process of its own on a database of its own. There while the tests of a file run, not before.
 * @param lineTo another way to the database than the straight one
 */
export function ownServer(
  env: Record<string, string> = {},
  lineTo: (databaseUrl: string) => string | Promise<string> = (url) => url,
): OwnServer {
  let start: () => Promise<ServerProcess>;
  const own = {
    async startAgain() {
      // Only the long form waits until the lease of the killed process expires; projector-killed.spec.ts tests that.
      if (!isLong) await own.database.pool.query("UPDATE read_model_lease SET until = '-infinity'");
      own.server = await start();
    },
  } as { -readonly [K in keyof OwnServer]: OwnServer[K] };
  beforeAll(async () => {
    own.database = await testDatabase();
    const [port, databaseUrl] = [await freePort(), await lineTo(own.database.url)];
    start = () => startServerProcess({ port, databaseUrl, fromSources: true, env });
    own.server = await start();
  });
  afterAll(async () => {
    await own.server.stop("SIGKILL");
    await own.database.close();
  });
  return own;
}
