import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Database, type DatabaseOptions, openDatabase } from "#services/platform/database/database";
import { type Migration, migrate } from "#services/platform/database/migrations";
import { allMigrations } from "./migrations.ts";

export interface TestDatabase<DB> extends Database<DB> {
  readonly url: string;
}

export interface TestDatabaseOptions extends DatabaseOptions {
  /** Migrations; by default those of the whole system. */
  readonly migrations?: readonly Migration[];
}

/** A separate database with the schema, cloned from a template that is migrated once per test run. `close` drops it. */
export async function testDatabase<DB>(options: TestDatabaseOptions = {}): Promise<TestDatabase<DB>> {
  const server = inject("postgres");
  const steps = options.migrations ?? allMigrations;
  const template = `${server.mark}_${createHash("sha256").update(JSON.stringify(steps)).digest("hex").slice(0, 12)}`;
  const name = `${server.mark}_${randomBytes(6).toString("hex")}`;
  await maintain(server.url, async (client) => {
    await ensureTemplate(client, server.url, template, steps);
    await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`);
  });
  const url = urlOf(server.url, name);
  const database = openDatabase<DB>(url, options);
  return {
    ...database,
    url,
    close: async () => {
      await database.close();
      await maintain(server.url, (client) => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
    },
  };
}

async function ensureTemplate(client: pg.Client, url: string, template: string, steps: readonly Migration[]) {
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [template]);
  if (rowCount) return;
  await client.query(
    `CREATE DATABASE "${template}" TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8'`,
  );
  const database = openDatabase(urlOf(url, template), { max: 1 });
  await migrate(database.pool, steps);
  await database.close();
}

/** Serialises spec files, because cloning requires a template without connections. */
async function maintain(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(7201402)");
    await use(client);
  } finally {
    await client.end();
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
