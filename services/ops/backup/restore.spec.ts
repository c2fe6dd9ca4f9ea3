import { cp, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { connectWithoutLimits } from "#services/platform/database/database";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { emptyDatabase, ops } from "#tests/support/ops";
import { ownFolder } from "#tests/support/own-folder";
import { dueWithdrawals } from "../../app/due-withdrawals.ts";
import { createPrinter } from "../printer.ts";
import { readManifest } from "./manifest.ts";
import { replaceContents } from "./restore.ts";

// A restore builds the read models.
vi.setConfig({ testTimeout: 60_000 });

type Database = TestDatabase<unknown>;
let source: Database;
const inFolder = ownFolder();
let backup = "";
let erased = "";
let gone: string;

/** On a connection of its own, because a restore refuses a database that is in use. */
async function valuesOf({ url }: Database, sql: string): Promise<unknown[]> {
  const client = await connectWithoutLimits(url);
  const { rows } = await client.query<{ value: unknown }>(sql).finally(() => client.end());
  return rows.map(({ value }) => value);
}
const membersWithKey = (database: Database) =>
  valuesOf(database, "SELECT member AS value FROM member_keys ORDER BY member");
const withdrawn = (database: Database) =>
  valuesOf(database, "SELECT data->>'memberId' AS value FROM events WHERE type = 'MemberWithdrawn'");

beforeAll(async () => {
  source = await testDatabase<unknown>({ migrations: [] });
  await ops(source.url, "seed", "--teams", "1", "--members", "3", "--days", "1", "--events");
  gone = String((await membersWithKey(source))[0]);
  await source.pool.query(
    "INSERT INTO refresh_family (id, member_id, expires_at) VALUES (gen_random_uuid(), $1, now() + interval '1 day')",
    [gone],
  );
  backup = inFolder("backup");
  erased = inFolder("erased.ndjson");
  await ops(source.url, "backup", backup);
  await writeFile(
    erased,
    `{"member":"${gone}","at":"2026-11-21T03:00:00.000Z"}\n{"end":true,"withdrawn":1}\n`,
  );
});
afterAll(() => source.close());

it("contains what the backup has, sign-ins excepted, and continues its numbers and positions", async () => {
  const target = await emptyDatabase();
  await ops(target.url, "restore", backup, "--no-erasures");
  const { tables } = JSON.parse(await readFile(join(backup, "manifest.json"), "utf8"));
  for (const { name, rows } of tables)
    expect([name, ...(await valuesOf(target, `SELECT count(*)::integer AS value FROM "${name}"`))]).toEqual([
      name,
      rows,
    ]);
  expect(await membersWithKey(target)).toEqual(await membersWithKey(source));
  expect(await valuesOf(target, "SELECT count(*)::integer AS value FROM refresh_family")).toEqual([0]);
  const numbers =
    "SELECT sequencename || ' ' || coalesce(last_value, 0) AS value FROM pg_sequences ORDER BY 1";
  expect(await valuesOf(target, numbers)).toEqual(await valuesOf(source, numbers));
  const epoch = "SELECT epoch::integer AS value FROM log_epoch";
  expect(Number((await valuesOf(target, epoch))[0])).toBeGreaterThan(
    Number((await valuesOf(source, epoch))[0]),
  );
});

it("withdraws again the members of the list, whose keys it does not restore, and no others", async () => {
  const target = await emptyDatabase();
  const { lines } = await ops(target.url, "restore", backup, "--erased", erased);
  expect(lines.at(-1)).toMatchObject({ withdrawnAgain: 1 });
  const others = (await membersWithKey(source)).filter((member) => member !== gone);
  expect(others.length).toBeGreaterThan(0);
  expect(await membersWithKey(target)).toEqual(others);
  expect(await withdrawn(target)).toEqual([gone]);
  // The replaced database knows of the withdrawal, though no list does.
  await ops(target.url, "restore", backup, "--no-erasures", "--force");
  expect(await membersWithKey(target)).toEqual(others);
  expect(await withdrawn(target)).toEqual([gone]);
});

it("holds no key of a listed member from its commit on, before the withdrawal is repeated", async () => {
  const target = await emptyDatabase();
  const client = await connectWithoutLimits(target.url);
  const silent = createPrinter(true, { out: { write() {} }, err: { write() {} } });
  const manifest = await readManifest(backup);
  const who = { erased: [gone], isForced: false };
  const { signal } = new AbortController();
  expect(await replaceContents(client, backup, manifest, who, silent, signal)).toBe(1);
  await client.end();
  expect(await membersWithKey(target)).not.toContain(gone);
  expect(await withdrawn(target)).toEqual([]);
  expect(await valuesOf(target, `SELECT member AS value FROM ${dueWithdrawals}`)).toEqual([gone]);
});

it("changes nothing of a database with data without --force, nor with a damaged backup or another key", async () => {
  const target = await emptyDatabase();
  await ops(target.url, "restore", backup, "--no-erasures");
  expect(
    await valuesOf(target, `DELETE FROM member_keys WHERE member = '${gone}' RETURNING member AS value`),
  ).toEqual([gone]);
  const before = await membersWithKey(target);
  const restore = (folder: string, ...more: string[]) =>
    ops(target.url, "restore", folder, "--no-erasures", ...more);
  await expect(restore(backup)).rejects.toThrow(
    "This database is not empty: restore into an empty one, or replace it with --force.",
  );
  const cut = inFolder("cut");
  const foreign = inFolder("foreign");
  for (const folder of [cut, foreign]) await cp(backup, folder, { recursive: true });
  await truncate(join(cut, "events.copy.gz"), 100);
  await expect(restore(cut, "--force")).rejects.toThrow(
    "events.copy.gz of this backup is missing or damaged.",
  );
  const manifest = JSON.parse(await readFile(join(foreign, "manifest.json"), "utf8"));
  await writeFile(join(foreign, "manifest.json"), JSON.stringify({ ...manifest, keyMark: "another" }));
  await expect(restore(foreign, "--force")).rejects.toThrow("This backup was made with another SECRET_KEY");
  await expect(restore(inFolder("none"), "--force")).rejects.toThrow("There is no backup in");
  expect(await membersWithKey(target)).toEqual(before);
});
