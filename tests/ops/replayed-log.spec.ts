import { it, vi } from "vitest";
import { replayFromTo } from "../containers/replayed-log.ts";
import { testDatabase } from "../support/database.ts";
import { withoutDurability, withPostgres } from "../support/with-postgres.ts";

vi.setConfig({ testTimeout: 180_000 });

// With a container engine it runs on a server in a container with 10,000 events (tests/containers).
it("replays the exported log of a running system into a new server: the same read models", async () => {
  const source = await testDatabase({ migrations: [] });
  await withPostgres((fresh) => replayFromTo(source.url, fresh, 1000), withoutDurability);
  await source.close();
});
