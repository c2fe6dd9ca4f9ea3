import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { clusterUrl, databaseName, readPassword, superuser } from "./postgres-cluster.ts";

/** The role that the product connects as: owner of its database and its objects, no superuser. */
export const applicationRole = "algomoim_app";

/**
 * Run by the superuser in the application's database at each start, with the password in `algomoim.password`. Databases
 * for `replay` and trial restores need CREATEDB, and pg_signal_backend to be dropped during autovacuum; the rest is for
 * erasure (services/app/erasure.ts). docker-compose.yml holds the same statements.
 */
export const applicationRoleSql = `
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${applicationRole}') THEN
    CREATE ROLE ${applicationRole};
  END IF;
  EXECUTE format('ALTER ROLE ${applicationRole} NOSUPERUSER LOGIN CREATEDB PASSWORD %L', current_setting('algomoim.password'));
  EXECUTE format('ALTER DATABASE %I OWNER TO ${applicationRole}', current_database());
END $$;
GRANT pg_checkpoint, pg_read_all_stats, pg_signal_backend TO ${applicationRole};
GRANT EXECUTE ON FUNCTION pg_switch_wal() TO ${applicationRole};
`;

const passwordFile = (dataDir: string) => join(dataDir, "application-password");
const storedPassword = async (dataDir: string) =>
  (await readFile(passwordFile(dataDir), "utf8").catch(() => "")).trim();
const applicationUrl = (password: string, port: number) =>
  clusterUrl({ role: applicationRole, password, port, database: databaseName });

/** Creates database and role where they are missing. Returns the application's connection URL. */
export async function prepareApplication(dataDir: string, port: number): Promise<string> {
  const stored = await storedPassword(dataDir);
  const password = stored || randomBytes(24).toString("base64url");
  await withSuperuser(dataDir, port, "postgres", async (client) => {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [databaseName]);
    if (!rowCount) await client.query(`CREATE DATABASE ${databaseName}`);
  });
  await withSuperuser(dataDir, port, databaseName, async (client) => {
    await client.query("SELECT set_config('algomoim.password', $1, false)", [password]);
    await client.query(applicationRoleSql);
  });
  // Stored only after the role has the password.
  if (!stored) await writeFile(passwordFile(dataDir), `${password}\n`, { mode: 0o600, flush: true });
  return applicationUrl(password, port);
}

/** The connection URL on a server that another process started; undefined until that process has prepared the role. */
export async function preparedApplication(dataDir: string, port: number): Promise<string | undefined> {
  const password = await storedPassword(dataDir);
  return password ? applicationUrl(password, port) : undefined;
}

async function withSuperuser(
  dataDir: string,
  port: number,
  database: string,
  use: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const password = await readPassword(dataDir);
  const client = new pg.Client({
    connectionString: clusterUrl({ role: superuser, password, port, database }),
  });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
