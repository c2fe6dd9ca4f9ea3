import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { missingForCompose } from "./composed-site.ts";
import { missingEngine, prepareForEngine } from "./engine.ts";
import { type ContainedServer, startEventStoreDb, startPostgres } from "./servers.ts";

/**
 * `npm run test:containers`: contract suites and the replay of a log on servers in new containers, and the whole
 * docker-compose.yml. Ends with the totals and the reason of each skipped part.
 */
prepareForEngine();
const say = (line: string) => process.stdout.write(`${line}\n`);
const skippedParts: string[] = [];

/** Prints the totals, and writes them for `npm run test:all`. */
async function conclude(passed: number, failed: number, skipped: number): Promise<void> {
  const reasons = skippedParts.length > 0 ? ` (${skippedParts.join("; ")})` : "";
  say(`\n${passed} passed, ${failed} failed, ${skipped} skipped${reasons}`);
  const file = process.env.CONTAINERS_REPORT;
  if (file) await writeFile(file, JSON.stringify({ passed, failed, skipped, skippedParts }));
}

const missing = await missingEngine();
if (missing) {
  say(
    "Debian: apt-get install docker.io, then dockerd (--iptables=false where the network may not be changed).",
  );
  skippedParts.push(`container tests: ${missing}`);
  await conclude(0, 0, 1);
  process.exit(0);
}

const servers: ContainedServer[] = [];
const scratch = await mkdtemp(join(tmpdir(), "algomoim-containers-"));
try {
  const postgres = await startPostgres();
  servers.push(postgres);
  say(`PostgreSQL in a container, from ${postgres.image}`);
  const eventStoreDb = await startEventStoreDb();
  if (eventStoreDb) {
    servers.push(eventStoreDb);
    say(`EventStoreDB in a container, from ${eventStoreDb.image}`);
  } else skippedParts.push("EventStoreDB: its image is not here and no registry answers");
  const composeMissing = await missingForCompose();
  if (composeMissing) skippedParts.push(`docker-compose.yml: ${composeMissing}`);
  process.exitCode = await runSuites({
    DATABASE_URL_FOR_TESTS: postgres.url,
    ...(eventStoreDb ? { EVENTSTORE_URL_FOR_TESTS: eventStoreDb.url } : {}),
    ...(composeMissing ? { COMPOSE_MISSING: composeMissing } : {}),
  });
} finally {
  await Promise.all(servers.map(({ stop }) => stop()));
  await rm(scratch, { recursive: true, force: true });
}

async function runSuites(env: NodeJS.ProcessEnv): Promise<number> {
  const report = join(scratch, "report.json");
  const child = spawn(
    "vitest",
    [
      "run",
      "--config=tests/containers/vitest.config.ts",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    { stdio: "inherit", env: { ...process.env, ...env } },
  );
  const [code] = await once(child, "exit");
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(await readFile(report, "utf8"));
  await conclude(numPassedTests, numFailedTests, numPendingTests);
  return code ?? 1;
}
