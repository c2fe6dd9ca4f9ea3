import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { testDatabase } from "#tests/support/database";
import { settingsOf } from "#tests/support/ops";
import { freePort } from "#tests/support/server-process";
import { readConfig } from "../platform/config.ts";
import { createLogger } from "../platform/logging.ts";
import { start } from "./main.ts";

it("closes the port if the start fails after it was opened", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const port = await freePort();
  const config = readConfig({ ...settingsOf(database.url), PORT: String(port) }, ["--no-demo"]);
  // The development provider, which is created with the application, refuses this.
  vi.stubEnv("NODE_ENV", "production");
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(start(config, { log: createLogger("silent") })).rejects.toThrow("must not run in production");
  const next = createServer().listen(port);
  onTestFinished(() => void next.close());
  await once(next, "listening");
});
