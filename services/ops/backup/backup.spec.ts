import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, it, vi } from "vitest";
import { connectWithoutLimits } from "#services/platform/database/database";
import { emptyDatabase, foreignSession, ops } from "#tests/support/ops";
import { ownFolder } from "#tests/support/own-folder";
import { beginCopying } from "./backup.ts";
import { fileOf } from "./manifest.ts";

afterEach(() => {
  vi.useRealTimers();
});

const seedLittle = (url: string) =>
  ops(url, "seed", "--teams", "1", "--members", "1", "--days", "1", "--events");

const inFolder = ownFolder();

it("is not cut off by a timeout of the server when written slowly, while a dead client is still detected", async () => {
  const client = await connectWithoutLimits((await emptyDatabase()).url);
  await client.query(beginCopying);
  const { rows } = await client.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings
     WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'tcp_user_timeout', 'tcp_keepalives_idle')`,
  );
  await client.end();
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    statement_timeout: "0",
    idle_in_transaction_session_timeout: "0",
    tcp_user_timeout: "0",
    tcp_keepalives_idle: "30",
  });
});

it("is of one moment, whatever is written meanwhile", async () => {
  const { url, pool } = await emptyDatabase();
  await pool.query("CREATE TABLE written (n integer)");
  const client = await connectWithoutLimits(url);
  await client.query(beginCopying);
  const count = async () => (await client.query("SELECT FROM written")).rowCount;
  expect(await count()).toBe(0);
  await pool.query("INSERT INTO written VALUES (1)");
  expect(await count()).toBe(0);
  await client.end();
});

it("may take longer for each table than any request may", async () => {
  const { url, pool } = await emptyDatabase();
  await seedLittle(url);
  const holder = await pool.connect();
  await holder.query("BEGIN; LOCK TABLE images IN ACCESS EXCLUSIVE MODE");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const backup = ops(url, "backup", inFolder("slow"));
  backup.catch(() => {});
  await vi.waitFor(async () => {
    const waiting = await holder.query(
      "SELECT FROM pg_locks WHERE relation = 'images'::regclass AND NOT granted",
    );
    expect(waiting.rowCount).toBe(1);
  });
  await vi.advanceTimersByTimeAsync(3_600_000);
  vi.useRealTimers();
  await holder.query("COMMIT");
  holder.release();
  expect((await backup).code).toBe(0);
});

it("leaves out responses to commands of members who have withdrawn", async () => {
  const { url, pool } = await emptyDatabase();
  await seedLittle(url);
  const gone = randomUUID();
  const kept = randomUUID();
  const team = randomUUID();
  const { rows } = await pool.query<{ member: string }>("SELECT member FROM member_keys LIMIT 1");
  const answers = [
    [gone, { member: randomUUID(), sealed: "AAAA" }],
    [kept, { member: rows[0]?.member, sealed: "AAAA" }],
    [team, "sealed with the server's key"],
  ] as const;
  for (const [id, answer] of answers)
    await pool.query(
      "INSERT INTO commands (command_id, fingerprint, answer, checkpoint) VALUES ($1, '', $2, '')",
      [id, JSON.stringify(answer)],
    );
  const folder = inFolder("without answers");
  await ops(url, "backup", folder);
  const copied = gunzipSync(await readFile(join(folder, fileOf("commands")))).toString();
  expect([gone, kept, team].filter((id) => copied.includes(id))).toEqual([kept, team]);
});

it("a restore that loses the database midway fails with the reason and leaves the database unchanged", async () => {
  const source = await emptyDatabase();
  const target = await emptyDatabase();
  const folder = inFolder("whole");
  await expect(ops(source.url, "backup", folder)).rejects.toThrow("holds no events");
  await seedLittle(source.url);
  await ops(source.url, "backup", folder);
  const holder = await foreignSession(target);
  await holder.query("BEGIN; SELECT FROM migrations");
  const restored = ops(target.url, "restore", folder, "--no-erasures");
  restored.catch(() => {});
  await vi.waitFor(async () => {
    const ended = await holder.query(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE relation = 'migrations'::regclass AND NOT granted",
    );
    expect(ended.rowCount).toBe(1);
  });
  await expect(restored).rejects.toThrow("terminating connection");
  await holder.query("COMMIT");
  await holder.end();
});

it("reports the number of pictures whose bytes it lacks, because they are in a bucket", async () => {
  const source = await emptyDatabase();
  await seedLittle(source.url);
  await source.pool.query(
    "INSERT INTO images (digest, type, object) VALUES ('ab', 'image/png', 'images/ab/ab.1')",
  );
  const { lines } = await ops(source.url, "backup", inFolder("without-bytes"));
  expect(lines).toContainEqual({ inBucket: 1 });
});
