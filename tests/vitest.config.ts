import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./support/longest-first.ts";
import { repetitions } from "./support/tally.ts";

const root = new URL("..", import.meta.url).pathname;
/** Specs that share a process: a new one for each, with its modules, takes longer than most of them. */
const folders = ["contracts", "services", "projections", "web"].concat(
  ["api", "delivery", "documents", "event-store", "faults", "identity", "live", "ops"].map(
    (name) => `tests/${name}`,
  ),
);

/**
 * Specs that put something in a module's place, look for a warning, which a process gives once, or measure their process's
 * memory or processor time need one of their own.
 */
const standsAlone =
  /\bvi\.(?:mock|doMock|hoisted)\(|process\.on\("warning"|process\.memoryUsage|\bgrowthOf\(/;
const specs = folders
  .flatMap((folder) => readdirSync(root + folder, { recursive: true }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.spec\.tsx?$/.test(file));
const alone = specs.filter((file) => standsAlone.test(readFileSync(root + file, "utf8")));
const together = specs.filter((file) => !alone.includes(file));

const setupFiles = ["tests/support/setup-patience.ts", "tests/support/setup-dom.ts"];
const exclude = ["**/node_modules/**", "tests/journeys/**"];

export default defineConfig({
  test: {
    root,
    globalSetup: ["tests/support/global-setup.ts"],
    hookTimeout: 240_000,
    retry: repetitions,
    pool: "forks",
    // One more than the two assumed processors, because specs often wait for servers, databases and leases.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "alone",
          include: ["tests/**/*.spec.{ts,tsx}", ...alone],
          exclude: [...exclude, ...together],
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: "together",
          isolate: false,
          include: folders.map((folder) => `${folder}/**/*.spec.{ts,tsx}`),
          exclude: [...exclude, ...alone],
          setupFiles: ["tests/support/setup-together.ts", ...setupFiles],
        },
      },
    ],
  },
});
