import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { none, type Tally, tallying, tallyOf } from "../support/tally.ts";
import { missingForCompose } from "./composed-site.ts";
import { startEngine } from "./engine.ts";
import { type ContainedServer, startEventStoreDb, startPostgres } from "./servers.ts";

/**
 * `npm run test:containers`: contract suites and the replay of a log on servers in new containers, and the whole
 * docker-compose.yml. Starts a container engine where none answers and one can run. Ends with the totals and the reason
 * of each skipped part.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);
const skippedParts: string[] = [];
const servers: ContainedServer[] = [];
const scratch = await mkdtemp(join(tmpdir(), "algomoim-containers-"));
/** The name of the composed site, so that an interrupted run can remove it. */
const project = `algomoim-test-${process.pid}`;
let isInterrupted = false;
let suites = undefined as ChildProcess | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    isInterrupted = true;
    suites?.kill();
  });
const engine = await startEngine();
try {
  conclude(engine.missing ? skippedFor(engine.missing) : await runSuites());
} finally {
  if (isInterrupted) removeSite();
  await Promise.all(servers.map(({ stop }) => stop()));
  await engine.stop();
  await rm(scratch, { recursive: true, force: true });
}

/** What the suites would have removed at their end. */
function removeSite(): void {
  const down = ["compose", "-p", project, "down", "--volumes", "--timeout", "1"];
  for (const args of [down, ["image", "rm", "--force", project]])
    spawnSync("docker", args, { stdio: "inherit" });
}

function skippedFor(missing: string): Tally {
  skippedParts.push(`container tests: ${missing}`);
  return { ...none, skipped: 1 };
}

/** Prints the totals, and writes them for `npm run test:all`. */
function conclude(tally: Tally): void {
  const { passed, failed, skipped } = tally;
  const reasons = skippedParts.length > 0 ? ` (${skippedParts.join("; ")})` : "";
  say(`\n${passed} passed, ${failed} failed, ${skipped} skipped${reasons}`);
  const file = process.env.CONTAINERS_REPORT;
  if (file) writeFileSync(file, JSON.stringify({ ...tally, skippedParts }));
  process.exitCode = failed > 0 ? 1 : 0;
}

async function runSuites(): Promise<Tally> {
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
  const report = join(scratch, "totals.json");
  const args = ["run", "--config=tests/containers/vitest.config.ts", ...tallying];
  const child = spawn("vitest", args, {
    stdio: "inherit",
    env: {
      ...process.env,
      TALLY: report,
      SITE_PROJECT: project,
      DATABASE_URL_FOR_TESTS: postgres.url,
      ...(eventStoreDb ? { EVENTSTORE_URL_FOR_TESTS: eventStoreDb.url } : {}),
      ...(composeMissing ? { COMPOSE_MISSING: composeMissing } : {}),
    },
  });
  suites = child;
  if (isInterrupted) child.kill();
  const [code] = await once(child, "exit");
  return tallyOf(report, code === 0, "containers");
}
