import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { start } from "#services/app/main";
import { listeningOn } from "#services/event-store/listening";
import { readConfig } from "#services/platform/config";
import { openDatabase } from "#services/platform/database/database";
import { createLogger } from "#services/platform/logging";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { ops } from "#tests/support/ops";
import { findPgBouncer, startPgBouncer } from "#tests/support/pgbouncer";
import { watchArticles, writerAt } from "./writer.ts";

const program = await findPgBouncer();
const notHere = "PgBouncer is not installed (Debian: apt-get install pgbouncer)";
if (!program) process.stderr.write(`tests/faults/pooler.spec.ts is skipped: ${notHere}.\n`);
beforeEach((test) => {
  if (!program) test.skip(notHere);
});

let database: TestDatabase<unknown>;
beforeAll(async () => {
  database = await testDatabase({ migrations: [] });
});
afterAll(() => database.close());

async function pooled(settings: Readonly<Record<string, string>>, only?: string): Promise<string> {
  const pooler = await startPgBouncer(program as string, database.url, settings, only);
  onTestFinished(() => pooler.stop());
  return pooler.url;
}

async function started(databaseUrl: string, ROLE: string) {
  const env = { NODE_ENV: "test", PORT: "0", DATABASE_URL: databaseUrl, SECRET_KEY: "a".repeat(40), ROLE };
  const system = await start(readConfig(env, ["--no-demo"]), { log: createLogger("silent") });
  onTestFinished(() => system.close());
  return system.url.origin;
}

describe("behind PgBouncer in session mode", () => {
  it("two processes write, read and show each other's changes, and the timeouts hold", async () => {
    const url = await pooled({ pool_mode: "session" });
    const one = await started(url, "all");
    const other = await started(url, "api");
    const writer = await writerAt(() => one);
    const { expectNamed } = await watchArticles(other, writer.teamId);
    await writer.postUntilTaken("풀장 너머");
    await expectNamed();
    for (const origin of [one, other]) expect((await fetch(`${origin}/health/ready`)).status).toBe(200);

    const beside = openDatabase(url);
    onTestFinished(() => beside.close());
    const { rows } = await beside.pool.query(
      `SELECT current_setting('statement_timeout') AS statement,
              current_setting('idle_in_transaction_session_timeout') AS idle`,
    );
    expect(rows).toEqual([{ statement: "10s", idle: "30s" }]);
  });

  it("notifications arrive", async () => {
    const url = await pooled({ pool_mode: "session" });
    const here = openDatabase(url);
    const there = openDatabase(url);
    const received: string[] = [];
    const listeningTo = (to: typeof here) =>
      new Promise<() => Promise<void>>((settle) => {
        const stop = listeningOn(to.pool).listen("pooled", {
          onNotification: (text) => received.push(text),
          onListening: () => settle(stop),
        });
      });
    const stops = [await listeningTo(here), await listeningTo(there)];
    await listeningOn(there.pool).notify("pooled", "넘어왔어요");
    await expect.poll(() => received).toEqual(["넘어왔어요", "넘어왔어요"]);
    for (const stop of stops) await stop();
    for (const each of [here, there]) await each.close();
  });

  it("a replay whose database it does not route reports that and leaves none", async () => {
    const url = await pooled({ pool_mode: "session" }, new URL(database.url).pathname.slice(1));
    await ops(url, "status");
    await expect(ops(url, "replay", "--until", "2030-01-01")).rejects.toThrow(
      /^A database for it was made, but/,
    );
    const { rows } = await database.pool.query("SELECT datname FROM pg_database WHERE datname ~ 'replay'");
    expect(rows).toEqual([]);
  });
});
