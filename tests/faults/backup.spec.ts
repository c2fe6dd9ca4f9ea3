import { readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { refusals } from "#contracts/errors";
import { start } from "#services/app/main";
import { UsageError } from "#services/ops/command";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { type Person, type Site, startSite } from "#tests/api/site";
import { differencesIn } from "#tests/api/verify-read-models";
import { articleTitles } from "#tests/support/article-titles";
import type { TestDatabase } from "#tests/support/database";
import { emptyDatabase, ops, opsKey, settingsOf } from "#tests/support/ops";
import { ownFolder } from "#tests/support/own-folder";
import { jpeg } from "#tests/support/pictures";
import { until } from "#tests/support/until";

let site: Site;
const inFolder = ownFolder();
let backup: string;
let erased: string;
let dotori: Person;
let bamtol: Person;
let teamId: number;
let pictureOf: Record<string, string>;
const post = (person: Person, articleTitle: string) =>
  person.ask("POST", "/v1/articles", {
    form: { teamId: String(teamId), articleTitle, articleBody: `<p>${articleTitle}의 풀이</p>` },
  });

beforeAll(async () => {
  backup = inFolder("monday");
  erased = inFolder("erased.ndjson");
  site = await startSite();
  dotori = await site.person("도토리");
  bamtol = await site.person("밤톨");
  teamId = await site.team(dotori);
  await bamtol.ask("POST", `/v1/teams/${teamId}/join`, { json: { password: "4821" } });
  pictureOf = {};
  for (const [person, width] of [[dotori, 41] as const, [bamtol, 42] as const]) {
    const image = new Blob([new Uint8Array(await jpeg(width))]);
    const { body } = await person.ask("PUT", "/v1/members", { form: { image } });
    pictureOf[person.uuid] = body.data.imageUrl;
    await post(person, `${person.name}의 글`);
  }
  await site.query("INSERT INTO documents (room, size) VALUES ('subject/1/2025-09-03', 3)");
  await site.query(
    "INSERT INTO document_updates (room, seq, bytes) VALUES ('subject/1/2025-09-03', 1, '\\x010203')",
  );
  // Made during writes, but of one moment.
  const writing = Array.from({ length: 40 }, (_, n) => post(dotori, `글 ${n}`));
  expect((await ops(site.databaseUrl, "backup", backup)).code).toBe(0);
  await Promise.all(writing);
  // After the backup.
  await bamtol.ask("DELETE", "/v1/members");
  await writeFile(erased, (await ops(site.databaseUrl, "erasures", "list")).text);
});
afterAll(() => site.close());

/** Runs the product on a restored database during `use`. */
async function serving<T>({ url }: TestDatabase<unknown>, use: (origin: string) => Promise<T>): Promise<T> {
  const system = await start(readConfig({ ...settingsOf(url), PORT: "0" }, ["--no-demo"]), {
    log: createLogger("silent"),
  });
  try {
    return await use(system.url.origin);
  } finally {
    await system.close();
  }
}
/** Uses a separate connection, so that none is left on the database. */
async function query({ url }: TestDatabase<unknown>, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(text, values).finally(() => client.end())).rows;
}
const count = async (database: TestDatabase<unknown>, from: string, values: unknown[] = []) =>
  Number((await query(database, `SELECT count(*) AS n FROM ${from}`, values))[0]?.n);

it("contains the log, keys, accounts, pictures and documents, but neither sign-ins nor read models nor a plain key", async () => {
  const files = (await readdir(backup)).map((file) => file.replace(".copy.gz", ""));
  for (const table of [
    "events",
    "member_keys",
    "identity_account",
    "images",
    "image_owners",
    "image_uploaders",
    "document_updates",
  ])
    expect(files).toContain(table);
  for (const table of ["refresh_family", "refresh_token", "team_articles", "read_model_checkpoints"])
    expect(files).not.toContain(table);
  const manifest = JSON.parse(await readFile(join(backup, "manifest.json"), "utf8"));
  expect(manifest.tables.find(({ name }: { name: string }) => name === "member_keys").rows).toBe(2);
  expect(JSON.stringify(manifest)).not.toContain(opsKey);
});

