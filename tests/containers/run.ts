import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { missingEngine, prepareForEngine } from "./engine.ts";
import { type ContainedServer, startEventStoreDb, startPostgres } from "./servers.ts";

/**
 * `npm run test:containers`: contract suites and the replay of a log on servers in fresh containers, and the whole of
 * docker-compose.yml.
 */
prepareForEngine();
const say = (line: string) => process.stdout.write(`${line}\n`);
const reason = await missingEngine();
if (reason) {
  say(`Container tests are skipped: ${reason}.`);
  say(
    "Debian: apt-get install docker.io, then dockerd (--iptables=false where the network may not be changed).",
  );
  say("\n0 passed, 0 failed, 1 skipped");
  process.exit(0);
}

const servers: ContainedServer[] = [];
const scratch = await mkdtemp(join(tmpdir(), "algomoim-containers-"));
let skipped = 0;
try {
  const postgres = await startPostgres();
  servers.push(postgres);
  say(`PostgreSQL in a container, from ${postgres.image}`);
  const eventStoreDb = await startEventStoreDb();
  if (eventStoreDb) servers.push(eventStoreDb);
  else skipped += 1;
  say(
    eventStoreDb
      ? `EventStoreDB in a container, from ${eventStoreDb.image}`
      : "EventStoreDB is skipped: its image is not here and no registry answers.",
  );
  process.exitCode = await runSuites({
    DATABASE_URL_FOR_TESTS: postgres.url,
    ...(eventStoreDb ? { EVENTSTORE_URL_FOR_TESTS: eventStoreDb.url } : {}),
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
  skipped += numPendingTests;
  say(`\n${numPassedTests} passed, ${numFailedTests} failed, ${skipped} skipped`);
  return code ?? 1;
}
