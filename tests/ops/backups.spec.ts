import { mkdir, readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Site, startSite } from "#tests/api/site";
import { operateOn, ops } from "#tests/support/ops";
import { ownFolder } from "#tests/support/own-folder";

let site: Site;
const inFolder = ownFolder();
beforeAll(async () => {
  site = await startSite();
  await site.person("도토리");
});
afterAll(() => site.close());

const nameOf = (time: number) => new Date(time).toISOString().replaceAll(":", "").replace(/\.\d+/, "");
const hourMs = 3_600_000;
const long = "2020-01-01T000000Z";

/** A folder of backups, some with names of this command. */
async function folderWith(name: string, ...backups: string[]) {
  const folder = inFolder(name);
  for (const backup of backups) await mkdir(`${folder}/${backup}`, { recursive: true });
  return folder;
}

/** Unix times (seconds) of the last backup and restore test. */
async function timesInMetrics() {
  const text = await (await fetch(`${site.origin}/metrics`)).text();
  return ["backup", "restore-test"].map((what) =>
    Number(new RegExp(`^algomoim_backup_timestamp_seconds{what="${what}"} (\\S+)$`, "m").exec(text)?.[1]),
  );
}

it("keeps older backups while the new one cannot be restored, and reports that", async () => {
  const folder = await folderWith("unreadable", long);
  await site.query("UPDATE events SET schema_version = 99");
  await expect(ops(site.databaseUrl, "backups", "keep", folder, "--days", "7")).rejects.toThrow("99");
  await site.query("UPDATE events SET schema_version = 1");
  const [first, second, ...more] = (await readdir(folder)).sort();
  expect([first, more]).toEqual([long, []]);
  expect(second).toMatch(/^\d{4}-\d\d-\d\dT\d{6}Z$/);
  expect(await timesInMetrics()).toEqual([expect.any(Number), 0]);
});

it("restores the new backup on trial and then deletes only its own older ones", async () => {
  const recent = nameOf(Date.now() - 100 * hourMs);
  const folder = await folderWith("kept", long, `${long.replace("20", "19")}.7.partial`, "monday", recent);
  const before = Date.now() / 1000;
  expect((await ops(site.databaseUrl, "backups", "keep", folder, "--days", "7")).code).toBe(0);
  const [kept, made, other, ...more] = (await readdir(folder)).sort();
  expect([kept, other, more]).toEqual([recent, "monday", []]);
  expect(await readdir(`${folder}/${made}`)).toContain("manifest.json");
  for (const at of await timesInMetrics()) expect(at).toBeGreaterThan(before - 1);
  const { lines } = await ops(site.databaseUrl, "status");
  expect(lines.flatMap(({ backup }) => backup ?? [])).toEqual([
    { what: "backup", at: expect.any(String) },
    { what: "restore-test", at: expect.any(String) },
  ]);
});

it("waits for the end of the period of an existing backup, until it is stopped", async () => {
  const folder = await folderWith("waiting", nameOf(Date.now() - hourMs));
  const words = ["backups", "keep", folder, "--days", "7", "--every", "24"];
  const ending = AbortSignal.timeout(500);
  expect(await operateOn(site.databaseUrl, words, { signal: ending })).toBe(0);
  expect(await readdir(folder)).toHaveLength(1);
});

it("does not wait for the period of a backup that was interrupted, since it is none", async () => {
  const folder = await folderWith("interrupted", `${nameOf(Date.now() - hourMs)}.7.partial`);
  const words = ["backups", "keep", folder, "--days", "7", "--every", "24"];
  const ending = new AbortController();
  const keeping = operateOn(site.databaseUrl, words, { signal: ending.signal });
  await vi.waitFor(async () => expect(await readdir(folder)).toContainEqual(expect.stringMatching(/Z$/)));
  ending.abort();
  await keeping.catch(() => {});
});

it("ends if the database is unreachable at its start, also when it repeats", async () => {
  const folder = await folderWith("unreached");
  const ended = ops("postgres://127.0.0.1:1/none", "backups", "keep", folder, "--days", "7", "--every", "24");
  await expect(ended).rejects.toThrow("127.0.0.1:1");
});
