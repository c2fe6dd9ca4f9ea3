import pg from "pg";
import type { TestProject } from "vitest/node";
import { carefree, throwAwayPostgres } from "./with-postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A server on which spec files make databases, and the mark that the names of this run's databases begin with. */
    postgres: { url: string; mark: string };
  }
}

/** Starts what all spec files share: one PostgreSQL server, or the one that DATABASE_URL_FOR_TESTS leads to. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mark = `test_${process.pid}_${Date.now().toString(36)}`;
  const given = process.env.DATABASE_URL_FOR_TESTS;
  const server = given
    ? { url: given, stop: () => dropDatabases(given, mark) }
    : await throwAwayPostgres(carefree);
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
