import { it } from "vitest";
import { withPostgres } from "#tests/support/with-postgres";
import { replayFromTo } from "./replayed-log.ts";
import { startPostgres } from "./servers.ts";

it("replays the exported log of a running system into a fresh PostgreSQL: the same read models", async () => {
  const fresh = await startPostgres();
  try {
    await withPostgres((source) => replayFromTo(source, fresh.url, 10_000));
  } finally {
    await fresh.stop();
  }
});
