import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryFolder } from "#tests/support/memory-folder";
import { ownFolder } from "#tests/support/own-folder";
import { program } from "#tests/support/program";
import { asSuperuser } from "#tests/support/superuser";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { isRunning } from "./processes.ts";

// Each test starts servers.
vi.setConfig({ testTimeout: 60_000 });
const settings = { fsync: "off" };
const inFolder = ownFolder();
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(memoryFolder(), "algomoim-embedded-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Each test of the block begins with a copy of an initialised cluster, which is faster than another one. */
function withCopies(): void {
  beforeAll(async () => {
    await (await startEmbeddedPostgres({ dataDir: inFolder("initialised"), settings })).stop();
  });
  beforeEach(async () => {
    cpSync(inFolder("initialised"), dataDir, { recursive: true });
    // Node 24 gives copied folders the default mode, with which PostgreSQL does not start.
    await chmod(join(dataDir, "cluster"), 0o700);
  });
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
const serverPid = async () =>
  Number((await readFile(join(dataDir, "cluster/postmaster.pid"), "utf8")).split("\n")[0]);

/** Starts a server in a process of its own and returns that process and the server's URL. */
async function startedElsewhere() {
  const child = spawn(process.execPath, program("embedding-process"), {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { child, url, gone: once(child, "exit") };
}

describe("the embedded PostgreSQL", () => {
  withCopies();

  it("serves UTF-8 with Hangul on 127.0.0.1 only, keeps its data, and its passwords readable only by their owner", async () => {
    const first = await startEmbeddedPostgres({ dataDir, settings });
    expect(new URL(first.url).hostname).toBe("127.0.0.1");
    await ask(first.url, "CREATE EXTENSION pg_trgm; CREATE TABLE kept AS SELECT '한글' AS word");
    expect(await ask(first.url, "SELECT array_length(show_trgm('한글'), 1) AS trigrams")).toEqual([
      { trigrams: 3 },
    ]);
    expect(await asSuperuser(dataDir, "SHOW unix_socket_directories")).toEqual([
      { unix_socket_directories: "" },
    ]);
    const guess = Object.assign(new URL(first.url), { password: "guess" });
    await expect(ask(guess.href, "SELECT 1")).rejects.toThrow(/password/);
    await first.stop();
    for (const name of ["password", "application-password"])
      expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
    const second = await startEmbeddedPostgres({ dataDir, settings });
    expect(await ask(second.url, "SELECT word FROM kept")).toEqual([{ word: "한글" }]);
    await second.stop();
  });

  it("is used by a role that owns the database and is no superuser", async () => {
    const server = await startEmbeddedPostgres({ dataDir, settings });
    const role = `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls, rolname = 'algomoim_app' AS app,
      (SELECT datdba = r.oid FROM pg_database WHERE datname = current_database()) AS "isOwner"
      FROM pg_roles r WHERE rolname = current_user`;
    expect(await ask(server.url, role)).toEqual([
      {
        rolsuper: false,
        rolcreatedb: true,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
        app: true,
        isOwner: true,
      },
    ]);
    await expect(ask(server.url, "COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toThrow("permission denied");
    await expect(ask(server.url, "SELECT pg_read_file('PG_VERSION')")).rejects.toThrow("permission denied");
    await ask(server.url, "SELECT pg_switch_wal(); CHECKPOINT");
    await server.stop();
  });

  it("lets that role drop its databases while autovacuum works on one of them", async () => {
    const slow = { autovacuum_vacuum_cost_delay: "100ms", autovacuum_vacuum_cost_limit: "1" };
    const server = await startEmbeddedPostgres({
      dataDir,
      settings: { ...settings, ...slow, autovacuum_naptime: "1s" },
    });
    await ask(server.url, "CREATE DATABASE beside");
    const beside = Object.assign(new URL(server.url), { pathname: "/beside" }).href;
    await ask(beside, "CREATE TABLE many AS SELECT n FROM generate_series(1, 100000) n; DELETE FROM many");
    const worker =
      "SELECT 1 AS one FROM pg_stat_activity WHERE backend_type = 'autovacuum worker' AND datname = 'beside'";
    await vi.waitFor(async () => expect(await ask(server.url, worker)).toEqual([{ one: 1 }]));
    await ask(server.url, "DROP DATABASE beside WITH (FORCE)");
    await server.stop();
  });

  it("takes over from a killed owner with all committed data", async () => {
    const { child, url, gone } = await startedElsewhere();
    await ask(url, "CREATE TABLE kept AS SELECT 7 AS n");
    child.kill("SIGKILL");
    await gone;
    const orphan = await serverPid();
    const server = await startEmbeddedPostgres({ dataDir, settings });
    expect(await serverPid()).not.toBe(orphan);
    expect(await ask(server.url, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
    await server.stop();
    expect(isRunning(orphan)).toBe(false);
  });

  it("serves other processes, by any path of its folder, while its owner lives, and keeps running when they leave", async () => {
    const { child, url, gone } = await startedElsewhere();
    const linked = process.platform === "win32" ? dataDir : `${dataDir}-linked`;
    if (linked !== dataDir) await symlink(dataDir, linked);
    const other = await startEmbeddedPostgres({ dataDir: linked, settings });
    expect(other.url).toBe(url);
    await other.stop();
    await vi.waitFor(async () => expect(await ask(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]));
    if (linked !== dataDir) await rm(linked);
    child.stdin.end();
    await gone;
    await expect(ask(url, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
  });

  it("is started once in a process, and ends with the call that started it", async () => {
    const first = await startEmbeddedPostgres({ dataDir, settings });
    const second = await startEmbeddedPostgres({ dataDir, settings });
    expect(second.url).toBe(first.url);
    await second.stop();
    expect(await ask(first.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await first.stop();
    await expect(ask(second.url, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
  });

  it.runIf(process.platform === "linux")(
    "starts although the process id of a killed owner was reused by another program",
    async () => {
      await writeFile(join(dataDir, "owner.pid"), `${process.ppid} 1`);
      const server = await startEmbeddedPostgres({ dataDir, settings });
      await server.stop();
      await expect(ask(server.url, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
    },
  );

  it.skipIf(process.platform === "win32")("stops even when it was frozen (SIGSTOP)", async () => {
    const server = await startEmbeddedPostgres({ dataDir, settings });
    process.kill(await serverPid(), "SIGSTOP");
    await server.stop();
    await expect(ask(server.url, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
  });

  it("restarts on its port after a crash, even while another process connects, and keeps running when that process ends", async () => {
    const { child, url, gone } = await startedElsewhere();
    process.kill(await serverPid(), "SIGKILL");
    const other = await startEmbeddedPostgres({ dataDir, settings });
    expect(other.url).toBe(url);
    await other.stop();
    await vi.waitFor(async () => expect(await ask(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]));
    child.stdin.end();
    await gone;
    await expect(ask(url, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
  });
});

describe("a data directory without an initialised cluster", () => {
  it("repeats a first start that was interrupted half way", async () => {
    await mkdir(join(dataDir, "cluster.new"));
    await writeFile(join(dataDir, "cluster.new/PG_VERSION"), "18\n");
    await writeFile(join(dataDir, "starting.lock"), "2147483646");
    const server = await startEmbeddedPostgres({ dataDir, settings });
    await server.stop();
  });

  it("reports in one sentence why it cannot start and the remedy", async () => {
    await mkdir(join(dataDir, "cluster"));
    await writeFile(join(dataDir, "cluster/PG_VERSION"), "17\n");
    const attempt = startEmbeddedPostgres({ dataDir });
    await expect(attempt).rejects.toThrow(
      /written by PostgreSQL 17.*: set DATABASE_URL .*ordinary user.*\.$/,
    );
  });

  it.runIf(process.getuid?.() === 0)("runs as another user where root has no user namespaces", async () => {
    await chmod(dataDir, 0o755);
    const server = await startEmbeddedPostgres({ dataDir, settings, namespaces: false }).catch((error) => {
      // Another user cannot reach programs in a home folder without access.
      expect(error.message).toMatch(/refuses to run as root.*set DATABASE_URL/);
    });
    if (server) expect((await stat(join(dataDir, "cluster"))).uid).not.toBe(0);
    await server?.stop();
  });
});
