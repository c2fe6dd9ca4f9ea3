import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { unprivilegedUser } from "#services/platform/embedded-postgres/unprivileged-user";
import { freePort } from "./server-process.ts";

export interface Pooler {
  /** The URL of the database through PgBouncer. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Path of PgBouncer; undefined if it is not installed. */
export async function findPgBouncer(): Promise<string | undefined> {
  for (const folder of [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]) {
    const program = join(folder, "pgbouncer");
    const isThere = await access(program).then(
      () => true,
      () => false,
    );
    if (isThere) return program;
  }
  return undefined;
}

/**
 * Starts PgBouncer in front of a server with these settings.
 * @param database the only reachable one; all without it
 */
export async function startPgBouncer(
  program: string,
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
  database = "*",
): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), "algomoim-pooler-"));
  const user = await unprivilegedUser(folder, program);
  if (!user) throw new Error("PgBouncer does not run as root, and there is no other user for it");
  const { hostname, port, username, password } = new URL(databaseUrl);
  const own = await freePort();
  const all = {
    listen_addr: "127.0.0.1",
    listen_port: own,
    unix_socket_dir: "",
    auth_type: "any",
    default_pool_size: 60,
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const server = `host=${hostname} port=${port} user=${username} password=${password}`;
  const file = join(folder, "pgbouncer.ini");
  // Readable for the user that runs it; deleted after the test.
  await writeFile(file, `[databases]\n${database} = ${server}\n[pgbouncer]\n${lines.join("\n")}\n`);
  const [command = "", ...args] = [...user.prefix, program, file];
  const child = spawn(command, args, { ...user.ids, stdio: ["ignore", "ignore", "pipe"] });
  await untilUp(child);
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(own);
  return {
    url: url.href,
    async stop() {
      const ended = once(child, "exit");
      // Depending on the version, any other signal waits for its clients.
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilUp(child: ChildProcess): Promise<void> {
  let said = "";
  await new Promise<void>((settle, fail) => {
    child.once("error", fail);
    child.once("exit", () => fail(new Error(`PgBouncer ended at once: ${said}`)));
    child.stderr?.on("data", (text) => {
      said += text;
      if (said.includes("process up")) settle();
    });
  });
}
