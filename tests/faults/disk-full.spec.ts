import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "#services/platform/database";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#services/platform/embedded-postgres";
import { differencesIn } from "#tests/api/verify-read-models";
import { openPage } from "#tests/live-page";
import { freePort, type ServerProcess, startServerProcess } from "#tests/server-process";
import { figure, rounds } from "./rounds.ts";
import { expectOutages, until, type Writer, writerAt, writeWhile } from "./writer.ts";

/** A volume of its own that can be filled; undefined where this user may not make one. */
function smallVolume(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "algomoim-volume-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=200m", "tmpfs", folder], { stdio: "ignore" });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    process.stdout.write("T10 is skipped: a small volume can be mounted by root alone\n");
    return undefined;
  }
}
const volume = smallVolume();

const secretKey = "a secret key of the tests, long enough";
let postgres: EmbeddedPostgres;
let server: ServerProcess;
let database: Database<unknown>;
let writer: Writer;

beforeAll(async () => {
  if (!volume) return;
  const settings = { max_wal_size: "48MB", min_wal_size: "32MB" };
  postgres = await startEmbeddedPostgres({ dataDir: join(volume, "data"), settings });
  server = await startServerProcess({
    port: await freePort(),
    databaseUrl: postgres.url,
    fromSources: true,
    env: { SECRET_KEY: secretKey },
  });
  database = openDatabase(postgres.url, { max: 2 });
  writer = await writerAt(() => server.origin);
});
afterAll(async () => {
  if (!volume) return;
  await server?.stop();
  await database?.close();
  await postgres?.stop();
  execFileSync("umount", [volume]);
  rmSync(volume, { recursive: true });
});

/** Takes all the room that is left. */
async function fill(path: string): Promise<void> {
  const file = await open(path, "w");
  try {
    for (let size = 1 << 20; size >= 4096; )
      await file.write(Buffer.alloc(size)).then(
        () => {},
        () => {
          size /= 2;
        },
      );
  } finally {
    await file.close();
  }
}

it.skipIf(!volume)(
  "T10 answers 503 while the disk is full, loses nothing answered, and goes on by itself once there is room",
  async () => {
    const page = openPage(`${server.origin.replace("http", "ws")}/live`);
    page.watch(`team-articles/${writer.teamId}`);
    const ballast = join(volume ?? "", "ballast");
    const times = rounds(1, 8);
    const titles = await writeWhile(writer, { count: times * 100, times, name: "글" }, async () => {
      const before = writer.refusals.length;
      await fill(ballast);
      await until(() => expect(writer.refusals.length).toBeGreaterThan(before + 3));
      expect((await fetch(`${server.origin}/health/live`)).status).toBe(200);
      await rm(ballast);
    });
    expectOutages(writer);
    await until(async () => {
      const { rows } = await database.pool.query<{ title: string }>("SELECT title FROM team_articles");
      expect(rows.map(({ title }) => title).sort()).toEqual(titles);
    });
    expect(await differencesIn(postgres.url, secretKey)).toEqual([]);
    const before = page.heard.length;
    await writer.postUntilTaken("그 뒤의 글");
    await until(() => expect(page.heard.slice(before)).toContain(`team-articles/${writer.teamId}`));
    figure(
      "T10",
      `the disk was full ${times} times: ${writer.refusals.length} answers of 503, ${titles.length} articles, 0 lost`,
    );
  },
  300_000,
);
