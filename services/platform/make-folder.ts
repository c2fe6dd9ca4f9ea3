import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes a folder for this user alone, with those above it. Node's own `recursive` never ends where none can be made (/proc). */
export async function makeFolder(path: string): Promise<void> {
  const make = () =>
    mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await make();
  });
}
