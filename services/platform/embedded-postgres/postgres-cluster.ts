import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { OrdinaryUser } from "./ordinary-user.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";

const name = "algomoim";

/** One cluster on disk and what is needed to run it. */
export interface Place {
  readonly dataDir: string;
  readonly cluster: string;
  readonly password: string;
  readonly user: OrdinaryUser;
  readonly binaries: PostgresBinaries;
}

/** Makes the cluster when there is none. */
export async function initialise({ dataDir, cluster, user, binaries }: Place): Promise<void> {
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version !== undefined) {
    if (version.trim() === binaries.major) return;
    throw new Error(
      `its data was written by PostgreSQL ${version.trim()}, this program brings ${binaries.major}`,
    );
  }
  // Made beside and renamed, so that an interrupted initdb leaves nothing half done.
  const fresh = `${cluster}.new`;
  await rm(fresh, { recursive: true, force: true });
  const args = [
    `--pgdata=${fresh}`,
    `--username=${name}`,
    `--pwfile=${join(dataDir, "password")}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // Under locale C pg_trgm finds no Hangul.
    "--locale=C.UTF-8",
    "--no-instructions",
  ];
  const [program = "", ...rest] = [...user.prefix, binaries.initdb, ...args];
  const child = spawn(program, rest, { ...user.ids, cwd: dataDir, stdio: ["ignore", "ignore", "pipe"] });
  let complaints = "";
  child.stderr?.on("data", (chunk) => {
    complaints += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`initdb failed: ${lastFault(complaints)}`);
  await rename(fresh, cluster);
}

/** Random, made once. */
export async function readPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, "password");
  const kept = await readFile(file, "utf8").catch(() => "");
  if (kept.trim()) return kept.trim();
  const password = randomBytes(24).toString("base64url");
  await writeFile(file, `${password}\n`, { mode: 0o600, flush: true });
  return password;
}

export const urlOf = (password: string, port: number, database = name) =>
  `postgres://${name}:${password}@127.0.0.1:${port}/${database}`;

/** The application's own database. */
export async function createDatabase(password: string, port: number): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(password, port, "postgres") });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
}

/** What PostgreSQL's own output gives as the reason, without the time and the level. */
export const lastFault = (text: string): string =>
  text
    .split("\n")
    .filter((line) => /FATAL|error:|PANIC/.test(line))
    .at(-1)
    ?.replace(/^.*?(FATAL|PANIC|error):\s*/, "") ?? "it stopped without saying why";
