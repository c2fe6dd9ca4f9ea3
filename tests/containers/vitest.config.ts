import { defineConfig } from "vitest/config";

/** Runs only the tests on servers in containers (tests/containers/run.ts). */
export default defineConfig({
  test: {
    root: new URL("../..", import.meta.url).pathname,
    globalSetup: ["tests/support/global-setup.ts"],
    setupFiles: ["tests/containers/setup-patience.ts"],
    hookTimeout: 240_000,
    pool: "forks",
    maxWorkers: 3,
    include: [
      "tests/faults/{contract,log,younger-cluster}.spec.ts",
      "tests/event-store/postgres.spec.ts",
      "tests/containers/*.containers.ts",
    ],
  },
});
