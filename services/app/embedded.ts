import { join } from "node:path";
import type { Config } from "../platform/config.ts";
import { startEmbeddedPostgres } from "../platform/embedded-postgres/embedded-postgres.ts";
import type { Logger } from "../platform/logging.ts";

/** The database of a system whose settings name none. Calls after the first find it started, and leave it so. */
export const embeddedDatabase = async ({ databaseUrl, dataDir }: Config, log: Logger) =>
  databaseUrl === undefined
    ? startEmbeddedPostgres({
        dataDir: join(dataDir, "postgres"),
        log: (line) => log.info({ component: "postgres" }, line),
      })
    : undefined;
