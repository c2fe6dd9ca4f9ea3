import { spawn, spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "#services/platform/database/database";
import { differencesIn } from "#tests/api/verify-read-models";
import { articleTitles } from "#tests/support/article-titles";
import { operateOn } from "#tests/support/ops";
import { program } from "#tests/support/program";
import { type ServerProcess, startServerProcess, usualSecretKey } from "#tests/support/server-process";
import { asSuperuser } from "#tests/support/superuser";
import { until } from "#tests/support/until";
import { figure, rounds } from "./rounds.ts";
import { expectArticles, expectOutages, type Writer, watchArticles, writerAt, writeWhile } from "./writer.ts";

const folder = mkdtempSync(join(tmpdir(), "algomoim-volume-"));
/** A separate volume inside the small one. */
const further = join(folder, "further");
const mounting =
  'mount -t tmpfs -o size=200m tmpfs "$0" && mkdir "$1" && mount -t tmpfs -o size=16m tmpfs "$1" && shift && exec "$@"';
/**
 * Runs the following command with a small volume in that folder and a smaller one inside, which are removed with it.
 */
const onSmallVolume = [
  ...["--user", "--map-root-user", "--mount"],
  ...["sh", "-c", mounting, folder, further],
];
const isPossible = spawnSync("unshare", [...onSmallVolume, "true"], { stdio: "ignore" }).status === 0;
if (!isPossible) process.stdout.write("T10 is skipped: this user may not mount a small volume\n");

let postgres: { readonly url: string; readonly pid: number; stop(): Promise<void> };
let server: ServerProcess;
let database: Database<unknown>;
let writer: Writer;

/** The embedded PostgreSQL on the small volume. */
async function startPostgres(): Promise<typeof postgres> {
  const child = spawn("unshare", [...onSmallVolume, process.execPath, ...program("embedding-process")], {
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      ...process.env,
      DATA_DIR: join(folder, "data"),
      POSTGRES_SETTINGS: JSON.stringify({ max_wal_size: "48MB", min_wal_size: "32MB" }),
    },
  });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  const stop = async () => {
    const gone = once(child, "exit");
    child.stdin.end();
    await gone;
  };
  return { url: String(said).trim(), pid: child.pid!, stop };
}

beforeAll(async () => {
  if (!isPossible) return;
  postgres = await startPostgres();
  server = await startServerProcess({
    databaseUrl: postgres.url,
    fromSources: true,
  });
  database = openDatabase(postgres.url, { max: 2 });
  writer = await writerAt(() => server.origin);
});
afterAll(async () => {
  if (isPossible) {
    await server.stop();
    await database.close();
    await postgres.stop();
  }
  rmSync(folder, { recursive: true });
});

/** A file path in PostgreSQL's mount namespace. */
const seenInside = (path: string) => `/proc/${postgres.pid}/root${path}`;

/** Fills the remaining space. */
async function fill(path: string): Promise<void> {
  const file = await open(path, "a");
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

/**
 * Expects health and `ops status` to name the cause. PostgreSQL may free some space at any time, which is filled again.
 */
async function expectDiskNamed(ballast: string): Promise<void> {
  await until(async () => {
    await fill(ballast);
    const health = await fetch(`${server.origin}/health/ready`);
    expect(await health.json()).toMatchObject({ status: "degraded", reason: "disk-full" });
  });
  await until(async () => {
    await fill(ballast);
    let said = "";
    const out = { write: (part: string) => (said += part) };
    await operateOn(postgres.url, ["status"], { out, env: { SECRET_KEY: usualSecretKey } });
    expect(said).toContain("SQLSTATE 53100");
  });
}

it.skipIf(!isPossible)(
  "T10 responds 503 while the disk is full, loses nothing acknowledged, and recovers by itself once there is space",
  async () => {
    const { page, expectNamed } = await watchArticles(server.origin, writer.teamId);
    const ballast = seenInside(join(folder, "ballast"));
    const times = rounds(1, 8);
    const more: string[] = [];
    const titles = await writeWhile(writer, { count: times * 60, times, name: "글" }, async (round) => {
      const before = writer.refusals.length;
      const writing: Promise<void>[] = [];
      // PostgreSQL may still find space in old segments of its log, which is filled, too.
      while (writer.refusals.length < before + 3) {
        await fill(ballast);
        more.push(`가득 ${round}-${writing.length}`);
        writing.push(writer.postUntilTaken(more.at(-1) ?? ""));
        await pause(20);
      }
      expect((await fetch(`${server.origin}/health/live`)).status).toBe(200);
      if (round === 1) await expectDiskNamed(ballast);
      await rm(ballast);
      await Promise.all(writing);
    });
    titles.push(...more);
    expectOutages(writer);
    await expectArticles(database.pool, titles);
    expect(await differencesIn(postgres.url, usualSecretKey)).toEqual([]);
    const before = page.received.length;
    await writer.postUntilTaken("그 뒤의 글");
    await expectNamed(before);
    figure(
      "T10",
      `the disk was full ${times} times: ${writer.refusals.length} answers of 503, ${titles.length} articles, 0 lost`,
    );
  },
  300_000,
);

it.skipIf(!isPossible)(
  "T10 read models without any space lag until there is some, and none stops at an event",
  async () => {
    const { pool } = database;
    await asSuperuser(seenInside(join(folder, "data")), `CREATE TABLESPACE further LOCATION '${further}'`);
    await asSuperuser(seenInside(join(folder, "data")), "GRANT CREATE ON TABLESPACE further TO algomoim_app");
    await pool.query("ALTER TABLE team_articles SET TABLESPACE further");
    const ballast = seenInside(join(further, "ballast"));
    await fill(ballast);
    // Larger than the free space of existing pages; random data do not compress.
    const articleBody = `<p>${randomBytes(50_000).toString("hex")}</p>`;
    const fields = { teamId: String(writer.teamId), articleTitle: "긴 글", articleBody };
    const answer = await writer.ask("POST", "articles", fields, randomUUID());
    expect(answer.status).toBe(201);
    const attempts = async () =>
      (await readFile(seenInside(join(folder, "data", "postgres.log")), "utf8")).split("pg_tblspc").length -
      1;
    const stopped = async () =>
      (await pool.query("SELECT name FROM read_model_checkpoints WHERE state = 'stopped'")).rows;
    const isThere = async () => (await articleTitles(pool, usualSecretKey)).includes("긴 글");
    await until(async () => expect((await attempts()) > 3 || (await stopped()).length > 0).toBe(true));
    expect([await stopped(), await isThere()]).toEqual([[], false]);
    await rm(ballast);
    await until(async () => expect(await isThere()).toBe(true));
    expect(await differencesIn(postgres.url, usualSecretKey)).toEqual([]);
  },
  300_000,
);