it("T11 after a restore, all data of one moment exist, and members who have withdrawn since stay withdrawn", async () => {
  const target = await emptyDatabase();
  const { lines } = await ops(target.url, "restore", backup, "--erased", erased);
  expect(lines.at(-1)).toMatchObject({ withdrawnAgain: 1 });
  // The key is destroyed before the first request.
  expect(await count(target, "member_keys WHERE member = $1", [bamtol.uuid])).toBe(0);
  expect(await count(target, "member_keys WHERE member = $1", [dotori.uuid])).toBe(1);
  expect(await differencesIn(target.url, opsKey)).toEqual([]);
  expect(await count(target, "document_updates WHERE bytes = '\\x010203'")).toBe(1);
  expect(await count(target, "refresh_family")).toBe(0);
  // The planner has statistics of the whole log.
  expect(await count(target, "pg_class WHERE oid = 'events'::regclass AND reltuples > 0")).toBe(1);
  await serving(target, async (origin) => {
    const read = async (path: string) =>
      fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${dotori.token}` } });
    const articles = await (
      await read(`/api/v1/articles/${teamId}/by-date?date=${site.today()}&size=50`)
    ).json();
    const titles = JSON.stringify(articles);
    expect(titles).toContain("도토리의 글의 풀이");
    expect(titles).not.toContain("밤톨");
    expect((await read(pictureOf[dotori.uuid] as string)).status).toBe(200);
    await until(async () => {
      expect((await read(pictureOf[bamtol.uuid] as string)).status).toBe(404);
      expect(await count(target, "identity_account WHERE member_id = $1", [bamtol.uuid])).toBe(0);
      expect(await count(target, "team_members WHERE member_id = $1", [bamtol.uuid])).toBe(0);
    });
    // New objects get new ids and sort after the restored ones.
    const form = new FormData();
    for (const [name, value] of Object.entries({
      teamId: String(teamId),
      articleTitle: "새 글",
      articleBody: "<p>글</p>",
    }))
      form.append(name, value);
    const headers = { authorization: `Bearer ${dotori.token}` };
    const written = await fetch(`${origin}/api/v1/articles`, { method: "POST", headers, body: form });
    expect(written.status).toBe(201);
    expect((await articleTitles(target.pool, opsKey)).at(-1)).toBe("새 글");
  });
  expect(await differencesIn(target.url, opsKey)).toEqual([]);
});

it("requires the list of withdrawals, and refuses a database that has data or is in use", async () => {
  const target = await emptyDatabase();
  await expect(ops(target.url, "restore", backup)).rejects.toThrow(UsageError);
  await ops(target.url, "restore", backup, "--no-erasures");
  expect(await count(target, "member_keys")).toBe(2);
  await expect(ops(target.url, "restore", backup, "--no-erasures")).rejects.toThrow("not empty");
  await expect(ops(site.databaseUrl, "restore", backup, "--no-erasures", "--force")).rejects.toThrow(
    "stop it first",
  );
});

/** Restores, and breaks the connection between the data and the withdrawals. */
async function cutOff(target: TestDatabase<unknown>): Promise<void> {
  const holder = new pg.Client({ connectionString: target.url });
  await holder.connect();
  await holder.query("SELECT pg_advisory_lock(hashtext('migrations'))");
  const restored = ops(target.url, "restore", backup, "--erased", erased, "--force");
  restored.catch(() => {});
  await until(async () => {
    const ended = await holder.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(ended.rowCount).toBe(1);
  });
  await expect(restored).rejects.toThrow(/[^.]\. The data are back; the next start repeats the withdrawals/);
  await holder.end();
  expect(await count(target, "member_keys WHERE member = $1", [bamtol.uuid])).toBe(0);
}

it.each([
  ["that it has from a restore", (target) => ops(target.url, "restore", backup, "--erased", erased)],
  ["of a restore that ended between the data and the withdrawals", cutOff],
] as [string, (target: TestDatabase<unknown>) => Promise<unknown>][])(
  "replacing a database keeps the withdrawals %s, even without a list",
  async (_, restoreBefore) => {
    const target = await emptyDatabase();
    await restoreBefore(target);
    const { lines } = await ops(target.url, "restore", backup, "--no-erasures", "--force");
    expect(lines.at(-1)).toMatchObject({ withdrawnAgain: 1 });
    expect(await count(target, "member_keys WHERE member = $1", [bamtol.uuid])).toBe(0);
  },
);

it("an interrupted restore is completed by the first process on the database, before it serves a request", async () => {
  const target = await emptyDatabase();
  await cutOff(target);
  const profileOf = (origin: string, { token }: Person) =>
    fetch(`${origin}/api/v1/members/own-profile`, { headers: { authorization: `Bearer ${token}` } });
  const served = serving(target, async (origin) => {
    // Members whom the read models do not contain yet are not reported as withdrawn.
    expect((await (await profileOf(origin, bamtol)).json()).message).toBe(refusals["bad-token"].message);
    // As soon as the read models are built.
    await until(async () => expect((await profileOf(origin, dotori)).status).toBe(200));
  });
  const [{ lines }] = await Promise.all([ops(target.url, "erasures", "list"), served]);
  expect(lines.map(({ member }) => member)).toEqual([bamtol.uuid, undefined]);
  expect(await count(target, "events WHERE type = 'MemberWithdrawn'")).toBe(1);
});

it("a damaged backup, or one made with another key or before 0.2.0, changes nothing", async () => {
  const target = await emptyDatabase();
  await ops(target.url, "restore", backup, "--no-erasures");
  const events = await count(target, "events");
  const damaged = inFolder("damaged");
  expect((await ops(site.databaseUrl, "backup", damaged)).code).toBe(0);
  await truncate(join(damaged, "events.copy.gz"), 100);
  await expect(ops(target.url, "restore", damaged, "--no-erasures", "--force")).rejects.toThrow("damaged");
  const manifest = JSON.parse(await readFile(join(backup, "manifest.json"), "utf8"));
  for (const [changed, reason] of [
    [{ migrations: ["event-store-001", "images-004"] }, "made by a version before 0.2.0"],
    [{ migrations: [...manifest.migrations, "9.9.9/images"] }, "the step 9.9.9/images"],
    [{ keyMark: "another" }, "another SECRET_KEY"],
  ] as const) {
    await writeFile(join(backup, "manifest.json"), JSON.stringify({ ...manifest, ...changed }));
    await expect(ops(target.url, "restore", backup, "--no-erasures", "--force")).rejects.toThrow(reason);
  }
  expect(await count(target, "events")).toBe(events);
});
