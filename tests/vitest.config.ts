import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["{contracts,services,projections,web}/**/*.spec.{ts,tsx}", "tests/**/*.spec.{ts,tsx}"],
    exclude: ["**/node_modules/**", "tests/journeys/**"],
    globalSetup: ["tests/global-setup.ts"],
    setupFiles: ["tests/setup-dom.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
