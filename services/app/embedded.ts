import { join } from "node:path";
import type { Config } from "../platform/config.ts";
import { startEmbeddedPostgres } from "../platform/embedded-postgres/embedded-postgres.ts";
import type { Logger } from "../platform/logging.ts";

/** The database of a system without DATABASE_URL. Calls after the first one find it running and leave it so. */
export const embeddedDatabase = async ({ databaseUrl, dataDir }: Config, log: Logger) =>
  databaseUrl === undefined
    ? startEmbeddedPostgres({
        dataDir: join(dataDir, "postgres"),
        log: (line) => log.info({ component: "postgres" }, line),
      })
    : undefined;
