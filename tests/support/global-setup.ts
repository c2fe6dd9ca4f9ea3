import pg from "pg";
import type { TestProject } from "vitest/node";
import { temporaryPostgres, withoutDurability } from "./with-postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A server on which spec files create databases, and the prefix of this run's database names. */
    postgres: { url: string; mark: string };
  }
}

/** Starts what all spec files share: one PostgreSQL server, unless DATABASE_URL_FOR_TESTS names one. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Called for each project, too, which has what the root provides.
  if (!project.isRootProject()) return undefined;
  const mark = `test_${process.pid}_${Date.now().toString(36)}`;
  const given = process.env.DATABASE_URL_FOR_TESTS;
  const server = given
    ? { url: given, stop: () => dropDatabases(given, mark) }
    : await temporaryPostgres(withoutDurability);
  project.provide("postgres", { url: server.url, mark });
  return () => server.stop();
}

async function dropDatabases(url: string, mark: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
    [mark],
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
  await client.end();
}
