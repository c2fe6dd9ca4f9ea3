import { defineConfig } from "vitest/config";
import everyday from "../vitest.config.ts";

/** What runs on servers in containers (tests/containers/run.ts). */
export default defineConfig({
  ...everyday,
  test: {
    ...everyday.test,
    include: [
      "tests/faults/{contract,log,younger-cluster}.spec.ts",
      "tests/event-store/postgres.spec.ts",
      "tests/event-store/eventstoredb.spec.ts",
      // Exports the log, imports it into a fresh database and compares all read models.
      "tests/ops/ops.spec.ts",
      "tests/containers/*.containers.ts",
    ],
  },
});
