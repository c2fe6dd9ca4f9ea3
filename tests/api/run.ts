import { spawnSync } from "node:child_process";

/** `npm run test:api [-- --store eventstoredb] [name…]`: tests the whole product over HTTP on the named event store. */
const args = process.argv.slice(2);
const at = args.indexOf("--store");
const store = at < 0 ? "postgres" : args[at + 1];
if (store !== "postgres" && store !== "eventstoredb") {
  process.stderr.write("--store is postgres or eventstoredb.\n");
  process.exit(2);
}
const names = args.filter((_, index) => at < 0 || (index !== at && index !== at + 1));
const { status } = spawnSync(
  "vitest",
  ["run", "--config", "tests/vitest.config.ts", ...(names.length > 0 ? names : ["tests/api/"])],
  { stdio: "inherit", env: { ...process.env, STORE_FOR_TESTS: store } },
);
process.exit(status ?? 1);
