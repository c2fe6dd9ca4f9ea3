import { it, vi } from "vitest";
import { replayFromTo } from "../containers/replayed-log.ts";
import { withoutDurability, withPostgres } from "../support/with-postgres.ts";

vi.setConfig({ testTimeout: 180_000 });

// With a container engine it runs on a server in a container with 10,000 events (tests/containers).
const minEvents = process.env.EVERYDAY ? 1000 : 3000;
it("replays the exported log of a running system into a new server: the same read models", () =>
  withPostgres(
    (source) => withPostgres((fresh) => replayFromTo(source, fresh, minEvents), withoutDurability),
    withoutDurability,
  ));
