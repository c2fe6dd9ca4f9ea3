import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** How to run a program that refuses to run as root. */
export interface UnprivilegedUser {
  /** Command that precedes the program and its arguments. */
  readonly prefix: readonly string[];
  readonly ids: { uid?: number; gid?: number };
}

const nobody = 65534;
const mapped: UnprivilegedUser = {
  prefix: ["unshare", "--user", `--map-user=${nobody}`, `--map-group=${nobody}`],
  ids: {},
};

/**
 * The current user; for root, a user namespace in which root is unprivileged (reaches every folder), otherwise the
 * system's `postgres` or `nobody` (reaches only folders open to all). Undefined if none of them can run `program` in
 * `folder`, which then belongs to that user.
 */
export async function unprivilegedUser(
  folder: string,
  program: string,
  { namespaces = true } = {},
): Promise<UnprivilegedUser | undefined> {
  if (process.getuid?.() !== 0) return { prefix: [], ids: {} };
  const owner = await lstat(join(folder, "cluster")).then(
    (found) => found.uid,
    () => 0,
  );
  if (namespaces && owner === 0 && (await runs(mapped, program, "--version"))) return mapped;
  const ids = await systemUser();
  if (!ids) return undefined;
  await chownAll(folder, ids.uid, ids.gid);
  const user = { prefix: [], ids };
  const usable = (await runs(user, program, "--version")) && (await runs(user, "test", "-w", folder));
  return usable ? user : undefined;
}

async function runs(user: UnprivilegedUser, ...command: string[]): Promise<boolean> {
  const [program = "", ...args] = [...user.prefix, ...command];
  const child = spawn(program, args, { ...user.ids, stdio: "ignore" });
  return once(child, "exit").then(
    ([code]) => code === 0,
    () => false,
  );
}

async function systemUser(): Promise<{ uid: number; gid: number } | undefined> {
  const accounts = (await readFile("/etc/passwd", "utf8").catch(() => ""))
    .split("\n")
    .map((l) => l.split(":"));
  const account =
    accounts.find(([name]) => name === "postgres") ?? accounts.find(([name]) => name === "nobody");
  return account && { uid: Number(account[2]), gid: Number(account[3]) };
}

async function chownAll(path: string, uid: number, gid: number): Promise<void> {
  const found = await lstat(path);
  if (found.uid !== uid) await chown(path, uid, gid);
  if (!found.isDirectory()) return;
  await Promise.all((await readdir(path)).map((name) => chownAll(join(path, name), uid, gid)));
}
