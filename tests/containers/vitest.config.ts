import { defineConfig } from "vitest/config";
import everyday from "../vitest.config.ts";

/** What runs on servers in containers (tests/containers/run.ts). */
export default defineConfig({
  ...everyday,
  test: {
    ...everyday.test,
    include: [
      "tests/faults/{contract,ordering,foreign-transaction,younger-cluster,append-killed}.spec.ts",
      "tests/event-store/postgres.spec.ts",
      "tests/event-store/eventstoredb.spec.ts",
      "tests/containers/*.containers.ts",
    ],
  },
});
