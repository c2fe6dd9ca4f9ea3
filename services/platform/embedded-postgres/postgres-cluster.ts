import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import type { UnprivilegedUser } from "./unprivileged-user.ts";

/** The application's own database. */
export const databaseName = "algomoim";
/** Used only by the modules of this folder (application-role.ts). */
export const superuser = "algomoim";

/** A cluster on disk and what is needed to run it. */
export interface ClusterSetup {
  readonly dataDir: string;
  readonly cluster: string;
  readonly password: string;
  readonly user: UnprivilegedUser;
  readonly binaries: PostgresBinaries;
}

/** Creates the cluster if there is none. */
export async function initialise({ dataDir, cluster, user, binaries }: ClusterSetup): Promise<void> {
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version !== undefined) {
    if (version.trim() === binaries.major) return;
    throw new Error(
      `its data was written by PostgreSQL ${version.trim()}, this program brings ${binaries.major}`,
    );
  }
  // Created under another name and renamed, so that an interrupted initdb leaves no incomplete cluster.
  const newCluster = `${cluster}.new`;
  await rm(newCluster, { recursive: true, force: true });
  const args = [
    `--pgdata=${newCluster}`,
    `--username=${superuser}`,
    `--pwfile=${join(dataDir, "password")}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // With locale C, pg_trgm does not match Hangul.
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
  if (code !== 0) throw new Error(`initdb failed: ${lastErrorIn(complaints)}`);
  await rename(newCluster, cluster);
}

/** Random password of the superuser, generated once. */
export async function readPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, "password");
  const stored = await readFile(file, "utf8").catch(() => "");
  if (stored.trim()) return stored.trim();
  const password = randomBytes(24).toString("base64url");
  await writeFile(file, `${password}\n`, { mode: 0o600, flush: true });
  return password;
}

interface Address {
  readonly role: string;
  readonly password: string;
  readonly port: number;
  readonly database: string;
}

export const clusterUrl = ({ role, password, port, database }: Address) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;

/** The last error in PostgreSQL's output, without time and level. */
export const lastErrorIn = (text: string): string =>
  text
    .split("\n")
    .filter((line) => /FATAL|error:|PANIC/.test(line))
    .at(-1)
    ?.replace(/^.*?(FATAL|PANIC|error):\s*/, "") ?? "it stopped without saying why";
