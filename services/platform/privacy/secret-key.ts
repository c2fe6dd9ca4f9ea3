import { randomBytes, randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { makeFolder } from "../make-folder.ts";

/** The key of an installation without SECRET_KEY. */
const storedSecretKey = (dataDir: string): Promise<string> =>
  storedSecret(dataDir, "secret-key", () => randomBytes(32).toString("base64url"));

/** A secret that an installation generates once, in a file that only its owner can read. */
export async function storedSecret(dataDir: string, name: string, make: () => string): Promise<string> {
  const file = join(dataDir, name);
  const draft = join(dataDir, `${name}-${randomUUID()}`);
  try {
    await makeFolder(dataDir);
    // Flushed to disk before anything is sealed with it.
    await writeFile(draft, make(), { mode: 0o600, flush: true });
    // If several processes start together, one creates the complete file and the others read it.
    await link(draft, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST")
      throw new Error(`DATA_DIR cannot be used (${dataDir}: ${code}): set it to a folder of this user.`, {
        cause: error,
      });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, "utf8")).trim();
}

/** The key of the settings or the generated one, and the previous one if it is given. */
export const configuredKeys = async ({
  secretKey,
  previousSecretKey,
  dataDir,
}: Pick<Config, "secretKey" | "previousSecretKey" | "dataDir">): Promise<[string, ...string[]]> => [
  secretKey ?? (await storedSecretKey(dataDir)),
  ...(previousSecretKey === undefined ? [] : [previousSecretKey]),
];
