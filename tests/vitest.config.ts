import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["{contracts,services,projections,web}/**/*.spec.{ts,tsx}", "tests/**/*.spec.{ts,tsx}"],
    exclude: ["**/node_modules/**", "tests/journeys/**"],
    globalSetup: ["tests/global-setup.ts"],
    setupFiles: ["tests/setup-patience.ts", "tests/setup-dom.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Conditions are waited for, however busy the machine is.
    expect: { poll: { timeout: 30_000 } },
    // As in the journeys: on CI a failure counts when it comes twice, and one that does not is named.
    retry: process.env.CI ? 1 : 0,
    pool: "forks",
    // One more than the two processors that are counted on: servers, databases and leases are waited for a good deal.
    maxWorkers: 3,
  },
});
