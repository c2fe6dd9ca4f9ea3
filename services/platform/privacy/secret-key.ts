import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The key of an installation that was given none: made once, kept readable for its owner only. */
export async function keptSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, "secret-key");
  const draft = join(dataDir, `secret-key-${randomUUID()}`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    // Before anything that is sealed with it.
    await writeFile(draft, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
    // Of several processes that start at once one makes the key, whole; the others read it.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, "utf8")).trim();
}
