import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { GenericContainer } from "testcontainers";
import { postgresBinaries } from "#services/platform/embedded-postgres/postgres-binaries";

const run = promisify(execFile);
const nobody = "65534";
/** C.UTF-8, in which Hangul characters are letters. */
const locale = "/usr/lib/locale/C.utf8";

/** Folder of the server in the image. */
export const home = "/opt/postgres";

/**
 * An image with the PostgreSQL that npm installed, a shell and the libraries that both need from this machine, for
 * machines without access to a registry. Linux only, because containers share the kernel.
 */
export async function buildLocalPostgres(): Promise<GenericContainer> {
  if (process.platform !== "linux")
    throw new Error(
      "Without a registry the image is made of this machine's own files, which must be Linux's.",
    );
  const { postgres } = await postgresBinaries();
  const native = dirname(dirname(postgres));
  const context = await mkdtemp(join(tmpdir(), "algomoim-image-"));
  const root = join(context, "root");
  try {
    await cp(native, join(root, home), { recursive: true, verbatimSymlinks: true });
    const programs = ["bin/postgres", "bin/initdb"].map((name) => join(native, name));
    for (const file of new Set([...(await librariesOf([...programs, "/bin/sh"])), "/bin/sh"]))
      if (!file.startsWith(native)) await copyTo(root, file);
    await cp(locale, join(root, locale), { recursive: true });
    await mkdir(join(root, "etc"), { recursive: true });
    await writeFile(join(root, "etc/passwd"), `postgres:x:${nobody}:${nobody}::/tmp:/bin/sh\n`);
    for (const folder of ["tmp", "data"]) await mkdir(join(root, folder));
    await writeFile(
      join(context, "Dockerfile"),
      `FROM scratch\nCOPY --chown=${nobody}:${nobody} root/ /\nUSER ${nobody}\n`,
    );
    return await GenericContainer.fromDockerfile(context).build("algomoim-postgres:local", {
      deleteOnExit: false,
    });
  } finally {
    await rm(context, { recursive: true, force: true });
  }
}

/** The libraries that the dynamic linker would load, including itself. */
async function librariesOf(programs: readonly string[]): Promise<string[]> {
  const listed = await Promise.all(programs.map((program) => run("ldd", [program])));
  return listed.flatMap(({ stdout }) => [...stdout.matchAll(/(\/\S+) \(0x/g)].map((match) => match[1] ?? ""));
}

async function copyTo(root: string, file: string): Promise<void> {
  const target = join(root, file);
  await mkdir(dirname(target), { recursive: true });
  await cp(file, target, { dereference: true });
}
