import { it, vi } from "vitest";
import { replayFromTo } from "../containers/replayed-log.ts";
import { carefree, withPostgres } from "../support/with-postgres.ts";

vi.setConfig({ testTimeout: 180_000 });

// With an engine it is a server in a container (tests/containers).
it("replays the exported log of a running system into a fresh server: the same read models", () =>
  withPostgres((source) => withPostgres((fresh) => replayFromTo(source, fresh), carefree), carefree));
