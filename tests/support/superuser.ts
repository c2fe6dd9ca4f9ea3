import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { clusterUrl, superuser } from "#services/platform/embedded-postgres/postgres-cluster";

/** Runs statements as the superuser of the running embedded server in a folder. Returns the rows of the last one. */
export async function asSuperuser(dataDir: string, text: string, database = "algomoim") {
  const [pidFile, password] = await Promise.all(
    ["cluster/postmaster.pid", "password"].map((name) => readFile(join(dataDir, name), "utf8")),
  );
  const port = Number(pidFile?.split("\n")[3]);
  const address = { role: superuser, password: password?.trim() ?? "", port, database };
  const client = new pg.Client({ connectionString: clusterUrl(address) });
  await client.connect();
  try {
    const results: pg.QueryResult | pg.QueryResult[] = await client.query(text);
    return [results].flat().at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}
