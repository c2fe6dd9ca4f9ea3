import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "#services/platform/database";
import { differencesIn } from "#tests/api/verify-read-models";
import { openPage } from "#tests/live-page";
import { freePort, type ServerProcess, startServerProcess } from "#tests/server-process";
import { type ThrowAwayServer, throwAwayPostgres } from "#tests/with-postgres";
import { rounds } from "./rounds.ts";
import { until, writerAt, writeWhile } from "./writer.ts";

const secretKey = "a secret key of the tests, long enough";
let postgres: ThrowAwayServer;
let server: ServerProcess;

beforeAll(async () => {
  postgres = await throwAwayPostgres();
  server = await startServerProcess({
    port: await freePort(),
    databaseUrl: postgres.url,
    fromSources: true,
    env: { SECRET_KEY: secretKey },
  });
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

/** No shutdown, no checkpoint: the power is gone. What supervises the server starts it again. */
async function killPostmaster(): Promise<void> {
  const pidFile = join(postgres.dataDir, "cluster", "postmaster.pid");
  const pid = await until(async () => {
    const found = Number((await readFile(pidFile, "utf8")).split("\n")[0]);
    // A dead one's file stays until the next has begun.
    process.kill(found, 0);
    return found;
  });
  process.kill(pid, "SIGKILL");
}

it("loses no answered command and doubles none while PostgreSQL is killed under load", async () => {
  const writer = await writerAt(() => server.origin);
  const page = openPage(`${server.origin.replace("http", "ws")}/live`);
  page.watch(`team-articles/${writer.teamId}`);
  const times = rounds(3, 20);
  const titles = await writeWhile(writer, { count: times * 30, times, name: "글" }, killPostmaster);

  const database = openDatabase<unknown>(postgres.url, { max: 2 });
  try {
    await until(async () => {
      const { rows } = await database.pool.query<{ title: string }>("SELECT title FROM team_articles");
      expect(rows.map(({ title }) => title).sort()).toEqual([...titles].sort());
    });
    expect(await differencesIn(postgres.url, secretKey)).toEqual([]);
    // The page that was open all the time hears the next article without a reload.
    const before = page.heard.length;
    await writer.postUntilTaken("그 뒤의 글");
    await until(() => expect(page.heard.slice(before)).toContain(`team-articles/${writer.teamId}`));
  } finally {
    await database.close();
  }
}, 900_000);
