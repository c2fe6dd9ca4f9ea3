import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { tableOf } from "#projections/projection";
import { readModelRows } from "#projections/projector/checkpoints";
import { readModels } from "#projections/read-models";
import { type System, start } from "#services/app/main";
import type { RecordedEvent } from "#services/event-store/event-store";
import { postgresEventStore } from "#services/event-store/postgres";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { differencesIn } from "../api/verify-read-models.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { opsKey } from "../support/ops.ts";
import { newCommand } from "../support/recorded.ts";
import { signIn } from "../support/sign-in.ts";

const dotori = "5d94d429-f5c0-4faa-8ff7-d278734f20c7";
let database: TestDatabase<unknown>;
let system: System;

beforeAll(async () => {
  database = await testDatabase({ migrations: [] });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // What the template has already is in the dump, too.
  await client.query("DROP TABLE IF EXISTS migrations");
  await client.query(
    readFileSync(new URL("../examples/databases/first-version.sql", import.meta.url), "utf8"),
  );
  await client.end();
  const env = { NODE_ENV: "test", PORT: "0", DATABASE_URL: database.url, SECRET_KEY: opsKey };
  system = await start(readConfig(env, ["--no-demo"]), { log: createLogger("silent") });
  await vi.waitFor(
    async () =>
      expect(
        (await readModelRows(database.pool)).map(({ name, version, state }) => ({ name, version, state })),
      ).toEqual(
        readModels
          .map(({ name, version }) => ({ name, version, state: "running" }))
          .sort((a, b) => (a.name < b.name ? -1 : 1)),
      ),
    { timeout: 30_000, interval: 50 },
  );
});
afterAll(async () => {
  await system.close();
  await database.close();
});

it("a database of the first version is brought forward at the start: the people of then read and write on", async () => {
  const { accessToken } = await signIn(system.url.origin, "도토리");
  const headers = { authorization: `Bearer ${accessToken}` };
  expect(JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString()).uuid).toBe(dotori);
  const ask = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${system.url.origin}/api/v1${path}`, { headers, ...init })).json();
  const articles = await ask("/articles/1/by-date?date=2026-11-22&size=50");
  const shown = articles.data.content.map((article: Record<string, unknown>) => [
    article.memberName,
    article.articleTitle,
    article.articleBody,
  ]);
  // 호두 has withdrawn.
  expect(shown.sort()).toEqual([
    ["도토리", "도토리의 풀이", "<p>병합 정렬</p>"],
    ["밤톨", "밤톨의 풀이", "<p>병합 정렬</p>"],
  ]);
  const profile = await ask("/members/own-profile");
  expect(profile.data).toMatchObject({ memberName: "도토리", memberExplain: "매일 한 문제" });
  expect((await fetch(`${system.url.origin}${profile.data.imageUrl}`)).status).toBe(200);
  const body = new FormData();
  for (const [name, value] of Object.entries({
    teamId: "1",
    articleTitle: "그 뒤",
    articleBody: "<p>글</p>",
  }))
    body.append(name, value);
  expect(await ask("/articles", { method: "POST", body })).toMatchObject({
    code: 201,
    data: { articleId: 5 },
  });
  expect(await differencesIn(database.url, opsKey)).toEqual([]);
});

it("who needs what a read model has not is asked to come again while it is of another version; else it is a fault", async () => {
  const ask = () => fetch(`${system.url.origin}/api/v1/articles/1/by-date?date=2026-11-22`);
  const served = (by: number) =>
    database.pool.query(
      `UPDATE read_model_checkpoints SET version = version + ${by} WHERE name = 'team-articles'`,
    );
  await database.pool.query("ALTER TABLE team_articles RENAME COLUMN sealed TO kept_otherwise");
  await vi.waitFor(async () => expect((await ask()).status).toBe(500), { timeout: 30_000 });
  await served(1);
  const refused = await ask();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  await served(-1);
  // Asked just before the swap.
  expect((await ask()).status).toBe(503);
  await database.pool.query("ALTER TABLE team_articles RENAME COLUMN kept_otherwise TO sealed");
  expect((await ask()).status).toBe(200);
});

it("brought forward, its schema is that of a new database: no released step was changed", async () => {
  const fresh = await testDatabase<unknown>();
  expect(await schemaOf(database)).toEqual(await schemaOf(fresh));
  await fresh.close();
});

it("an event of a newer version than this program knows stops every read model there, for all to see", async () => {
  const newer = {
    type: "AnnouncementChanged",
    schemaVersion: 2,
    data: { teamId: 1, announcement: "?", isPinned: true },
  };
  const store = postgresEventStore(database.pool);
  const { revision } = await store.read("team-1");
  await store.append("team-1", [newer], revision, newCommand());
  const { eventId } = (await store.read("team-1")).events.at(-1) as RecordedEvent;
  await store.close();
  await vi.waitFor(
    async () => {
      const rows = await readModelRows(database.pool);
      expect(rows.map(({ stopped }) => stopped?.eventId)).toEqual(readModels.map(() => eventId));
      const health = await fetch(`${system.url.origin}/health/ready`);
      expect(await health.text()).toContain(eventId);
    },
    { timeout: 30_000, interval: 50 },
  );
});

/** Columns, indexes, constraints and functions, apart from read models, which are never brought forward. */
async function schemaOf({ pool }: TestDatabase<unknown>): Promise<string[]> {
  const { rows } = await pool.query<{ table: string | null; item: string }>(`
    SELECT c.relname AS "table", 'column ' || c.relname || '.' || a.attname || ' ' ||
      format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END ||
      coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') AS item
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    UNION ALL SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT c.relname, 'constraint ' || c.relname || ' ' || pg_get_constraintdef(k.oid)
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.connamespace = 'public'::regnamespace AND k.contype <> 'n'
    UNION ALL SELECT NULL, 'function ' || oid::regprocedure || ' ' || md5(prosrc)
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT NULL, 'sequence ' || sequencename FROM pg_sequences WHERE schemaname = 'public'`);
  const disposable = new Set(readModels.map(({ name }) => tableOf(name)));
  return rows
    .filter(({ table }) => table === null || !disposable.has(table))
    .map(({ item }) => item)
    .sort();
}
